/** Reads what became of one order of ours, with its fills; a conditional order's are those of the order it became. */
import { compareDecimals, signOf } from "@chartrelay/contract";
import * as z from "zod";
import type { Execution, Fill, PlacedOrder, Reading } from "../execution.ts";
import type { Credentials } from "../venue.ts";
import type { Environments } from "./environment.ts";
import { isConditional } from "./order-request.ts";
import { ask, exchangeOf, portfolioPath, type Answered } from "./reading.ts";
import {
  orderRow,
  quantityOf,
  stopRow,
  toExecution,
  toFill,
  tradeRow,
  type OrderRow,
  type OwnOrder,
  type StopRow,
} from "./rows.ts";

/** An order as Alor lists it at present: what it waits as, what works at the exchange, or both. */
export interface LocatedOrder {
  readonly stop: StopRow | undefined;
  readonly order: OrderRow | undefined;
}
type Failure = Exclude<Answered<never>, { kind: "read" | "absent" }>;

export interface OrderReader {
  /** Looks an order up, first by its number and then by our comment. Neither row means that Alor doesn't know it. */
  locate(order: PlacedOrder, credentials: Credentials, signal: AbortSignal): Promise<LocatedOrder | Failure>;
  fills(order: PlacedOrder, credentials: Credentials, signal: AbortSignal): Promise<Reading<Execution | null>>;
}

/** A status that Alor's description doesn't list. */
const UNKNOWN_STATUS = { kind: "unknown", cause: "unknown status of the order" } as const;

export function createOrderReader(environments: Environments): OrderReader {
  /** Returns the row with that number if it is ours, which `isLinked` vouches for, else the one with our comment. */
  async function find<Row extends OrderRow>(
    { list, schema }: { readonly list: "orders" | "stoporders"; readonly schema: z.ZodType<Row> },
    { order, number, isLinked }: { order: PlacedOrder; number: string | null | undefined; isLinked: boolean },
    credentials: Credentials,
    signal: AbortSignal,
  ): Promise<Answered<Row>> {
    const path = `${portfolioPath(credentials, exchangeOf(order))}/${list}`;
    if (number) {
      const one = { path: `${path}/${encodeURIComponent(number)}?format=Simple` };
      const answered = await ask(environments, one, schema, credentials, signal);
      // Conditional orders may have the numbers of others: only our comment proves whose it is.
      const isOurs = answered.kind === "read" && (isLinked || answered.value.comment === order.clientOrderId);
      if (isOurs || (answered.kind !== "read" && answered.kind !== "absent")) return answered;
    }
    const all = await ask(environments, { path: `${path}?format=Simple` }, z.array(schema), credentials, signal);
    if (all.kind !== "read") return all;
    const own = all.value.filter(({ comment }) => comment === order.clientOrderId);
    const row = own.find(({ status }) => status !== "rejected") ?? own[0];
    return row ? { kind: "read", value: row } : { kind: "absent" };
  }

  async function locate(
    order: PlacedOrder,
    credentials: Credentials,
    signal: AbortSignal,
  ): Promise<LocatedOrder | Failure> {
    let stop: StopRow | undefined;
    if (isConditional(order.message.type)) {
      const wanted = { order, number: order.venueOrderId, isLinked: false };
      const found = await find({ list: "stoporders", schema: stopRow }, wanted, credentials, signal);
      if (found.kind === "refused" || found.kind === "unknown") return found;
      stop = found.kind === "read" ? found.value : undefined;
      // It hasn't fired, and no order can have come of it.
      if (stop && stop.status !== "filled" && !stop.exchangeOrderId) return { stop, order: undefined };
    }
    // Stops first: in this sequence an order can't move from one list to the other between the two and be missed.
    const number = stop ? stop.exchangeOrderId : order.venueOrderId;
    const wanted = { order, number, isLinked: stop !== undefined };
    const found = await find({ list: "orders", schema: orderRow }, wanted, credentials, signal);
    if (found.kind === "refused" || found.kind === "unknown") return found;
    return { stop, order: found.kind === "read" ? found.value : undefined };
  }

  /** Reads an order's trades: of this session and, if those aren't all, of earlier ones. Some is better than none. */
  async function tradesOf(row: OrderRow, order: PlacedOrder, credentials: Credentials, signal: AbortSignal) {
    const exchange = exchangeOf(order);
    const symbol = encodeURIComponent(row.symbol);
    const read = async (path: string): Promise<readonly Fill[]> => {
      const answered = await ask(environments, { path }, z.array(tradeRow), credentials, signal);
      return answered.kind === "read"
        ? answered.value.filter(({ orderno }) => orderno === row.id).map((trade) => toFill(trade))
        : [];
    };
    const fills = await read(`${portfolioPath(credentials, exchange)}/${symbol}/trades?format=Simple`);
    if (compareDecimals(quantityOf(fills), row.filledQtyBatch) >= 0) return fills;
    const earlier = `ticker=${symbol}&descending=true&format=Simple`;
    const history = portfolioPath(credentials, exchange, "Stats");
    return [...(await read(`${history}/history/trades?${earlier}`)), ...fills];
  }

  return {
    locate,
    async fills(order, credentials, signal) {
      const located = await locate(order, credentials, signal);
      if ("kind" in located) return located;
      const row = located.order ?? (located.stop && firedOrWaiting(located.stop));
      const atMs = environments.now();
      if (!row) return { kind: "read", value: null, atMs };
      if (row.status === "unknown") return UNKNOWN_STATUS;
      const fills =
        located.order && signOf(row.filledQtyBatch) > 0
          ? await tradesOf(located.order, order, credentials, signal)
          : [];
      const value = toExecution(ownOrder(order.clientOrderId, located, row), row, fills);
      return { kind: "read", value, atMs: environments.now() };
    },
  };
}

/**
 * Returns a conditional order's row as that of an order. One that has fired is `filled` at Alor before anything is
 * executed: until the order that it became can be seen, it works.
 */
export function firedOrWaiting(stop: StopRow): OrderRow {
  return stop.status === "filled" ? { ...stop, status: "working", filledQtyBatch: "0" } : stop;
}

function ownOrder(clientOrderId: string, { stop }: LocatedOrder, row: OrderRow): OwnOrder {
  return { clientOrderId, venueOrderId: stop?.id ?? row.id };
}
