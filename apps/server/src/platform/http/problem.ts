import { PROBLEM_STATUS, type ProblemDetails, type ProblemName } from "@chartrelay/contract";
import type { Translate } from "@chartrelay/locales";

/** An error that the client sees, as RFC 9457 problem details. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: ProblemName;
  readonly status: number;
  /** Field → key of the `validation` texts. */
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** The answer's members in addition to the standard ones. */
  readonly more: (translate: Translate) => Record<string, unknown>;
  /** When a retry makes sense, in seconds. */
  readonly retryAfterS: number | undefined;

  constructor(code: ProblemName, options: Partial<Pick<Problem, "fields" | "more" | "retryAfterS">> = {}) {
    super(code);
    this.code = code;
    this.status = PROBLEM_STATUS[code];
    this.fields = options.fields;
    this.more = options.more ?? (() => ({}));
    this.retryAfterS = options.retryAfterS;
  }
}

/** Creates the problem of an invalid form: each bad field with the key of its `validation` text. */
export function fieldProblem(fields: Record<string, string>): Problem {
  return new Problem("validation_failed", { fields });
}

/** Creates the problem of too many attempts; the next one is allowed after `waitMs`. */
export function tooManyAttempts(waitMs: number): Problem {
  const count = Math.ceil(waitMs / 60_000);
  return new Problem("too_many_attempts", {
    retryAfterS: Math.ceil(waitMs / 1_000),
    more: (translate) => ({ detail: translate("problems:too_many_attempts_wait", { count }) }),
  });
}

/** Creates the problem of too many requests; the next one is allowed after `waitMs`. */
export function tooManyRequests(waitMs: number): Problem {
  const count = Math.ceil(waitMs / 60_000);
  return new Problem("too_many_requests", {
    retryAfterS: Math.ceil(waitMs / 1_000),
    more: (translate) => ({ detail: translate("problems:too_many_requests_wait", { count }) }),
  });
}

/** Describes a problem in the language of the request. */
export function describeProblem(problem: Problem, translate: Translate): ProblemDetails & Record<string, unknown> {
  const text = translate(`problems:${problem.code}`);
  return {
    type: "about:blank",
    title: text,
    status: problem.status,
    detail: text,
    code: problem.code,
    ...(problem.fields && {
      errors: Object.fromEntries(
        Object.entries(problem.fields).map(([field, key]) => [field, translate(`validation:${key}`)]),
      ),
    }),
    ...problem.more(translate),
  };
}
