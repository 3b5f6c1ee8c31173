/** GET /users/me/overview: today at a glance. */
import * as z from "zod/mini";
import { namedAccount } from "./entities.ts";
import { REASONS } from "./reasons.ts";

/** `tz` is the user's time zone (Europe/Moscow), which decides when today began; UTC by default. */
export const overviewQuery = z.object({ tz: z.optional(z.string().check(z.maxLength(64, "too_long"))) });

/** Why an account needs attention. */
export const ATTENTION = ["key-missing", "key-refused", "key-expires", "no-chat", "chat-blocked", "paused"] as const;
export type Attention = (typeof ATTENTION)[number];

const latency = z.nullable(z.object({ p50Us: z.number(), p95Us: z.number() }));

export const overview = z.object({
  /** When the user's day began. */
  since: z.string(),
  orders: z.object({ total: z.number(), created: z.number(), rejected: z.number(), waiting: z.number() }),
  /** Most frequent first. */
  refusals: z.array(z.object({ reason: z.enum(REASONS), orders: z.number() })),
  /** From the alert's arrival to the send: our share. Null when nothing was sent today. */
  relay: latency,
  /** From the send to the answer: the venue's share. */
  venue: latency,
  attention: z.array(
    z.object({
      accountId: z.string(),
      ...namedAccount.shape,
      attention: z.enum(ATTENTION),
      reason: z.nullable(z.string()),
      /** When the key expires, for `key-expires`. */
      at: z.nullable(z.string()),
    }),
  ),
});
export type Overview = z.infer<typeof overview>;
