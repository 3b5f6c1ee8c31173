/** The webhooks that TradingView posts to: what orders and alerts have in common. */
export { AnswerLog, type OpenAnswer } from "./answers.ts";
export { findByKey, previewByKey, refusalOfKey } from "./idempotency.ts";
export { maskOf } from "./id-mask.ts";
export { createAlertGuards, tooManyAlerts, type AlertGuards } from "./guards.ts";
export {
  acceptBatch,
  acceptorParameters,
  RECEIVED_AT_DATABASE,
  recogniseResends,
  type AcceptedRow,
  type Acceptor,
} from "./resends.ts";
export { webhookRoute, type CommittedRow, type PostedAlert, type WebhookParts } from "./route.ts";
