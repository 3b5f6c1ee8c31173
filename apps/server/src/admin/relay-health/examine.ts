/** The relay's health across all nodes, read from the orders themselves and from the locks that nodes hold. */
import {
  LATENCY_BUCKETS_MS,
  problemDetails,
  type RelayHealth,
  relayHealth,
  relayHealthQuery,
  type Status,
  type VenueName,
} from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { listNodes } from "../../cluster/ownership.ts";
import type { Guards } from "../../identity/auth/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { idBefore } from "../../platform/db/id-time.ts";

/** A venue that hasn't answered for this long is stalled. */
const STALLED_AFTER_US = 5_000_000;
const MINUTE_US = 60_000_000;

const QUEUE = `
select count(*) filter (where stage = 'queued') as queued, count(*) filter (where stage = 'sending') as sending,
  count(*) filter (where stage = 'unresolved') as unresolved, count(distinct account_id) as lanes,
  min(received_at) as oldest
from orders where status = 'NEW'`;

// Counts from `received_at`: the attempt is stored before the send, and no later time is known for an order in flight.
const STALLED = `
select venue as exchange, is_demo as "isDemo", count(*) as orders, $1 - min(received_at) as "oldestUs"
from orders where status = 'NEW' and stage in ('sending', 'unresolved') and received_at < $1 - ${STALLED_AFTER_US}
group by venue, is_demo order by venue, is_demo`;

const LATEST = `from orders where id >= ${idBefore("$1::bigint / 1000")} and received_at >= $1`;

const OUTCOMES = `
select venue as exchange, status, reason, count(*) as orders ${LATEST}
group by venue, status, reason order by venue, status, orders desc`;

const bucketsOf = (leg: string) =>
  `width_bucket(${leg}, array[${LATENCY_BUCKETS_MS.map((ms) => ms * 1_000 + 1).join()}]::bigint[])`;

const LATENCY = `
select venue as exchange, leg, bucket, count(*) as orders
from (
  select venue, 'relay' as leg, ${bucketsOf("sent_at - received_at")} as bucket ${LATEST} and sent_at is not null
  union all
  select venue, 'venue' as leg, ${bucketsOf("answered_at - sent_at")} as bucket ${LATEST} and answered_at is not null
    and sent_at is not null
) legs
group by venue, leg, bucket`;

const PERCENTILES = `
select venue as exchange, percentile_cont(array[0.5, 0.95, 0.99]) within group (order by sent_at - received_at) as relay,
  percentile_cont(array[0.5, 0.95, 0.99]) within group (order by answered_at - sent_at) as venue ${LATEST}
group by venue order by exchange`;

interface QueueRow {
  readonly queued: number;
  readonly sending: number;
  readonly unresolved: number;
  readonly lanes: number;
  readonly oldest: number | null;
}

type Leg = "relay" | "venue";
type Outcome = { exchange: VenueName; status: Status; reason: string | null; orders: number };
type Bucket = { exchange: VenueName; leg: Leg; bucket: number; orders: number };
type Percentiles = { exchange: VenueName } & Record<Leg, readonly (number | null)[] | null>;

export interface RelayHealthParts {
  readonly database: Pick<Database, "query" | "pools">;
  readonly clock: Pick<Clock, "nowMs" | "nowUs">;
  /** This node's name among the nodes. */
  readonly node: () => number;
}

/** Returns the function behind GET /admin/relay; it takes the number of past minutes to report on. */
export function createRelayHealth({
  database,
  clock,
  node,
}: RelayHealthParts): (minutes: number) => Promise<RelayHealth> {
  return async (minutes) => {
    const nowUs = clock.nowUs();
    const sinceUs = nowUs - minutes * MINUTE_US;
    // One after another: the database may be under load when health is requested.
    const [queue] = await database.query<QueueRow>(QUEUE);
    const stalled = await database.query<RelayHealth["stalled"][number]>(STALLED, [nowUs]);
    const outcomes = await database.query<Outcome>(OUTCOMES, [sinceUs]);
    const buckets = await database.query<Bucket>(LATENCY, [sinceUs]);
    const percentiles = await database.query<Percentiles>(PERCENTILES, [sinceUs]);
    const nodes = await listNodes(database);
    const { oldest = null, ...stages } = queue ?? { queued: 0, sending: 0, unresolved: 0, lanes: 0 };
    return {
      at: new Date(clock.nowMs()).toISOString(),
      minutes,
      queue: { ...stages, oldestUs: oldest === null ? null : nowUs - oldest },
      outcomes,
      latency: percentiles.map(({ exchange, ...of }) => ({
        exchange,
        relay: histogram("relay", buckets, exchange, of.relay),
        venue: histogram("venue", buckets, exchange, of.venue),
      })),
      nodes: nodes.map((each) => ({ ...each, isThis: each.node === node() })),
      pools: database.pools(),
      stalled,
    };
  };
}

function histogram(
  leg: Leg,
  buckets: readonly Bucket[],
  exchange: VenueName,
  percentiles: readonly (number | null)[] | null,
): RelayHealth["latency"][number]["relay"] {
  const orders = Array.from({ length: LATENCY_BUCKETS_MS.length + 1 }, () => 0);
  for (const row of buckets) if (row.exchange === exchange && row.leg === leg) orders[row.bucket] = row.orders;
  const [p50Us = null, p95Us = null, p99Us = null] = (percentiles ?? []).map((us) => us && Math.round(us));
  return { orders, p50Us, p95Us, p99Us };
}

/** GET /admin/relay: for admins only. */
export function relayHealthRoutes(
  examine: (minutes: number) => Promise<RelayHealth>,
  { requireRole }: Guards,
): FastifyPluginAsyncZod {
  return async (app) => {
    app.get("/admin/relay", { onRequest: requireRole("ADMIN"), schema: SCHEMA }, async ({ query }) =>
      examine(query.minutes),
    );
  };
}

const SCHEMA = {
  summary: "How the relay is doing: queue, outcomes, latency, nodes",
  tags: ["admin"],
  querystring: relayHealthQuery,
  response: { 200: relayHealth, 401: problemDetails, 403: problemDetails },
} as const;
