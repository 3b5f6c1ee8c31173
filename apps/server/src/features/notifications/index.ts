/** What users are told by themselves: what became of their orders, and what is about to end. `notify` carries it there. */
import type { ChatTextOf } from "../notify/index.ts";
import { ORDER_TEXTS } from "./order-text.ts";
import { REMINDER_TEXTS } from "./reminder-text.ts";

export { decimalInWords, momentInWords } from "./in-words.ts";
export { accountInWords } from "./order-text.ts";
export { OrderTeller, TELLING_CHANNEL } from "./order-teller.ts";
export { tellPayment } from "./payment.ts";
export { createReminders } from "./reminders.ts";

/** The texts of everything that is told here, by kind. */
export const TOLD_TEXTS: Readonly<Record<string, ChatTextOf>> = { ...ORDER_TEXTS, ...REMINDER_TEXTS };
