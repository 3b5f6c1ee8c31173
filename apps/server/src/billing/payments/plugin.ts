import fp from "fastify-plugin";
import { notifyOfPayment } from "../../messaging/notifications/index.ts";
import { createPayments, type PaymentsParts } from "./index.ts";

export interface PaymentsOptions {
  /** Undefined when payments are off. */
  readonly terminal: PaymentsParts["terminal"];
}

/** Payments, and the PRO that they grant. */
export const payments = fp<PaymentsOptions>(
  async (app, { terminal }) => {
    const { config, database, clock, log, logger, serve } = app.platform;
    if (!terminal) logger.warn("CLOUDPAYMENTS_PUBLIC_ID is not set: nothing is sold");
    const { outbox } = app.messaging;
    const { reconciler, routes } = createPayments({
      config,
      database,
      clock,
      subscriptions: app.subscriptions,
      consents: app.identity.consents,
      terminal,
      onGranted: (tx, payment) => notifyOfPayment(outbox, tx, payment),
      onUngranted: (payment) =>
        logger.error(payment, "a payment was taken that matches no order, so nothing is granted"),
      log,
    });
    await serve(routes(app.guards));
    if (reconciler) app.jobs.add(reconciler);
  },
  { name: "payments", dependencies: ["subscriptions", "identity", "messaging", "jobs"] },
);
