import fp from "fastify-plugin";
import { nearStopMessages } from "../../alerts/index.ts";
import { EXECUTION_CHANGED, ORDER_CHANGED, ORDER_ENDED, ORDERS_REFUSED } from "../../orders/index.ts";
import { NEAR_STOP } from "../../signals/index.ts";
import { MESSAGE_ENDED } from "../index.ts";
import { OrderNotifier } from "./order-notifier.ts";
import { createReminders } from "./reminders.ts";

/** Notifications sent without a request. */
export const notifications = fp(
  async (app) => {
    const { database, clock, bus, log } = app.platform;
    const { intakePriority, subscriptions } = app;
    const { outbox } = app.messaging;
    const notifier = new OrderNotifier({
      db: database.outbox,
      outbox,
      clock,
      intakePriority,
      onCancelChanged: (order) => bus.publish(ORDER_CHANGED, order),
      log,
    });
    app.cluster.consume(ORDERS_REFUSED, notifier);
    bus.subscribe(ORDER_ENDED, () => notifier.wake());
    bus.subscribe(EXECUTION_CHANGED, () => notifier.wake());
    bus.subscribe(MESSAGE_ENDED, ({ message }) => {
      for (const { userId, orderId } of [message, ...message.together])
        if (userId !== null && orderId !== null) bus.publish(ORDER_CHANGED, { userId, id: orderId });
    });
    bus.subscribe(NEAR_STOP, ({ account, alert }) => {
      outbox.put(database.outbox, nearStopMessages(account, alert, clock.nowMs())).catch(log.willRetry);
    });
    app.jobs.add(createReminders({ database, clock, outbox, subscriptions, log }));
    app.addHook("onClose", () => notifier.stop());
  },
  { name: "notifications", dependencies: ["messaging", "subscriptions"] },
);
