/** Signals: what TradingView posts to the webhooks, accepted once and answered. */
export { acceptSignals, createAccept } from "./accept.ts";
export { alertsWebhook, createTakeAlert } from "./alerts-webhook.ts";
export { AnswerLog } from "./answers.ts";
export { badMessage, usedIdProblems } from "./bad-message.ts";
export { previewByKey, refusalOfKey, type KeyedPost } from "./deduplicate.ts";
export { maskOf } from "./id-mask.ts";
export { createLimits, NEAR_STOP } from "./limits.ts";
export { createTakeOrder, ordersWebhook, type TakePost } from "./orders-webhook.ts";
export { hashOf, type AcceptedSignal, type Post } from "./signal.ts";
