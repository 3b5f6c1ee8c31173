/** GET /users/me/overview: today at a glance. */
import * as z from "zod/mini";
import { VENUES } from "./enumerations.ts";
import { REASONS } from "./reasons.ts";

/** `tz` names the asker's time zone (Europe/Moscow), which says when today began; UTC unless told. */
export const overviewQuery = z.object({ tz: z.optional(z.string().check(z.maxLength(64, "too_long"))) });

/** Why an account wants to be looked at. */
export const ATTENTION = ["key-missing", "key-refused", "key-expires", "no-chat", "chat-blocked", "paused"] as const;
export type Attention = (typeof ATTENTION)[number];

const latency = z.nullable(z.object({ p50Us: z.number(), p95Us: z.number() }));

export const overview = z.object({
  /** When the asker's day began. */
  since: z.string(),
  orders: z.object({ total: z.number(), created: z.number(), rejected: z.number(), waiting: z.number() }),
  /** The most frequent first. */
  refusals: z.array(z.object({ reason: z.enum(REASONS), orders: z.number() })),
  /** From the alert's arrival to the send: what we take. Null when nothing was sent today. */
  relay: latency,
  /** From the send to the answer: what the venue takes. */
  venue: latency,
  attention: z.array(
    z.object({
      accountId: z.string(),
      exchange: z.enum(VENUES),
      attention: z.enum(ATTENTION),
      reason: z.nullable(z.string()),
      /** When the key ends, for `key-expires`. */
      at: z.nullable(z.string()),
    }),
  ),
});
export type Overview = z.infer<typeof overview>;
