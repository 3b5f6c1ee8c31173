/** The entities of the specification (section 3) as the API sends them. Dates are ISO 8601 in UTC. */
import * as z from "zod/mini";
import {
  LANGUAGES,
  NOTIFICATIONS,
  ON_UNKNOWN_OUTCOME,
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
  /** Whether its owner has proved to read its mail. */
  isEmailConfirmed: z.boolean(),
  fullName: z.string(),
  telegram: z.nullable(z.string()),
  roles: z.array(z.enum(ROLES)),
  isHasBonus: z.boolean(),
  /** In which messages to the user are written. */
  language: z.enum(LANGUAGES),
  /** Which of them are sent. */
  notifications: z.enum(NOTIFICATIONS),
});
export type User = z.infer<typeof user>;

export const subscription = z.object({
  type: z.enum(SUBSCRIPTION_TYPES),
  expiration: z.nullable(z.string()),
  /** Days until then, one that has begun included; null on TRIAL. */
  daysLeft: z.nullable(z.number()),
  /** When PRO ended; left out while it lasts, and where there was none. */
  endedDate: z.optional(z.string()),
  /** What this user may buy. */
  plans: z.array(z.enum(PLANS)),
});
export type Subscription = z.infer<typeof subscription>;

/** A broker account entry on its way out: keys are dots, never the keys. */
export const account = z.object({
  /** What alerts name it by. */
  id: z.string(),
  /** The id before the last change, while alerts may still name the account by it; null otherwise. */
  oldId: z.nullable(
    z.object({
      id: z.string(),
      worksUntil: z.string(),
      /** When an alert last named the account by it; null when none has since the change. */
      lastUsedAt: z.nullable(z.string()),
    }),
  ),
  exchange: z.enum(VENUES),
  apiKey: z.string(),
  secretKey: z.string(),
  telegramChatId: z.nullable(z.string()),
  /** Why nothing can be sent to the chat; null when it can, as far as is known. */
  chatProblem: z.nullable(z.enum(REASONS)),
  isDemo: z.boolean(),
  allowMargin: z.boolean(),
  /** Its alerts are refused until its user lets it go on. */
  isPaused: z.boolean(),
  /** What becomes of its orders behind one whose outcome is unknown. */
  onUnknownOutcome: z.enum(ON_UNKNOWN_OUTCOME),
  /** When the venue last said what the key may do; null until it has. */
  keyCheckedAt: z.nullable(z.string()),
  /** Why the venue, or we, refused the key then; null when it may be used. */
  keyRefusal: z.nullable(z.enum(REASONS)),
  /** When the venue stops taking the key, where it says so. */
  keyExpiresAt: z.nullable(z.string()),
  createdDate: z.string(),
  isDeleted: z.boolean(),
});
export type Account = z.infer<typeof account>;

/** What a saved key may do; null where nobody says. `unclear`: the venue did not answer. */
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

/** What the API shows in place of a stored key; sent back unchanged it keeps the stored one. */
export const MASKED_KEY = "••••••••";

/** Microseconds since the Unix epoch for each step of an order's way; null where a step hasn't happened. */
export const timeline = z.object({
  received: z.number(),
  committed: z.nullable(z.number()),
  sent: z.nullable(z.number()),
  answered: z.nullable(z.number()),
  notified: z.nullable(z.number()),
});
export type Timeline = z.infer<typeof timeline>;

export const order = z.object({
  id: z.string(),
  createdDate: z.string(),
  /** The account's present id, whichever the alert named; one that names nothing for an account that is gone. */
  accountId: z.string(),
  /** Its alert named the account by an id that had been changed. */
  usedOldId: z.boolean(),
  /** Of the account when the order was accepted: whether it goes to the venue's demo environment. */
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
  responseServerJson: z.nullable(z.string()),
  timeline,
});
export type Order = z.infer<typeof order>;

/** The answer to an alert. */
export const acceptedOrder = z.object({ id: z.string(), status: z.enum(STATUSES) });

/** An alert row: an alert posted to /api/v1/alerts, on its way to a chat. */
export const alert = z.object({
  id: z.string(),
  createdDate: z.string(),
  /** As an order's. */
  accountId: z.string(),
  usedOldId: z.boolean(),
  /** Null when it was refused for want of a chat. */
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
