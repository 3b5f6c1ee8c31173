/** The Bot API's refusals: docs/venues/telegram.md, Errors. */
import type { Answer } from "../fault-delivery.ts";

interface Hints {
  readonly retry_after?: number;
  readonly migrate_to_chat_id?: number;
}

const PREFIXES: Readonly<Record<number, string>> = {
  400: "Bad Request: ",
  403: "Forbidden: ",
  404: "Not Found: ",
  409: "Conflict: ",
};

/** Returns an error in the form of every method: the status is also the body's `error_code`. */
export function refused(status: number, description: string, parameters?: Hints): Answer {
  return {
    status,
    body: {
      ok: false,
      error_code: status,
      description: `${PREFIXES[status] ?? ""}${description}`,
      ...(parameters && { parameters }),
    },
  };
}

export function tooMany(retryAfterS: number): Answer {
  return {
    ...refused(429, `Too Many Requests: retry after ${retryAfterS}`, { retry_after: retryAfterS }),
    headers: { "retry-after": String(retryAfterS) },
  };
}

export const UNAUTHORIZED = refused(401, "Unauthorized");

/** Returns a method's result. */
export function succeeded(result: unknown): Answer {
  return { status: 200, body: { ok: true, result } };
}

/** Thrown while a request is parsed; its answer is the method's. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly answer: Answer;

  constructor(status: number, description: string, parameters?: Hints) {
    super(description);
    this.answer = refused(status, description, parameters);
  }
}
