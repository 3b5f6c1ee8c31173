/** What an order's status says about it: the same in the answer to an order and in the one to a look-up. */
import type { Accepted, Rejected } from "@chartrelay/contract";
import { objectIn } from "../http/json-object.ts";

/** It stands at the exchange, or stood there: cancelled by its owner. NEW is taken, not executed (pitfall 25). */
const ACCEPTED = new Set(["NEW", "PENDING_NEW", "PARTIALLY_FILLED", "FILLED", "CANCELED", "PENDING_CANCEL"]);
/** Ended by the exchange: what an IOC or a market order could not fill, or against the trader's own order. */
const EXPIRED = new Set(["EXPIRED", "EXPIRED_IN_MATCH"]);

/**
 * Reads an order as Binance describes it. `response` is the answer as it may be kept. Undefined when the text doesn't
 * describe the order with this id, in a status that we know: it proves nothing.
 *
 * An order that expired partly executed was accepted. One that expired with nothing executed never will be: its trader is
 * told that nothing came of it, which "accepted" would hide.
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
