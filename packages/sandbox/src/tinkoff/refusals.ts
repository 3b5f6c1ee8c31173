/** T-Invest's refusals: contracts/t-invest/api_errors.json; the shape is openapi.yaml's ErrorResponse. */
import type { Answer } from "../fault-delivery.ts";

/** gRPC's codes and the HTTP statuses to which the gateway maps them: openapi.yaml, responses. */
const TYPES = {
  INVALID_ARGUMENT: { status: 400, code: 3 },
  NOT_FOUND: { status: 404, code: 5 },
  PERMISSION_DENIED: { status: 403, code: 7 },
  RESOURCE_EXHAUSTED: { status: 429, code: 8 },
  FAILED_PRECONDITION: { status: 400, code: 9 },
  UNAUTHENTICATED: { status: 401, code: 16 },
} as const;

export const REFUSALS = {
  30001: ["INVALID_ARGUMENT", "Missing parameter: `from`"],
  30002: ["INVALID_ARGUMENT", "The required period should not exceed 14 days"],
  30003: ["INVALID_ARGUMENT", "`from` can't be less than the current date"],
  30004: ["INVALID_ARGUMENT", "Missing parameter: `to`"],
  30005: ["INVALID_ARGUMENT", "`id_type` is invalid"],
  30007: ["INVALID_ARGUMENT", "Missing parameter: `id`"],
  30009: ["INVALID_ARGUMENT", "`from` is invalid"],
  30010: ["INVALID_ARGUMENT", "`to` is invalid"],
  30013: ["INVALID_ARGUMENT", "`class_code` require for `id_type` = `ticker`"],
  30015: ["INVALID_ARGUMENT", "Parameter `quantity` is missing or equal to 0"],
  30016: ["INVALID_ARGUMENT", "`quantity` is invalid"],
  30017: ["INVALID_ARGUMENT", "Missing parameter: `price`"],
  30018: ["INVALID_ARGUMENT", "`price` is invalid"],
  30019: ["INVALID_ARGUMENT", "Missing parameter: `direction`"],
  30020: ["INVALID_ARGUMENT", "`direction` is invalid"],
  30021: ["INVALID_ARGUMENT", "Missing parameter: `account_id`"],
  30025: ["INVALID_ARGUMENT", "Missing parameter: `order_type`"],
  30026: ["INVALID_ARGUMENT", "Invalid parameter: `order_type`"],
  30027: ["INVALID_ARGUMENT", "Missing parameter: `order_id`"],
  30028: ["INVALID_ARGUMENT", "`order id` has invalid UUID format"],
  30034: ["INVALID_ARGUMENT", "Not enough balance"],
  30042: ["INVALID_ARGUMENT", "Not enough assets for a margin trade"],
  30051: ["INVALID_ARGUMENT", "Account margin status is disabled"],
  30052: ["INVALID_ARGUMENT", "Instrument forbidden for trading by API"],
  30057: ["INVALID_ARGUMENT", "The order is a duplicate, but the order report was not found"],
  30059: ["INVALID_ARGUMENT", "Cancel order error: %s"],
  30078: ["INVALID_ARGUMENT", "Incorrect minimum price increment"],
  30079: ["INVALID_ARGUMENT", "Instrument is not available for trading"],
  30080: ["INVALID_ARGUMENT", "`quantity` must be positive"],
  30085: ["INVALID_ARGUMENT", "Price in points is available only for futures and bonds"],
  30087: ["INVALID_ARGUMENT", "Missing parameter: `query`"],
  30099: ["INVALID_ARGUMENT", "The price is outside the limits for this instrument"],
  30100: ["INVALID_ARGUMENT", "The price must be positive"],
  30102: ["INVALID_ARGUMENT", "Required parameters missing"],
  30104: ["INVALID_ARGUMENT", "`price_type` is invalid"],
  30237: ["INVALID_ARGUMENT", "Missing parameter: `instrument_id`"],
  30240: ["INVALID_ARGUMENT", "Confirmation required for specified instrument"],
  30254: ["INVALID_ARGUMENT", "Invalid parameter: `time_in_force`"],
  40002: ["PERMISSION_DENIED", "Insufficient privileges"],
  40003: ["UNAUTHENTICATED", "Authentication token is missing or invalid"],
  50001: ["NOT_FOUND", "Exchange not found"],
  50002: ["NOT_FOUND", "Instrument not found"],
  50004: ["NOT_FOUND", "Account not found"],
  50005: ["NOT_FOUND", "Order not found"],
  80002: ["RESOURCE_EXHAUSTED", "Request limit exceeded"],
  90003: ["FAILED_PRECONDITION", "The price is too high"],
} as const satisfies Record<number, readonly [keyof typeof TYPES, string]>;
/** An error that api_errors.json doesn't list: the answer of the fault "unlisted-refusal". */
export const UNLISTED: Answer = {
  status: TYPES.INVALID_ARGUMENT.status,
  body: { code: TYPES.INVALID_ARGUMENT.code, message: "Order refused by a new rule", description: 39_999 },
};
export type RefusalCode = keyof typeof REFUSALS;

/** Returns the refusal with that number; `detail` takes the place of `%s` in its text. */
export function refused(description: RefusalCode, detail = ""): Answer {
  const [type, message] = REFUSALS[description];
  const { status, code } = TYPES[type];
  return { status, body: { code, message: message.replace("%s", detail), description } };
}
