/** Asks T-Invest for what isn't needed to place an order. */
import type { Reason } from "@chartrelay/contract";
import type * as z from "zod";
import { readExactJson } from "../http/exact-json.ts";
import type { HttpAnswer } from "../http/client.ts";
import type { Reading, ReadingOptions } from "../execution.ts";
import type { Credentials } from "../venue.ts";
import type { CallOptions, Environments, Method } from "./environment.ts";
import { causeOf } from "./order-answer.ts";
import { readRefusal, type Refusal } from "./refusal.ts";
import { resetMs } from "./request-budgets.ts";

/** What a refusal of a key means, by its number (contracts/t-invest/api_errors.json). */
const KEY_REFUSALS: Readonly<Record<number, Reason>> = {
  40002: "NO_RIGHT_TO_READ",
  40003: "CREDENTIALS_REFUSED",
  40004: "ACCOUNT_BLOCKED",
  50004: "ACCOUNT_NOT_FOUND",
};

/** Returns why T-Invest refuses the key, whatever it was asked; undefined if it doesn't. */
function keyRefusalOf(refusal: Refusal | undefined): Reason | undefined {
  if (refusal?.status === "UNAUTHENTICATED") return "CREDENTIALS_REFUSED";
  return refusal?.number === undefined ? undefined : KEY_REFUSALS[refusal.number];
}

/** A reading with the time at which T-Invest answered, by its own clock. */
export type TimedReading<T> =
  | Exclude<Reading<T>, { readonly kind: "read" }>
  | (Extract<Reading<T>, { readonly kind: "read" }> & { readonly saidAtMs: number });

/**
 * Calls a method and reads its answer; one that doesn't fit the schema is unknown. `refused` may read a refusal first.
 * @throws {NotSent} when the token has no request left for this.
 */
export async function read<Schema extends z.ZodType, Other = never>(
  environments: Environments,
  method: Method,
  {
    body,
    schema,
    refused,
  }: {
    readonly body: object;
    readonly schema: Schema;
    readonly refused?: (refusal: Refusal) => Reading<Other> | undefined;
  },
  credentials: Credentials,
  signal: AbortSignal,
  options: Omit<CallOptions, "signal"> = {},
): Promise<TimedReading<z.output<Schema> | Other>> {
  const atMs = environments.now();
  const reply = await environments.call(method, body, credentials, { ...options, signal });
  if (reply.kind !== "answer") return { kind: "unknown", cause: reply.cause };
  const saidAtMs = timeOf(reply) ?? environments.now();
  if (reply.status !== 200) {
    const failure = readFailure(reply, atMs, refused);
    return failure.kind === "read" ? { ...failure, saidAtMs } : failure;
  }
  const { success, data } = schema.safeParse(readExactJson(reply.text));
  return success ? { kind: "read", value: data, atMs, saidAtMs } : { kind: "unknown", cause: `unreadable ${method}` };
}

/** Returns how a reading takes its turn: an urgent one with the orders, any other from the readings' part. */
export const turnFor = ({ isUrgent = false }: ReadingOptions = {}): Pick<CallOptions, "isReading"> =>
  isUrgent ? { isReading: false } : {};

/** Reads the header Date, which has whole seconds. */
function timeOf({ headers: { date } }: HttpAnswer): number | undefined {
  const ms = typeof date === "string" ? Date.parse(date) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

function readFailure<Other>(
  answer: HttpAnswer,
  nowMs: number,
  refused: (refusal: Refusal) => Reading<Other> | undefined = () => undefined,
): Reading<Other> {
  const refusal = readRefusal(answer);
  const own = refusal && refused(refusal);
  if (own) return own;
  const reason = keyRefusalOf(refusal);
  if (reason !== undefined) return { kind: "refused", reason };
  const waitMs = answer.status === 429 ? resetMs(answer.headers, nowMs) : undefined;
  const cause = causeOf(answer.status, refusal);
  return { kind: "unknown", cause, ...(waitMs !== undefined && { retryAfterMs: waitMs }) };
}

/** Returns what a reading becomes if it was read. */
export function mapReading<From, To>(
  reading: Reading<From>,
  map: (value: From) => To | undefined,
  what: string,
): Reading<To> {
  if (reading.kind !== "read") return reading;
  const value = map(reading.value);
  return value === undefined
    ? { kind: "unknown", cause: `unreadable ${what}` }
    : { kind: "read", value, atMs: reading.atMs };
}
