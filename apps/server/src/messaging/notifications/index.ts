/** Notifications sent without a request: outcomes of orders, and subscriptions and keys about to end. */
import type { ChatTextOf } from "../index.ts";
import { ORDER_TEXTS } from "./order-text.ts";
import { SIGNAL_SUMMARY, SUMMARY_TEXT } from "./signal-summary.ts";
import { REMINDER_TEXTS } from "./reminder-text.ts";

export { decimalInWords, momentInWords } from "./in-words.ts";
export { notifyOfPayment } from "./payment.ts";
export { recipientsOf } from "./recipients.ts";

/** The texts of all notifications, by kind. */
export const NOTICE_TEXTS: Readonly<Record<string, ChatTextOf>> = {
  ...ORDER_TEXTS,
  ...REMINDER_TEXTS,
  [SIGNAL_SUMMARY]: SUMMARY_TEXT,
};
