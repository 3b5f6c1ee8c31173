/** What an order's status says about it; the same in the answer to an order and in the answer to a look-up. */
import type { Accepted, Rejected } from "@chartrelay/contract";
import { objectIn } from "../http/json-object.ts";

/**
 * It is at the exchange, or was until its owner cancelled it. NEW means accepted, not executed (docs/pitfalls.md, V25).
 */
const ACCEPTED = new Set(["NEW", "PENDING_NEW", "PARTIALLY_FILLED", "FILLED", "CANCELED", "PENDING_CANCEL"]);
/** Ended by the exchange: an IOC or a market order that couldn't be filled, or that met the trader's own order. */
const EXPIRED = new Set(["EXPIRED", "EXPIRED_IN_MATCH"]);

/**
 * Reads an order as Binance describes it. `response` is the answer in the form that may be kept. Returns undefined when
 * the text doesn't describe the order with this id in a status that we know: then it proves nothing.
 *
 * An order that expired partly executed was accepted. One that expired with nothing executed is rejected, so that its
 * trader learns that nothing came of it; "accepted" would hide that.
 */
export function readOrder(text: string, clientOrderId: string, response: string): Accepted | Rejected | undefined {
  const order = objectIn(text);
  if (!order || order["clientOrderId"] !== clientOrderId || typeof order["orderId"] !== "number") return undefined;
  const { status, executedQty } = order;
  if (typeof status !== "string" || typeof executedQty !== "string") return undefined;
  if (ACCEPTED.has(status)) return { kind: "accepted", response };
  if (status === "REJECTED") return { kind: "rejected", reason: "VENUE_REFUSED", response };
  if (!EXPIRED.has(status)) return undefined;
  return isPositive(executedQty)
    ? { kind: "accepted", response }
    : { kind: "rejected", reason: "NOTHING_EXECUTED", response };
}

function isPositive(decimal: string): boolean {
  return /[1-9]/.test(decimal);
}
