/**
 * What the messages of a stream's subscriptions say. They come in any order and more than once; an order's trades and
 * its row are told apart from each other, and what a conditional order became may be told before it fires.
 */
import { compareDecimals } from "@chartrelay/contract";
import type { LRUCache } from "lru-cache";
import * as z from "zod";
import type { Execution, Fill, StreamEvent } from "../execution.ts";
import { growingCache } from "../growing-cache.ts";
import { firedOrWaiting } from "./order-reader.ts";
import {
  clientOrderIdIn,
  isOlder,
  orderRow,
  stopRow,
  toExecution,
  toFill,
  toPartialExecution,
  tradeRow,
  type OrderRow,
  type OwnOrder,
} from "./rows.ts";

export type Subscription = "orders" | "stops" | "trades" | "positions";

/** More than an account has under way at once; what is forgotten is read. */
const MAX_ORDERS = 1_000;
/**
 * How long what was told of an order is kept, in milliseconds: its row and its trades come within seconds of each other.
 * A thousand busy accounts would otherwise keep a million orders.
 */
const KEPT_MS = 600_000;
const PURGED_EVERY_MS = 60_000;

/** Rows of a snapshot, which tell nothing new. */
const snapshot = { existing: z.boolean().default(false) };
const streamed = {
  orders: orderRow.extend(snapshot),
  stops: stopRow.extend(snapshot),
  trades: tradeRow.extend(snapshot),
  positions: z.object({
    ...snapshot,
    symbol: z.string(),
    exchange: z.string().nullish(),
    qtyTFuture: z.string().nullish(),
    qtyUnits: z.string().nullish(),
  }),
};
type Streamed<Name extends Subscription> = z.output<(typeof streamed)[Name]>;

/** Reads one account's messages, over all of its connections. */
export class StreamEvents {
  /** The latest rows of orders at the exchange, by their numbers. */
  readonly #orders: LRUCache<string, OrderRow>;
  readonly #fills: LRUCache<string, readonly Fill[]>;
  readonly #stops = growingCache<string, OrderRow>(MAX_ORDERS);
  /** Which conditional order became the one with that number. */
  readonly #parents = growingCache<string, OwnOrder>(MAX_ORDERS);
  readonly #positions = growingCache<string, string>(MAX_ORDERS);
  readonly #nowMs: () => number;
  #purgedAtMs: number;

  /** `nowMs` is a clock that doesn't step. */
  constructor(nowMs = () => performance.now()) {
    this.#nowMs = nowMs;
    this.#purgedAtMs = nowMs();
    this.#orders = growingCache(MAX_ORDERS, { ttlMs: KEPT_MS, nowMs });
    this.#fills = growingCache(MAX_ORDERS, { ttlMs: KEPT_MS, nowMs });
  }

  /** Returns what a message's data says, which may be nothing. Numbers in it are strings: see readExactJson. */
  read(subscription: Subscription, data: unknown): readonly StreamEvent[] {
    this.#purge();
    switch (subscription) {
      case "orders":
        return this.#parsed("orders", data, (row) => this.#readOrder(row));
      case "stops":
        return this.#parsed("stops", data, (row) => this.#readStop(row));
      case "trades":
        return this.#parsed("trades", data, (row) => this.#readTrade(row));
      case "positions":
        return this.#parsed("positions", data, (row) => this.#readPosition(row));
    }
  }

  #purge(): void {
    if (this.#nowMs() - this.#purgedAtMs < PURGED_EVERY_MS) return;
    this.#purgedAtMs = this.#nowMs();
    this.#orders.purgeStale();
    this.#fills.purgeStale();
  }

  #parsed<Name extends Subscription>(
    name: Name,
    data: unknown,
    readRow: (row: Streamed<Name>) => readonly StreamEvent[],
  ): readonly StreamEvent[] {
    const parsed = streamed[name].safeParse(data);
    return parsed.success ? readRow(parsed.data as Streamed<Name>) : [];
  }

  #readOrder(row: Streamed<"orders">): readonly StreamEvent[] {
    if (row.status === "unknown") return [];
    const known = this.#orders.get(row.id);
    if (known && (isSame(row, known) || isOlder(row, known))) return [];
    this.#orders.set(row.id, row);
    if (row.existing) return [];
    const own = this.#ownerOf(row.id, row.comment);
    if (own) return [execution(toExecution(own, row, this.#fills.get(row.id) ?? []))];
    // Nothing of the account has changed yet.
    const isFilling = compareDecimals(row.filledQtyBatch, known?.filledQtyBatch ?? "0") > 0;
    return isFilling ? [{ kind: "foreign", symbol: row.symbol }] : [];
  }

  #readStop(row: Streamed<"stops">): readonly StreamEvent[] {
    if (row.status === "unknown") return [];
    const known = this.#stops.get(row.id);
    const child = row.exchangeOrderId;
    if (known && (isOlder(row, known) || (isSame(row, known) && (!child || this.#parents.has(child))))) return [];
    this.#stops.set(row.id, row);
    const clientOrderId = clientOrderIdIn(row);
    if (clientOrderId === undefined) return [];
    const own = { clientOrderId, venueOrderId: row.id };
    if (child) this.#parents.set(child, own);
    if (row.existing) return [];
    const order = child ? this.#orders.get(child) : undefined;
    const fills = child ? (this.#fills.get(child) ?? []) : [];
    if (!order && fills.length > 0) return [execution(toPartialExecution(own, fills))];
    return [execution(toExecution(own, order ?? firedOrWaiting(row), fills))];
  }

  #readTrade(row: Streamed<"trades">): readonly StreamEvent[] {
    const known = this.#fills.get(row.orderno) ?? [];
    if (known.some(({ tradeId }) => tradeId === row.id)) return [];
    const fills = [...known, toFill(row)];
    this.#fills.set(row.orderno, fills);
    if (row.existing) return [];
    const own = this.#ownerOf(row.orderno, row.comment);
    if (!own) return [{ kind: "foreign", symbol: row.symbol }];
    const order = this.#orders.get(row.orderno);
    return [execution(order ? toExecution(own, order, fills) : toPartialExecution(own, fills))];
  }

  /** A position's row may be told again because its price has moved. */
  #readPosition(row: Streamed<"positions">): readonly StreamEvent[] {
    const key = `${row.exchange}:${row.symbol}`;
    const quantity = `${row.qtyTFuture} ${row.qtyUnits}`;
    if (this.#positions.get(key) === quantity) return [];
    this.#positions.set(key, quantity);
    return row.existing ? [] : [{ kind: "holdings" }];
  }

  /** Whether what a conditional order becomes carries its comment isn't documented: its number leads back as well. */
  #ownerOf(number: string, comment: string | null | undefined): OwnOrder | undefined {
    const parent = this.#parents.get(number);
    const clientOrderId = clientOrderIdIn({ comment });
    return parent ?? (clientOrderId === undefined ? undefined : { clientOrderId, venueOrderId: number });
  }
}

function execution(value: Execution): StreamEvent {
  return { kind: "execution", execution: value };
}

function isSame(row: OrderRow, known: OrderRow): boolean {
  return (
    row.status === known.status && row.filledQtyBatch === known.filledQtyBatch && row.updateTime === known.updateTime
  );
}
