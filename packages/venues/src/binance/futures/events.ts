/** What a futures stream says: futures documentation, User Data Streams; docs/venues/binance.md, Futures: streams. */
import { compareDecimals } from "@chartrelay/contract";
import * as z from "zod";
import type { Fill, StreamEvent } from "../../execution.ts";
import { decimal, executionOf, integer, isOurs, side, status } from "../execution-answer.ts";

const update = z.object({
  o: z.object({
    s: z.string(),
    S: side,
    /** Of a triggered conditional order, the id of that. `autoclose-…` and the like are liquidations. */
    c: z.string(),
    x: z.string(),
    X: status,
    i: integer,
    z: decimal,
    ap: decimal,
    l: decimal,
    L: decimal,
    t: integer,
    n: decimal.nullish(),
    N: z.string().nullish(),
    T: integer,
  }),
});
type Update = z.output<typeof update>["o"];

const algoUpdate = z.object({ o: z.object({ s: z.string() }) });

/**
 * Returns what an account's event says; undefined if it concerns neither orders nor holdings, or can't be read.
 * TRADE_LITE tells a trade without the order's state, and ORDER_TRADE_UPDATE tells the same trade with it: the former
 * isn't used.
 */
export function readEvent(event: Readonly<Record<string, unknown>>): StreamEvent | undefined {
  if (event["e"] === "ACCOUNT_UPDATE") return { kind: "holdings" };
  if (event["e"] === "ALGO_UPDATE") {
    // We place no conditional orders here: it is the trader's own.
    const symbol = algoUpdate.safeParse(event).data?.o.s;
    return symbol === undefined ? undefined : { kind: "foreign", symbol };
  }
  if (event["e"] !== "ORDER_TRADE_UPDATE") return undefined;
  const order = update.safeParse(event).data?.o;
  if (!order) return undefined;
  if (!isOurs(order.c)) return { kind: "foreign", symbol: order.s };
  const execution = {
    clientOrderId: order.c,
    venueOrderId: order.i,
    state: order.X,
    filledQuantity: order.z,
    averagePrice: compareDecimals(order.ap, "0") > 0 ? order.ap : null,
  };
  return { kind: "execution", execution: executionOf(execution, fillsIn(order)) };
}

function fillsIn({ x, s, S, t, l, L, n, N, T }: Update): readonly Fill[] {
  if (x !== "TRADE" || compareDecimals(l, "0") <= 0) return [];
  const fee = typeof n === "string" && typeof N === "string" ? { amount: n, currency: N } : null;
  return [{ tradeId: t, symbol: s, side: S, quantity: l, price: L, fee, atMs: Number(T) }];
}
