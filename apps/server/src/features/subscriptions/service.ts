import type { Subscription } from "@chartrelay/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { findProUntil, setProUntil } from "./store.ts";

export interface Subscriptions {
  /** PRO with its end, or TRIAL, which has none: for who never was PRO, and from the moment in which PRO ends. */
  subscriptionOf(userId: string): Promise<Subscription>;
  /** Makes a user PRO until then, whatever was before. */
  grantPro(userId: string, until: Date): Promise<void>;
}

export interface SubscriptionsParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Clock;
}

export function createSubscriptions({ database: { orm }, clock }: SubscriptionsParts): Subscriptions {
  return {
    async subscriptionOf(userId) {
      const proUntil = await findProUntil(orm, userId);
      const isPro = proUntil !== undefined && proUntil.getTime() > clock.nowMs();
      return isPro ? { type: "PRO", expiration: proUntil.toISOString() } : { type: "TRIAL", expiration: null };
    },
    grantPro: (userId, until) => setProUntil(orm, userId, until),
  };
}
