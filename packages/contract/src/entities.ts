/** The entities of the specification (section 3) as the API sends them. Dates are ISO 8601 in UTC. */
import * as z from "zod/mini";
import {
  EXECUTION_STATES,
  LANGUAGES,
  NOTIFICATIONS,
  ON_UNKNOWN_OUTCOME,
  ORDER_ACTIONS,
  ORDER_SIDES,
  ORDER_TYPES,
  PLANS,
  ROLES,
  STAGES,
  STATUSES,
  SUBSCRIPTION_TYPES,
  VENUES,
} from "./enumerations.ts";
import { REASONS } from "./reasons.ts";

export const user = z.object({
  email: z.string(),
  /** Whether the user has proved that they read mail at this address. */
  isEmailConfirmed: z.boolean(),
  fullName: z.string(),
  telegram: z.nullable(z.string()),
  roles: z.array(z.enum(ROLES)),
  isHasBonus: z.boolean(),
  /** The language of messages to the user. */
  language: z.enum(LANGUAGES),
  /** Which of these messages are sent. */
  notifications: z.enum(NOTIFICATIONS),
  /** Since when all of the user's accounts have been paused; null while one isn't, or there is none. */
  allPausedAt: z.nullable(z.string()),
});
export type User = z.infer<typeof user>;

export const subscription = z.object({
  type: z.enum(SUBSCRIPTION_TYPES),
  expiration: z.nullable(z.string()),
  /** Days until the expiration, counting a day that has begun; null on TRIAL. */
  daysLeft: z.nullable(z.number()),
  /** When PRO ended; omitted while it lasts, or if the user never had it. */
  endedDate: z.optional(z.string()),
  /** The plans that this user may buy. */
  plans: z.array(z.enum(PLANS)),
});
export type Subscription = z.infer<typeof subscription>;

/** What names a broker account wherever it is shown. */
export const namedAccount = z.object({
  /** Chosen by the trader, and not necessarily unique; null when none was chosen. */
  name: z.nullable(z.string()),
  exchange: z.enum(VENUES),
  /** The last four characters of `apiKey`, never of `secretKey`; null when there is no key, or it is very short. */
  keyEnding: z.nullable(z.string()),
  isDemo: z.boolean(),
});
export type NamedAccount = z.infer<typeof namedAccount>;

/** A broker account entry as the API returns it: keys are masked, never sent. */
export const account = z.object({
  ...namedAccount.shape,
  /** The id by which alerts name the account. */
  id: z.string(),
  /** The previous id, while alerts may still use it; null otherwise. */
  oldId: z.nullable(
    z.object({
      id: z.string(),
      worksUntil: z.string(),
      /** When an alert last used it; null if none has since the change. */
      lastUsedAt: z.nullable(z.string()),
    }),
  ),
  apiKey: z.string(),
  secretKey: z.string(),
  telegramChatId: z.nullable(z.string()),
  /** Why nothing can be sent to the chat; null when it can, as far as we know. */
  chatProblem: z.nullable(z.enum(REASONS)),
  allowMargin: z.boolean(),
  /** Its alerts are refused until the user resumes it. */
  isPaused: z.boolean(),
  /** Whether it was paused together with all others, and is resumed with them. */
  isPausedWithAll: z.boolean(),
  /** What happens to its orders behind one whose outcome is unknown. */
  onUnknownOutcome: z.enum(ON_UNKNOWN_OUTCOME),
  /** When the venue last reported what the key may do; null until it has. */
  keyCheckedAt: z.nullable(z.string()),
  /** Why the venue, or we, refused the key at that time; null when it may be used. */
  keyRefusal: z.nullable(z.enum(REASONS)),
  /** When the key expires at the venue, if the venue says so. */
  keyExpiresAt: z.nullable(z.string()),
  createdDate: z.string(),
  isDeleted: z.boolean(),
});
export type Account = z.infer<typeof account>;

/** What a saved key may do; null where we don't know. `unclear`: the venue didn't answer. */
export const keyCheck = z.object({
  id: z.string(),
  verdict: z.enum(["ok", "refused", "unclear"]),
  reason: z.nullable(z.enum(REASONS)),
  maySeeOrders: z.nullable(z.boolean()),
  mayTrade: z.nullable(z.boolean()),
  mayWithdraw: z.nullable(z.boolean()),
  expiresAt: z.nullable(z.string()),
  /** Within two weeks. */
  expiresSoon: z.boolean(),
});
export type KeyCheck = z.infer<typeof keyCheck>;

/** What the API shows in place of a stored key; if a client sends it back unchanged, the stored key stays. */
export const MASKED_KEY = "••••••••";

/** Microseconds since the Unix epoch for each step of an order; null for steps that haven't happened. */
export const timeline = z.object({
  received: z.number(),
  committed: z.nullable(z.number()),
  sent: z.nullable(z.number()),
  answered: z.nullable(z.number()),
  notified: z.nullable(z.number()),
});
export type Timeline = z.infer<typeof timeline>;

/** A fee in one currency. Negative for a rebate. */
export const fee = z.object({ amount: z.string(), currency: z.string() });

/** What became of an order after its venue accepted it, as far as we know. Decimal strings in the message's units. */
export const execution = z.object({
  state: z.enum(EXECUTION_STATES),
  filledQuantity: z.string(),
  /** Null while nothing is filled, or if the venue doesn't say. */
  averagePrice: z.nullable(z.string()),
  /** What it has cost. Null as long as the venue names no fee, and if it charges in several currencies: see `fees`. */
  fee: z.nullable(z.string()),
  feeCurrency: z.nullable(z.string()),
  /** The same, with one entry for each currency. */
  fees: z.array(fee),
  /** Who ended it early, if the venue says so. */
  cancelledBy: z.nullable(z.enum(["client", "venue"])),
  /** Why it ended early or, while it works, why we can't read it any more; null if there is nothing to say. */
  reason: z.nullable(z.enum(REASONS)),
  /** When we learned of the last change, in microseconds since the Unix epoch. */
  changedAt: z.nullable(z.number()),
});
export type OrderExecution = z.infer<typeof execution>;

