/** Payments: a user buys a plan, pays once and is granted PRO once. */
import type { FastifyPluginAsync } from "fastify";
import type { Config } from "../../config.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Orm } from "../../platform/db/database.ts";
import type { Guards } from "../../identity/auth/index.ts";
import type { Consents } from "../../identity/consents/index.ts";
import type { Subscriptions } from "../subscriptions/index.ts";
import { createCheckout, lastCheckoutOf } from "./checkout.ts";
import type { PaymentsApi } from "./listed-payments.ts";
import { createNotifications, type UngrantedPayment } from "./notifications.ts";
import { createReconciler } from "./reconciler.ts";
import type { Job } from "../../platform/jobs.ts";
import type { GrantedPayment } from "./record.ts";
import { checkoutRoute, notificationRoutes } from "./routes.ts";
import type { RetryLog } from "../../platform/retry-log.ts";

export type { GrantedPayment } from "./record.ts";

export interface PaymentsParts {
  readonly config: Pick<Config, "mode" | "payments">;
  readonly database: Pick<Database, "orm">;
  readonly clock: Clock;
  readonly subscriptions: Pick<Subscriptions, "plansFor">;
  readonly consents: Pick<Consents, "require">;
  /** Undefined when payments are off. */
  readonly terminal: (PaymentsApi & { readonly widgetUrl: string }) | undefined;
  /** Runs within the granting transaction, so that the user is notified once. */
  readonly onGranted: (tx: Orm, payment: GrantedPayment) => Promise<void>;
  readonly onUngranted: (payment: UngrantedPayment) => void;
  readonly log: RetryLog;
}

export interface Payments {
  routes(guards: Guards): FastifyPluginAsync;
  /** Finds lost payments. */
  readonly reconciler: Job | undefined;
}

export function createPayments(parts: PaymentsParts): Payments {
  const { config, terminal, consents, database, clock } = parts;
  // Sandbox payments are never real.
  const takesTests = config.mode === "sandbox";
  const checkout = createCheckout({ ...parts, receipt: config.payments.receipt });
  const take = createNotifications({ ...parts, takesTests, apiSecret: terminal?.apiSecret });
  return {
    reconciler: terminal && createReconciler({ ...parts, takesTests, api: terminal }),
    routes: (guards) => async (api) => {
      const requireConsents = (userId: string) => consents.require(userId);
      const lastCheckout = (userId: string) => lastCheckoutOf(database.orm, userId, clock.nowMs());
      await api.register(checkoutRoute({ checkout, lastCheckout, requireConsents }, guards));
      await api.register(notificationRoutes(take));
    },
  };
}
