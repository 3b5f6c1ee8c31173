import * as z from "zod/mini";
import { REASONS } from "./reasons.ts";

/** Codes of problem details (RFC 9457): stable, translated in the `problems` namespace of the locales. */
export const PROBLEM_STATUS = {
  bad_request: 400,
  bad_message: 400,
  alert_refused: 400,
  validation_failed: 422,
  invalid_login: 401,
  second_factor_needed: 401,
  unauthorized: 401,
  forbidden: 403,
  certificate_required: 403,
  email_unconfirmed: 403,
  recent_sign_in_required: 403,
  bad_signature: 403,
  not_found: 404,
  unknown_account: 404,
  unknown_strategy: 404,
  method_not_allowed: 405,
  conflict: 409,
  consents_needed: 409,
  order_not_working: 409,
  cancel_refused: 409,
  cancel_unanswered: 502,
  reset_link_ended: 410,
  confirmation_link_ended: 410,
  idempotency_key_reused: 409,
  account_paused: 409,
  closed_by_stop: 409,
  nothing_held: 409,
  replay_running: 409,
  position_not_tradable: 409,
  position_forbidden: 409,
  position_unknown: 503,
  replay_busy: 503,
  replay_failed: 503,
  body_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  too_many_alerts: 429,
  too_many_attempts: 429,
  internal: 500,
  storage_unavailable: 503,
  list_too_long: 503,
  cell_unavailable: 503,
  stopping: 503,
  payments_off: 503,
  telegram_off: 503,
} as const;
export type ProblemName = keyof typeof PROBLEM_STATUS;

/** The body of every API error. `errors` maps a form's field to its message. */
export const problemDetails = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  code: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
});
export type ProblemDetails = z.infer<typeof problemDetails>;

/** One finding of the message parser, as the API words it. */
export const messageProblem = z.object({
  code: z.string(),
  field: z.string(),
  line: z.number(),
  column: z.number(),
  message: z.string(),
});

/** The answer to a bad alert: problem details, the stored order's id, and every finding. */
export const badMessageProblem = z.extend(problemDetails, {
  id: z.optional(z.string()),
  problems: z.array(messageProblem),
});

/** The answer to a cancellation that the venue didn't take: the order stays working. */
export const cancelProblem = z.extend(problemDetails, {
  reason: z.optional(z.enum(REASONS)),
  venueWords: z.optional(z.nullable(z.string())),
});

/** The answer to an alert that is stored and refused, with the id of its row and the reason. */
export const alertRefusedProblem = z.extend(problemDetails, { id: z.string(), reason: z.enum(REASONS) });
