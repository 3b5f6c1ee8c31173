/** Sends a test order, and follows it until it has ended. */
import type { Order, OrderDetails, TestOrder, TestOrderPayload } from "@chartrelay/contract";
import { useState } from "react";
import { useLive } from "../../core/live/live.tsx";
import { useAppDispatch } from "../../core/thunk.ts";
import { log } from "../../lib/log.ts";
import { fetchOrder, placeTestOrder } from "./api.ts";

export interface SentTest {
  readonly test: TestOrder;
  /** The order in its newest state; undefined until something is known of it. */
  readonly order: Order | undefined;
  /** Undefined until the order has been read in full. */
  readonly details: OrderDetails | undefined;
}

export interface TestOrderControl {
  readonly sent: SentTest | undefined;
  /** @throws what the API answered, when it refuses; then nothing counts as sent. */
  readonly send: (payload: TestOrderPayload) => Promise<void>;
}

export function useTestOrder(): TestOrderControl {
  const dispatch = useAppDispatch();
  const [sent, setSent] = useState<SentTest>();
  const update = (id: string, change: (known: SentTest) => Partial<SentTest>) =>
    setSent((known) => (known?.test.id === id ? { ...known, ...change(known) } : known));

  async function look(id: string): Promise<void> {
    const details = await dispatch(fetchOrder(id)).catch((error: unknown) => {
      log.warn("the test order could not be loaded", error);
      return undefined;
    });
    // An event that arrived meanwhile is newer.
    if (details) update(id, ({ order }) => ({ details, order: order?.stage === "done" ? order : details }));
  }

  useLive({
    onEvent(topic, payload) {
      const order = payload as Order;
      if (topic !== "order" || order.id !== sent?.test.id) return;
      update(order.id, () => ({ order }));
      if (order.stage === "done") void look(order.id);
    },
    onMissed: () => sent && void look(sent.test.id),
  });

  return {
    sent,
    async send(payload) {
      // The outcome of an earlier test would look like the answer to this one.
      setSent(undefined);
      const test = await dispatch(placeTestOrder(payload));
      setSent({ test, order: undefined, details: undefined });
      await look(test.id);
    },
  };
}
