/** What spot's stream says: binance-spot-api-docs, user-data-stream.md; docs/venues/binance.md, Streams. */
import { compareDecimals } from "@chartrelay/contract";
import * as z from "zod";
import type { Fill, StreamEvent } from "../../execution.ts";
import { averageOf, decimal, executionOf, integer, isOurs, side, status } from "../execution-answer.ts";

const report = z.object({
  s: z.string(),
  S: side,
  /** The id in the last request about the order: of a cancellation, if it was one; then the order's own is `C`. */
  c: z.string(),
  C: z.string(),
  x: z.string(),
  X: status,
  i: integer,
  z: decimal,
  Z: decimal,
  l: decimal,
  L: decimal,
  t: integer,
  n: decimal.nullish(),
  N: z.string().nullish(),
  T: integer,
});
type Report = z.output<typeof report>;

const HOLDINGS: ReadonlySet<unknown> = new Set(["outboundAccountPosition", "balanceUpdate", "externalLockUpdate"]);

/** Returns what an account's event says; undefined if it concerns neither orders nor holdings, or can't be read. */
export function readEvent(event: Readonly<Record<string, unknown>>): StreamEvent | undefined {
  if (HOLDINGS.has(event["e"])) return { kind: "holdings" };
  if (event["e"] !== "executionReport") return undefined;
  const { data } = report.safeParse(event);
  if (!data) return undefined;
  const clientOrderId = data.C === "" ? data.c : data.C;
  if (!isOurs(clientOrderId)) return { kind: "foreign", symbol: data.s };
  const order = {
    clientOrderId,
    venueOrderId: data.i,
    state: data.X,
    filledQuantity: data.z,
    averagePrice: averageOf(data.Z, data.z),
  };
  return { kind: "execution", execution: executionOf(order, fillsIn(data)) };
}

function fillsIn({ x, s, S, t, l, L, n, N, T }: Report): readonly Fill[] {
  if (x !== "TRADE" || compareDecimals(l, "0") <= 0) return [];
  const fee = typeof n === "string" && typeof N === "string" ? { amount: n, currency: N } : null;
  return [{ tradeId: t, symbol: s, side: S, quantity: l, price: L, fee, atMs: Number(T) }];
}
