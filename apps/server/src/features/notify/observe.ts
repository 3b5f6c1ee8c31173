import type { Metrics } from "../../platform/metrics.ts";
import type { Settlement } from "../../relay/delivery.ts";
import type { MessageDelivery } from "./message.ts";

/** Counts a settled message, and those that it told along with its own news. */
export function observeMessage(
  { messages }: Pick<Metrics, "messages">,
  { channel, together }: MessageDelivery,
  settlement: Settlement,
): void {
  const isSent = settlement.kind === "accepted";
  const status = isSent ? "CREATED" : "REJECTED";
  messages.inc({ channel, status, reason: isSent ? "" : settlement.reason }, 1 + together.length);
}
