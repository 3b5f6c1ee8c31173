/** A spot account's events as its stream sends them: binance-spot-api-docs, user-data-stream.md. */
import { product } from "@chartrelay/contract";
import type { Market } from "../../market/terms.ts";
import type { SpotKey } from "../api-keys.ts";
import type { Change } from "../event-feed.ts";
import { isMaker, quoteValueOf, type OrderBook, type OrderStatus } from "../order-book.ts";
import { balancesOf } from "./account.ts";
import { amount } from "./orders.ts";
import type { SpotOrder } from "./order-request.ts";

export interface SpotEventParts {
  readonly key: SpotKey;
  readonly market: Market;
  readonly book: OrderBook<SpotOrder>;
  /** The next execution id. */
  readonly nextExecutionId: () => number;
}

type OrderChange = Exclude<Change<SpotOrder>, { kind: "holdings" }>;

/** Returns the event that tells a change. */
export function userEvent(change: Change<SpotOrder>, parts: SpotEventParts): object {
  const at = Math.floor(change.atMs);
  if (change.kind !== "holdings") return executionReport(change, parts);
  const changed = balancesOf(parts.key, parts.market).filter(({ asset }) => change.assets.has(asset));
  return {
    e: "outboundAccountPosition",
    E: at,
    u: at,
    B: changed.map(({ asset, free, locked }) => ({ a: asset, f: free, l: locked })),
  };
}

/**
 * The id in `c` is that of the last request: of a cancel, if there was one; then the order's own is in `C`. Numbers in
 * upper case where Binance has them so.
 */
function executionReport(change: OrderChange, { book, nextExecutionId }: SpotEventParts): object {
  const { placed, status, executed, fills } = change;
  const { request, order, id } = placed;
  const at = Math.floor(change.atMs);
  const isCancelled = status === "CANCELED";
  const fill = change.kind === "fill" ? change.fill : undefined;
  return {
    e: "executionReport",
    E: at,
    s: request.symbol,
    c: isCancelled ? (placed.cancelId ?? `web_${id}`) : request.clientOrderId,
    S: request.side,
    o: request.type,
    f: request.timeInForce,
    q: amount(request.quantity),
    p: amount(request.price ?? "0"),
    P: amount("0"),
    F: amount("0"),
    g: -1,
    C: isCancelled ? request.clientOrderId : "",
    x: fill ? "TRADE" : executionType(status),
    X: status,
    r: "NONE",
    i: id,
    l: amount(fill?.quantity ?? "0"),
    z: amount(executed),
    L: amount(fill?.price ?? "0"),
    n: fill ? amount(fill.fee) : "0",
    N: fill?.feeCurrency ?? null,
    T: at,
    t: fill ? book.tradeId(fill) : -1,
    I: nextExecutionId(),
    w: status === "NEW" || status === "PARTIALLY_FILLED",
    m: fill ? isMaker(fill) : false,
    M: false,
    O: Math.floor(order.placedAtMs),
    Z: amount(quoteValueOf(fills)),
    Y: amount(fill ? product(fill.price, fill.quantity) : "0"),
    Q: amount("0"),
    W: Math.floor(order.placedAtMs),
    V: "NONE",
    ...(status === "EXPIRED" && { eR: expiryReason(request) }),
  };
}

function executionType(status: OrderStatus): string {
  return status === "FILLED" || status === "PARTIALLY_FILLED" ? "TRADE" : status;
}

function expiryReason({ type, timeInForce }: SpotOrder): string {
  if (type === "MARKET") return "INSUFFICIENT_LIQUIDITY";
  const reasons: Readonly<Record<string, string>> = {
    IOC: "UNFILLED_IOC_QUANTITY_EXPIRED",
    FOK: "UNFILLED_FOK_ORDER_EXPIRED",
  };
  return reasons[timeInForce] ?? "EXCHANGE_CANCELED";
}
