/** GET /admin/relay: the health of the relay across all nodes. */
import * as z from "zod/mini";
import { STATUSES, VENUES } from "./enumerations.ts";

/** How many of the past minutes the outcomes and latencies cover. */
export const relayHealthQuery = z.object({
  minutes: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_440)), 60),
});

/** Upper bounds of the histogram's buckets in milliseconds; the last bucket has none. */
export const LATENCY_BUCKETS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 60_000] as const;

const histogram = z.object({
  /** Orders in each bucket, not cumulative; one entry more than `LATENCY_BUCKETS_MS`. */
  orders: z.array(z.number()),
  p50Us: z.nullable(z.number()),
  p95Us: z.nullable(z.number()),
  p99Us: z.nullable(z.number()),
});

export const relayHealth = z.object({
  at: z.string(),
  minutes: z.number(),
  /** Unfinished orders, by stage. */
  queue: z.object({
    queued: z.number(),
    sending: z.number(),
    unresolved: z.number(),
    /** Accounts with an unfinished order. */
    lanes: z.number(),
    oldestUs: z.nullable(z.number()),
  }),
  outcomes: z.array(
    z.object({
      exchange: z.enum(VENUES),
      status: z.enum(STATUSES),
      reason: z.nullable(z.string()),
      orders: z.number(),
    }),
  ),
  /** From arrival to send, and from send to answer. */
  latency: z.array(z.object({ exchange: z.enum(VENUES), relay: histogram, venue: histogram })),
  nodes: z.array(
    z.object({
      node: z.number(),
      isThis: z.boolean(),
      relays: z.boolean(),
      /** Partitions that it holds, of the 64 that divide the accounts. */
      partitions: z.number(),
    }),
  ),
  /** This node's connections to the database. */
  pools: z.array(z.object({ name: z.string(), open: z.number(), idle: z.number(), waiting: z.number() })),
  /** Venues with orders that have waited more than 5 s for an answer. */
  stalled: z.array(
    z.object({ exchange: z.enum(VENUES), isDemo: z.boolean(), orders: z.number(), oldestUs: z.number() }),
  ),
});
export type RelayHealth = z.infer<typeof relayHealth>;
