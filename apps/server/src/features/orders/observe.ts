import type { Settlement } from "../../relay/delivery.ts";
import type { Metrics } from "../../platform/metrics.ts";
import type { OrderDelivery } from "./row.ts";

/** Counts a settled order and the legs of its way. */
export function observeOrder({ outcomes, legs }: Metrics, delivery: OrderDelivery, settlement: Settlement): void {
  const { venue, receivedAtUs, committedAtUs, sentAtUs, answeredAtUs } = delivery;
  outcomes.inc(
    settlement.kind === "accepted"
      ? { venue, status: "CREATED", reason: "" }
      : { venue, status: "REJECTED", reason: settlement.reason },
  );
  const observe = (leg: string, fromUs: number | undefined, toUs: number | undefined) => {
    if (fromUs !== undefined && toUs !== undefined) legs.observe({ venue, leg }, (toUs - fromUs) / 1e6);
  };
  observe("commit", receivedAtUs, committedAtUs);
  observe("queue", committedAtUs, sentAtUs);
  observe("venue", sentAtUs, answeredAtUs);
  observe("total", receivedAtUs, answeredAtUs);
}
