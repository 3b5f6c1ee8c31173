/** Reads of an account over HTTP, apart from those that place and find orders: with connections of their own. */
import type * as z from "zod";
import type { Reading } from "../execution.ts";
import { readExactJson } from "../http/exact-json.ts";
import { retryAfterMs } from "../http/retry-after.ts";
import type { Credentials, VenueOrder } from "../venue.ts";
import type { Environments } from "./environment.ts";
import { readTicker, type AlorExchange } from "./ticker.ts";

/** A question's answer. `absent`: 404, which Alor answers for what isn't there. */
export type Answered<T> =
  | { readonly kind: "read"; readonly value: T }
  | { readonly kind: "absent" }
  | Exclude<Reading<never>, { kind: "read" }>;

export interface Question {
  readonly path: string;
  /** Makes it a POST. */
  readonly body?: object;
}

/** Reads one resource. Numbers arrive as strings: see readExactJson. @throws {NotSent} without an access token. */
export async function ask<Schema extends z.ZodType>(
  environments: Environments,
  { path, body }: Question,
  schema: Schema,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Answered<z.output<Schema>>> {
  const request = {
    ...(body
      ? { method: "POST" as const, body: JSON.stringify(body), headers: { "content-type": "application/json" } }
      : { method: "GET" as const }),
    path,
    timeoutMs: environments.timeouts.lookupMs,
    signal,
  };
  const { reply } = await environments.authorized(request, credentials, signal, "reads");
  if (reply.kind !== "answer") return { kind: "unknown", cause: reply.cause };
  switch (reply.status) {
    case 200: {
      const read = schema.safeParse(readExactJson(reply.text));
      return read.success ? { kind: "read", value: read.data } : { kind: "unknown", cause: "unreadable answer" };
    }
    case 401:
      return { kind: "refused", reason: "CREDENTIALS_REFUSED" };
    case 403:
      return { kind: "refused", reason: "NO_RIGHT_TO_READ" };
    case 404:
      return { kind: "absent" };
    default: {
      const waitMs = retryAfterMs(reply.headers, environments.now());
      return { kind: "unknown", cause: `HTTP ${reply.status}`, ...(waitMs !== undefined && { retryAfterMs: waitMs }) };
    }
  }
}

/** Returns the reading that an answer means for the caller; an answer that something isn't there is none. */
export function toReading<T, Value>(answered: Answered<T>, atMs: number, convert: (value: T) => Value): Reading<Value> {
  if (answered.kind === "absent") return { kind: "unknown", cause: "HTTP 404" };
  return answered.kind === "read" ? { kind: "read", value: convert(answered.value), atMs } : answered;
}

/** Returns the root of what Alor says about a portfolio: at present, or of earlier sessions. */
export function portfolioPath(
  { apiKey }: Credentials,
  exchange: AlorExchange,
  resource: "Clients" | "Stats" = "Clients",
): string {
  return `/md/v2/${resource}/${exchange}/${encodeURIComponent(apiKey)}`;
}

/** Returns the exchange of an order that was placed. */
export function exchangeOf({ message }: VenueOrder): AlorExchange {
  const named = readTicker(message.ticker);
  return typeof named === "string" ? "MOEX" : named.exchange;
}
