/** What Binance's answer to an order says about the order. */
import type { Outcome } from "@chartrelay/contract";
import type { HttpAnswer } from "../http/client.ts";
import { retryAfterMs } from "../http/retry-after.ts";
import { errorIn, type ErrorBody } from "./answer-body.ts";
import { refusalOf, toOutcome, type Verdict } from "../verdict.ts";
import type { Row } from "./error-row.ts";
import { readOrder } from "./order-status.ts";

/** `response`: the answer in the form that may be kept. */
export interface Reader {
  readonly table: readonly Row[];
  readonly clientOrderId: string;
  readonly response: string;
  readonly nowMs: number;
}

/** Reads the answer to an order. A 200 that doesn't describe the order doesn't prove that there is one. */
export function readOrderAnswer(answer: HttpAnswer, { table, clientOrderId, response, nowMs }: Reader): Outcome {
  const order = answer.status === 200 ? readOrder(answer.text, clientOrderId, response) : undefined;
  const error = errorIn(answer);
  return (
    order ??
    toOutcome(verdictOn(answer, table), {
      response,
      cause: `HTTP ${answer.status}`,
      waitMs: retryAfterMs(answer.headers, nowMs),
      // Without a code, something in front of the API wrote it.
      refusal: error?.code === undefined ? undefined : refusalOf(answer.status, [error.code, error.msg]),
    })
  );
}

/** Returns the verdict of the first row that fits; undefined when none does. */
export function verdictOn(answer: HttpAnswer, table: readonly Row[]): Verdict | undefined {
  const error = errorIn(answer);
  return table.find((row) => fits(row, answer.status, error))?.verdict;
}

function fits({ status, codes, text, anyBody }: Row, answered: number, error: ErrorBody | undefined): boolean {
  if (status === undefined ? answered < 400 || answered >= 500 : status !== answered) return false;
  if (!error) return anyBody === true;
  if (codes && (error.code === undefined || !codes.includes(error.code))) return false;
  return text?.test(error.msg) ?? true;
}
