/** What T-Invest's answers to PostOrder and GetOrderState say about an order. */
import type { Accepted, Outcome, Rejected } from "@chartrelay/contract";
import type { HttpAnswer } from "../http/client.ts";
import { objectIn } from "../http/json-object.ts";
import type { VenueOrder } from "../venue.ts";
import { refusalOf, toOutcome, type Verdict } from "../verdict.ts";
import { ERROR_TABLE, reasonIn, type Row } from "./error-table.ts";
import { readRefusal, STATUSES, type Refusal } from "./refusal.ts";
import { resetMs } from "./request-budgets.ts";

/** A repeat of an order whose report can't be found: errors, 30057. */
export const DUPLICATE = 30057;

/** Reads the answer to an order. `response`: the answer in the form that may be kept. Times in milliseconds. */
export function readOrderAnswer(answer: HttpAnswer, order: VenueOrder, response: string, nowMs: number): Outcome {
  if (answer.status === 200)
    return readOrderState(answer, order, response) ?? { kind: "unknown", cause: "unreadable order", response };
  const refusal = readRefusal(answer);
  return toOutcome(verdictOf(answer, refusal), {
    response,
    cause: causeOf(answer.status, refusal),
    waitMs: resetMs(answer.headers, nowMs),
    refusal: refusal && refusalOf(answer.status, [refusal.status, refusal.number, refusal.message]),
  });
}

/** Returns what the error table says of an answer that isn't a success; undefined if no row fits. */
export function verdictOf({ status }: HttpAnswer, refusal: Refusal | undefined): Verdict | undefined {
  return ERROR_TABLE.find((row) => fits(row, status, refusal))?.verdict;
}

function fits({ status, numbers, text, anyBody }: Row, answered: number, refusal: Refusal | undefined): boolean {
  if (STATUSES[status].http !== answered) return false;
  if (anyBody) return true;
  if (refusal?.status !== status) return false;
  if (numbers && (refusal.number === undefined || !numbers.includes(refusal.number))) return false;
  return text === undefined || text.test(refusal.message);
}

/** Returns a cause for the log, with numbers only. */
export function causeOf(status: number, refusal: Refusal | undefined): string {
  return refusal?.number === undefined ? `HTTP ${status}` : `HTTP ${status}, error ${refusal.number}`;
}

const STATUS = "EXECUTION_REPORT_STATUS_";
const TAKEN: ReadonlySet<unknown> = new Set(["NEW", "FILL", "PARTIALLYFILL"].map((status) => STATUS + status));

/** Returns the outcome that an order's state means; undefined when the state is unreadable, or another order's. */
export function readOrderState(
  { text }: Pick<HttpAnswer, "text">,
  order: VenueOrder,
  response: string,
): Accepted | Rejected | undefined {
  const state = objectIn(text);
  if (!state || !isOf(order, state)) return undefined;
  const { executionReportStatus: status, lotsExecuted = "0", message } = state;
  // NEW isn't a fill: we call an order accepted, never executed (docs/pitfalls.md, V25).
  if (TAKEN.has(status)) return { kind: "accepted", response };
  const isUntouched = String(lotsExecuted) === "0";
  if (status === `${STATUS}REJECTED` && isUntouched) {
    return { kind: "rejected", reason: reasonIn(typeof message === "string" ? message : ""), response };
  }
  if (status !== `${STATUS}CANCELLED`) return undefined;
  // If it can't rest in the book, the exchange ended it; if it can, somebody cancelled it after it was accepted.
  return isUntouched && !mayRest(order)
    ? { kind: "rejected", reason: "NOTHING_EXECUTED", response }
    : { kind: "accepted", response };
}

function isOf({ clientOrderId }: VenueOrder, { orderId, orderRequestId }: Readonly<Record<string, unknown>>): boolean {
  if (typeof orderId !== "string" || orderId === "") return false;
  // Older answers don't include the key.
  if (orderRequestId === undefined || orderRequestId === "") return true;
  return typeof orderRequestId === "string" && orderRequestId.toLowerCase() === clientOrderId.toLowerCase();
}

function mayRest({ message: { type, timeInForce = "oneday" } }: VenueOrder): boolean {
  return type !== "MARKET" && timeInForce === "oneday";
}
