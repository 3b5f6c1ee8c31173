/** GET /users/me/overview: today at a glance, and how each account is doing. */
import * as z from "zod/mini";
import { namedAccount } from "./entities.ts";
import { STATUSES } from "./enumerations.ts";
import { REASONS } from "./reasons.ts";

/** `tz` is the user's time zone (Europe/Moscow), which decides when today began; UTC by default. */
export const overviewQuery = z.object({ tz: z.optional(z.string().check(z.maxLength(64, "too_long"))) });

/** Why an account needs attention. */
export const ATTENTION = ["key-missing", "key-refused", "key-expires", "no-chat", "chat-blocked", "paused"] as const;
export type Attention = (typeof ATTENTION)[number];

const latency = z.nullable(z.object({ p50Us: z.number(), p95Us: z.number() }));
const counts = { created: z.number(), rejected: z.number(), waiting: z.number() };

export const overview = z.object({
  /** When the user's day began. */
  since: z.string(),
  orders: z.object({ total: z.number(), ...counts }),
  /** The hours of the whole day, the coming ones included: 24, except on days when the clocks change. */
  hours: z.array(z.object({ from: z.string(), ...counts })),
  /** The reason with the latest refusal first. */
  refusals: z.array(z.object({ reason: z.enum(REASONS), orders: z.number(), lastId: z.string(), lastAt: z.string() })),
  /** From the alert's arrival to the send: our share. Null when nothing was sent today. */
  relay: latency,
  /** From the send to the answer: the venue's share. */
  venue: latency,
  /** The same two for the seven days before today. */
  week: z.object({ relay: latency, venue: latency }),
  /** In the order in which they were added. */
  accounts: z.array(
    z.extend(namedAccount, {
      accountId: z.string(),
      isPaused: z.boolean(),
      /** Its newest order of the last seven days; null if there was none. */
      lastOrder: z.nullable(z.object({ id: z.string(), at: z.string(), status: z.enum(STATUSES) })),
    }),
  ),
  attention: z.array(
    z.extend(namedAccount, {
      accountId: z.string(),
      attention: z.enum(ATTENTION),
      reason: z.nullable(z.string()),
      /** When the key expires, for `key-expires`. */
      at: z.nullable(z.string()),
    }),
  ),
});
export type Overview = z.infer<typeof overview>;
