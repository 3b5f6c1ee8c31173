export * from "./account-fields.ts";
export * from "./account-id.ts";
export * from "./alerts.ts";
export * from "./audit.ts";
export * from "./business.ts";
export * from "./calendar.ts";
export * from "./checkout.ts";
export * from "./consents.ts";
export * from "./decimal.ts";
export * from "./declines.ts";
export * from "./documents.ts";
export * from "./entities.ts";
export * from "./enumerations.ts";
export * from "./estimate.ts";
export * from "./events.ts";
export * from "./first-steps.ts";
export * from "./filters.ts";
export { decodeBody } from "./message/body.ts";
export { correctionsOf, type Correction } from "./message/correction.ts";
export * from "./message/json.ts";
export type { LegibleFields } from "./message/legible.ts";
export type { OtherField } from "./message/other-fields.ts";
export {
  isCancel,
  isClose,
  type AccountOrder,
  type Addressed,
  type CancelMessage,
  type CloseMessage,
  type OrderField,
  type OrderMessage,
  type PostedCancel,
  type PostedField,
  type PostedMessage,
  type PostedOrder,
  type SignalFacts,
} from "./message/order-message.ts";
export { fieldNamed, ORDER_MESSAGE_FIELDS, SIZE_FIELDS } from "./message/message-fields.ts";
export * from "./message/parse.ts";
export type { PositionChange } from "./message/position-change.ts";
export * from "./message/position.ts";
export { ID_USED, PROBLEM_CODES, type MessageProblem, type ProblemCode } from "./message/problems.ts";
export * from "./message/repairs.ts";
export { CHAIN_TEMPLATE, strategyMessage } from "./message/strategy-template.ts";
export { isForAccount, venueMessage, type OrderTerms } from "./message/venue-message.ts";
export * from "./orders.ts";
export * from "./outcome.ts";
export * from "./overview.ts";
export * from "./page.ts";
export * from "./pages.ts";
export * from "./payloads.ts";
export * from "./positions.ts";
export * from "./problem.ts";
export * from "./reasons.ts";
export * from "./relay-health.ts";
export * from "./replay.ts";
export * from "./reports.ts";
export * from "./saved-filters.ts";
export * from "./security.ts";
export * from "./site.ts";
export * from "./sizing-record.ts";
export * from "./status.ts";
export * from "./strategies.ts";
export * from "./strategy-pages.ts";
export * from "./telegram.ts";
export * from "./stats.ts";
export * from "./verdict.ts";
export * from "./venues/index.ts";
