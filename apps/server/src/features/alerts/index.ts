/** Alerts: from what TradingView posts to the chat. */
import type { ChatTexts } from "../notify/index.ts";
import { NEAR_STOP_KIND, nearStopText } from "./near-stop.ts";
import { ALERT_KIND, alertText } from "./text.ts";

export { createAlertIntake } from "./intake.ts";
export { nearStopMessages } from "./near-stop.ts";
export { listAlertsById } from "./list.ts";
export { alertRoutes } from "./routes.ts";

/** What chats are shown of alerts. */
export const ALERT_TEXTS: ChatTexts = { [ALERT_KIND]: alertText, [NEAR_STOP_KIND]: nearStopText };
