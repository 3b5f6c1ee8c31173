import { PROBLEM_STATUS, type ProblemDetails, type ProblemName } from "@chartrelay/contract";
import type { Translate } from "@chartrelay/locales";

/** An error that its asker is told about, as RFC 9457 problem details. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: ProblemName;
  readonly status: number;
  /** Field → key of the `validation` texts. */
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** What the answer holds beside the standard members. */
  readonly more: (translate: Translate) => Record<string, unknown>;
  /** How long to wait before it is worth another try, in seconds. */
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

/** A form that can't be taken as it is: each field with the key of its `validation` text. */
export function fieldProblem(fields: Record<string, string>): Problem {
  return new Problem("validation_failed", { fields });
}

/** Somebody tried too often, and may again so much later. */
export function tooManyAttempts(waitMs: number): Problem {
  const count = Math.ceil(waitMs / 60_000);
  return new Problem("too_many_attempts", {
    retryAfterS: Math.ceil(waitMs / 1_000),
    more: (translate) => ({ detail: translate("problems:too_many_attempts_wait", { count }) }),
  });
}

/** Somebody asked for something too often, and may again so much later. */
export function tooManyRequests(waitMs: number): Problem {
  const count = Math.ceil(waitMs / 60_000);
  return new Problem("too_many_requests", {
    retryAfterS: Math.ceil(waitMs / 1_000),
    more: (translate) => ({ detail: translate("problems:too_many_requests_wait", { count }) }),
  });
}

/** Words a problem in the asker's language. */
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