/**
 * What the venue said of a cancellation. `over`: nothing was left to cancel. `throttled`: too many requests. `unknown`:
 * no clear answer.
 */
export const CANCELLATION_OUTCOMES = ["accepted", "over", "refused", "throttled", "unknown"] as const;
export type CancellationOutcome = (typeof CANCELLATION_OUTCOMES)[number];

/** An order that a message asked to cancel, and what has become of it since. */
export const cancelTarget = z.object({
  id: z.string(),
  /** Null while the venue hasn't been asked. */
  outcome: z.nullable(z.enum(CANCELLATION_OUTCOMES)),
  /** Why the venue didn't take it; null if it did. */
  reason: z.nullable(z.enum(REASONS)),
  ticker: z.string(),
  direction: z.enum(ORDER_SIDES),
  quantity: z.string(),
  /** Its execution as it is now: an order that was filled before the cancellation arrived is `filled`. */
  state: z.nullable(z.enum(EXECUTION_STATES)),
  filledQuantity: z.string(),
});
export type CancelTarget = z.infer<typeof cancelTarget>;

export const order = z.object({
  id: z.string(),
  /** What its message asks for: an order, or to cancel orders. The latter has no direction, type, price and quantity. */
  action: z.enum(ORDER_ACTIONS),
  /** The orders that it cancels, in order of acceptance; null for an order, and until they have been found. */
  cancels: z.nullable(z.array(cancelTarget)),
  createdDate: z.string(),
  /** The account's current id, whichever id the alert used; for a deleted account, an id that names nothing. */
  accountId: z.string(),
  /** The alert used an id that the account no longer has. */
  usedOldId: z.boolean(),
  /** The account's name and the end of its key, as they are now or, if it was deleted, as they last were. */
  accountName: z.nullable(z.string()),
  accountEnding: z.nullable(z.string()),
  /** Whether it goes to the venue's demo environment, as the account was set when the order was accepted. */
  isDemo: z.boolean(),
  instrument: z.nullable(z.object({ exchange: z.enum(VENUES), ticker: z.nullable(z.string()) })),
  direction: z.nullable(z.enum(ORDER_SIDES)),
  type: z.nullable(z.enum(ORDER_TYPES)),
  /** The price, as a decimal string. */
  open: z.nullable(z.string()),
  quantity: z.nullable(z.string()),
  status: z.enum(STATUSES),
  stage: z.enum(STAGES),
  reason: z.nullable(z.enum(REASONS)),
  /** The first thing that is wrong with its message, for texts of the `message` namespace; null when it is right. */
  problem: z.nullable(z.object({ code: z.string(), field: z.string(), detail: z.optional(z.string()) })),
  responseServerJson: z.nullable(z.string()),
  /** Null unless the venue has accepted it, and as long as nothing is known of it since. */
  execution: z.nullable(execution),
  /** The strategy whose signal made it; null without one. `id` is null once the strategy is deleted. */
  strategy: z.optional(z.nullable(z.object({ id: z.nullable(z.string()), name: z.string() }))),
  timeline,
});
export type Order = z.infer<typeof order>;

/** The answer to an alert. */
export const acceptedOrder = z.object({ id: z.string(), status: z.enum(STATUSES) });
export type AcceptedOrder = z.infer<typeof acceptedOrder>;

/** The answer to an alert that names a strategy: `id` is the signal's. */
export const acceptedSignal = z.extend(acceptedOrder, {
  /**
   * Its orders, one for each member account that was on. `accountId` is the account's own id, not the one by which alerts
   * name it: whoever may send a strategy its signals may not send its accounts anything else.
   */
  orders: z.optional(z.array(z.object({ id: z.string(), accountId: z.string(), status: z.enum(STATUSES) }))),
});
export type AcceptedSignalAnswer = z.infer<typeof acceptedSignal>;

/** A row of the alert list: an alert posted to /api/v1/alerts, to be sent to a chat. */
export const alert = z.object({
  id: z.string(),
  createdDate: z.string(),
  /** Same as an order's. */
  accountId: z.string(),
  usedOldId: z.boolean(),
  accountName: z.nullable(z.string()),
  accountEnding: z.nullable(z.string()),
  /** The account's venue and environment; null when nothing is known of the account any more. */
  exchange: z.nullable(z.enum(VENUES)),
  isDemo: z.nullable(z.boolean()),
  /** Null when it was refused because the account has no chat. */
  chatId: z.nullable(z.string()),
  status: z.enum(STATUSES),
  reason: z.nullable(z.enum(REASONS)),
  message: z.nullable(z.string()),
  json: z.nullable(z.string()),
});
export type Alert = z.infer<typeof alert>;

/** A row of the user statistics. */
export const userStats = z.object({
  id: z.string(),
  createdDate: z.string(),
  email: z.nullable(z.string()),
  fullName: z.nullable(z.string()),
  telegram: z.nullable(z.string()),
  utm: z.nullable(z.string()),
  isPro: z.boolean(),
  expirationPro: z.nullable(z.string()),
  countOrders: z.number(),
  lastOrderDate: z.nullable(z.string()),
});
export type UserStats = z.infer<typeof userStats>;
