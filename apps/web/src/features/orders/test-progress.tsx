import { OrderRefusal } from "./order-refusal.tsx";
import { Status } from "../../core/trading/status.tsx";
import { TimelineBar } from "./timeline-bar.tsx";
import type { SentTest } from "./use-test-order.ts";

/** How far a test order has come, why it was refused if it was, and how long each step took. */
export function TestProgress({ sent: { order, details } }: { readonly sent: SentTest }) {
  if (!order) return null;
  return (
    <>
      <Status status={order.status} />
      <OrderRefusal order={order} details={details} />
      <TimelineBar timeline={order.timeline} isDone={order.stage === "done"} />
    </>
  );
}
