/** Alerts: signals sent to a chat, as the chat and their users see them. */
import type { ChatTexts } from "../messaging/index.ts";
import { topic } from "../platform/pubsub.ts";
import { ALERT_KIND, alertText, NEAR_STOP_KIND, nearStopText } from "./text.ts";

export { nearStopMessages } from "./text.ts";
export { listAlertsById } from "./list.ts";
export { ALERT_KIND, type AlertContent } from "./text.ts";

/** An alert's row was added (`isNew`) or has changed, and is committed. */
export const ALERT_CHANGED = topic<{ readonly userId: string; readonly id: string; readonly isNew?: boolean }>(
  "alert changed",
);

/** The texts of alerts in chats. */
export const ALERT_TEXTS: ChatTexts = { [ALERT_KIND]: alertText, [NEAR_STOP_KIND]: nearStopText };
