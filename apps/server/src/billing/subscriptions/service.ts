import { type Plan, PLANS, type Subscription, subscription } from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Guards } from "../../identity/auth/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { grantPeriod } from "./grants.ts";
import type { Term } from "./ledger.ts";
import { findProUntil, listEnding } from "./store.ts";

const DAY_MS = 86_400_000;
/** Lets the operator try out a payment: specification, section 9. */
const ONE_RUBLE_PLAN: Plan = "1m-1rub";

/** A user whose e-mail, once confirmed, decides which plans they are offered. */
export interface Buyer {
  readonly email: string;
  readonly emailConfirmedAt: Date | null;
}

export interface Subscriptions {
  /** Returns PRO with its end, or TRIAL, which has none: for users who never were PRO, or whose PRO has ended. */
  subscriptionOf(user: Buyer & { readonly id: string }): Promise<Subscription>;
  /** Returns whether a user is PRO at this moment. */
  isPro(userId: string): Promise<boolean>;
  /** Returns the plans that a user may buy. */
  plansFor(user: Buyer): readonly Plan[];
  /**
   * Grants PRO by hand: it begins when the current PRO ends, or at once.
   * @returns when PRO ends then; undefined if there is no such user.
   */
  grant(userId: string, term: Term, givenBy: string): Promise<Date | undefined>;
  /** Returns users to notify: their PRO ends after `after` and by `by` at the latest. Earliest first. */
  endingBetween(span: { readonly after: Date; readonly by: Date }): Promise<{ userId: string; proUntil: Date }[]>;
}

export interface SubscriptionsParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Pick<Clock, "nowMs">;
  /** The e-mail of the user who is offered the one-ruble plan; nobody by default. */
  readonly oneRublePlanEmail?: string | undefined;
}

export function createSubscriptions({
  database: { orm },
  clock,
  oneRublePlanEmail,
}: SubscriptionsParts): Subscriptions {
  const leftOf = (proUntil: Date | undefined) => (proUntil?.getTime() ?? 0) - clock.nowMs();
  const plansFor: Subscriptions["plansFor"] = ({ email, emailConfirmedAt }) =>
    PLANS.filter((plan) => plan !== ONE_RUBLE_PLAN || (email === oneRublePlanEmail && emailConfirmedAt !== null));

  return {
    plansFor,

    async subscriptionOf(user) {
      const proUntil = await findProUntil(orm, user.id);
      const leftMs = leftOf(proUntil);
      const plans = [...plansFor(user)];
      return proUntil && leftMs > 0
        ? { type: "PRO", expiration: proUntil.toISOString(), daysLeft: Math.ceil(leftMs / DAY_MS), plans }
        : {
            type: "TRIAL",
            expiration: null,
            daysLeft: null,
            plans,
            ...(proUntil && { endedDate: proUntil.toISOString() }),
          };
    },

    isPro: async (userId) => leftOf(await findProUntil(orm, userId)) > 0,

    async grant(userId, term, givenBy) {
      const period = await orm.transaction((tx) => grantPeriod(tx, { userId, term, givenBy, atMs: clock.nowMs() }));
      return period && new Date(period.untilMs);
    },

    endingBetween: (span) => listEnding(orm, span),
  };
}

export function subscriptionRoutes(subscriptions: Subscriptions, { requireUser }: Guards): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      "/subscriptions/me",
      {
        onRequest: requireUser,
        schema: { tags: ["subscriptions"], summary: "The user's subscription", response: { 200: subscription } },
      },
      async ({ user }) => subscriptions.subscriptionOf(user),
    );
  };
}
