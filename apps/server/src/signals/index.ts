/** Signals: accepts and answers TradingView's posts to the webhooks, each once. */
export { acceptSignals } from "./accept.ts";
export { badMessage, usedIdProblems } from "./bad-message.ts";
export { decide, decisionOf, type ReleasedSignal } from "./chained.ts";
export { previewByKey, refusalOfKey, type KeyedPost } from "./deduplicate.ts";
export { CHAIN_TEXTS } from "./gap-messages.ts";
export { maskOf } from "./id-mask.ts";
export { NEAR_STOP } from "./limits.ts";
export { chainOwnerOf, linkOf, recipientOf, type RecipientParts } from "./recipient.ts";
export { type NewOrderRow, type NewSignal } from "./signal.ts";
export { hashOf, TRADINGVIEW_ALERT, type AcceptedSignal, type Post } from "./signal.ts";
