import type { Metrics } from "../platform/metrics.ts";
import type { QueuedOrder } from "./order.ts";

/** Counts an order that has ended, and the latency segments of its way. */
export function observeOrder({ outcomes, segments }: Pick<Metrics, "outcomes" | "segments">, order: QueuedOrder): void {
  const { venue, receivedAtUs, committedAtUs } = order;
  const { end, sent, answeredAtUs } = order.state;
  const reason = end?.kind === "rejected" ? end.reason : "";
  outcomes.inc({ venue, status: reason === "" ? "CREATED" : "REJECTED", reason });
  const observe = (leg: string, fromUs: number, toUs: number | null | undefined) => {
    if (toUs !== null && toUs !== undefined) segments.observe({ venue, leg }, (toUs - fromUs) / 1e6);
  };
  observe("commit", receivedAtUs, committedAtUs);
  observe("queue", committedAtUs, sent?.atUs);
  if (sent) observe("venue", sent.atUs, answeredAtUs);
  observe("total", receivedAtUs, answeredAtUs);
}
