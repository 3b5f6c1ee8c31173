/** An error as T-Invest's REST gateway writes it: openapi.yaml, ErrorResponse. */
import type { HttpAnswer } from "../http/client.ts";
import { objectIn } from "../http/json-object.ts";

/**
 * gRPC's statuses by name, with the HTTP status to which the gateway maps each (openapi.yaml, responses;
 * http_errors.md).
 */
export const STATUSES = {
  INVALID_ARGUMENT: { http: 400, code: 3 },
  DEADLINE_EXCEEDED: { http: 504, code: 4 },
  NOT_FOUND: { http: 404, code: 5 },
  PERMISSION_DENIED: { http: 403, code: 7 },
  RESOURCE_EXHAUSTED: { http: 429, code: 8 },
  FAILED_PRECONDITION: { http: 400, code: 9 },
  UNIMPLEMENTED: { http: 501, code: 12 },
  INTERNAL: { http: 500, code: 13 },
  UNAVAILABLE: { http: 503, code: 14 },
  UNAUTHENTICATED: { http: 401, code: 16 },
} as const;
export type Status = keyof typeof STATUSES;

export interface Refusal {
  readonly status: Status;
  /** T-Invest's own number, with five digits; undefined when there is none. */
  readonly number: number | undefined;
  readonly message: string;
}

/** Returns undefined for what T-Invest itself doesn't write, and for a body that contradicts its HTTP status. */
export function readRefusal({ status, text }: HttpAnswer): Refusal | undefined {
  const body = objectIn(text);
  const { code, message, description } = body ?? {};
  const named = (Object.keys(STATUSES) as Status[]).find(
    (name) => STATUSES[name].http === status && STATUSES[name].code === code,
  );
  return named && { status: named, number: numberIn(description), message: typeof message === "string" ? message : "" };
}

/** Returns whether T-Invest refuses the token. */
export function isKeyRefused(answer: HttpAnswer): boolean {
  return readRefusal(answer)?.status === "UNAUTHENTICATED";
}

/**
 * Reads the number. The description declares it an integer, but its clients' fixtures show a string
 * (docs/venues/t-invest.md, Errors).
 */
function numberIn(description: unknown): number | undefined {
  const text = typeof description === "number" || typeof description === "string" ? String(description) : "";
  return /^\d{5}$/.test(text) ? Number(text) : undefined;
}
