/** A user's day so far: from the sums of its quarters of an hour, and from the orders that aren't in a sum yet. */
import type { Overview, Reason, Status } from "@chartrelay/contract";
import type { Queryable } from "../platform/db/database.ts";
import { addBuckets, percentilesOf, type Latencies } from "../platform/latency.ts";
import { DISORDER_US } from "../platform/lists/dates.ts";
import { QUARTER_MS } from "./sums.ts";

const HOUR_MS = 3_600_000;
const WEEK_QUARTERS = (7 * 24 * HOUR_MS) / QUARTER_MS;

// The first quarter that isn't summed, and the last order that surely is. Read before the orders, whose statement gets the
// number as a parameter: the planner would take "greater than what a query returns" for a third of all orders, and read the
// whole table.
const FROM_WHERE = `
select mark.quarter as mark, greatest(0,
  (select last_seq from order_sums where user_id = $1 and order_sums.quarter < mark.quarter - 1
    order by order_sums.quarter desc limit 1),
  (select max(seq) from milestones where user_id = $1 and list = 'orders' and received_at < $2::bigint - ${DISORDER_US})
) as seq
from (select coalesce((select quarter from order_sum_mark), 0) as quarter) mark`;

const OF_QUARTERS = "from order_sums where user_id = $1 and quarter >= $2 and quarter < $3";
const SUMS = `select quarter, created, rejected, refusals, relay, venue ${OF_QUARTERS}`;
const BUCKETS = `select relay, venue ${OF_QUARTERS}`;
const IS_SUMMED = "select quarter >= $1 as is from order_sum_mark";

// The orders received since the mark $3, and those that weren't final when they were to be summed. Orders get their `seq`
// in the order of receipt, except for a minute's disorder: the index finds those after $5, the last quarter but one.
const REST = `
select account_id as "accountId", id, status, reason, received_at as "receivedAt", sent_at as "sentAt",
  answered_at as "answeredAt"
from orders
where user_id = $1 and seq > $5 and received_at >= greatest($4::bigint, $3::bigint * ${QUARTER_MS * 1_000})
union all
select account_id, id, status, reason, received_at, sent_at, answered_at from orders
where user_id = $1 and seq = any(array(
  select unnest(open_seqs) ${OF_QUARTERS}))`;

interface Sum {
  readonly quarter: number;
  readonly created: number;
  readonly rejected: number;
  readonly refusals: Readonly<Record<string, readonly [orders: number, lastUs: number, lastId: string]>>;
  readonly relay: Readonly<Record<string, number>>;
  readonly venue: Readonly<Record<string, number>>;
}

/** An order that no sum counts. Times are microseconds since the Unix epoch. */
export interface UnsummedOrder {
  readonly accountId: string;
  readonly id: string;
  readonly status: Status;
  readonly reason: Reason | null;
  readonly receivedAt: number;
  readonly sentAt: number | null;
  readonly answeredAt: number | null;
}

export interface Today extends Pick<Overview, "orders" | "hours" | "refusals" | "relay" | "venue"> {
  /** Today's orders that no sum counts yet. */
  readonly unsummed: readonly UnsummedOrder[];
}

/** Reads the day that began at `sinceMs` and has `hours` hours. */
export async function readToday(db: Queryable, userId: string, sinceMs: number, hours: number): Promise<Today> {
  const [quarter, sinceUs] = [Math.floor(sinceMs / QUARTER_MS), sinceMs * 1_000];
  const [from] = await db.query<{ mark: number; seq: number }>(FROM_WHERE, [userId, sinceUs]);
  const { mark = 0, seq = 0 } = from ?? {};
  const [sums, unsummed] = await Promise.all([
    db.query<Sum>(SUMS, [userId, quarter, mark]),
    db.query<UnsummedOrder>(REST, [userId, quarter, mark, sinceUs, seq]),
  ]);
  const day = new Day(sinceMs, hours);
  for (const sum of sums) day.addSum(sum);
  for (const order of unsummed) day.addOrder(order);
  return { ...day.figures(), unsummed };
}

export type Week = Overview["week"] & {
  /** Whether all of its orders are summed. */
  readonly isComplete: boolean;
};

/** Returns the latencies of the seven days before `sinceMs`, as far as they are summed. */
export async function readWeek(db: Queryable, userId: string, sinceMs: number): Promise<Week> {
  const quarter = Math.floor(sinceMs / QUARTER_MS);
  const [mark] = await db.query<{ is: boolean }>(IS_SUMMED, [quarter]);
  const sums = await db.query<Pick<Sum, "relay" | "venue">>(BUCKETS, [userId, quarter - WEEK_QUARTERS, quarter]);
  const [relay, venue]: [Latencies, Latencies] = [[], []];
  for (const sum of sums) {
    addBuckets(relay, sum.relay);
    addBuckets(venue, sum.venue);
  }
  return { relay: shown(relay), venue: shown(venue), isComplete: mark?.is ?? false };
}

function shown(latencies: Latencies): Overview["relay"] {
  const [p50Us, p95Us] = percentilesOf(latencies, [0.5, 0.95]) ?? [];
  return p50Us === undefined || p95Us === undefined ? null : { p50Us, p95Us };
}

const NO_ORDERS = { created: 0, rejected: 0, waiting: 0 };
const COUNTED_AS = { CREATED: "created", REJECTED: "rejected", NEW: "waiting" } as const satisfies Record<
  Status,
  keyof typeof NO_ORDERS
>;

/** Orders that were rejected for one reason, and the latest of them. */
interface Refused {
  readonly orders: number;
  readonly lastUs: number;
  readonly lastId: string;
}

class Day {
  readonly #sinceMs: number;
  readonly #hours: (typeof NO_ORDERS)[];
  readonly #refusals = new Map<string, Refused>();
  readonly #relay: Latencies = [];
  readonly #venue: Latencies = [];

  constructor(sinceMs: number, hours: number) {
    this.#sinceMs = sinceMs;
    this.#hours = Array.from({ length: hours }, () => ({ ...NO_ORDERS }));
  }

  addSum({ quarter, created, rejected, refusals, relay, venue }: Sum): void {
    const hour = this.#hourOf(quarter * QUARTER_MS);
    hour.created += created;
    hour.rejected += rejected;
    for (const [reason, [orders, lastUs, lastId]] of Object.entries(refusals)) {
      this.#refuse(reason, { orders, lastUs, lastId });
    }
    addBuckets(this.#relay, relay);
    addBuckets(this.#venue, venue);
  }

  addOrder({ id, status, reason, receivedAt, sentAt, answeredAt }: UnsummedOrder): void {
    this.#hourOf(receivedAt / 1_000)[COUNTED_AS[status]] += 1;
    if (status === "REJECTED" && reason !== null) this.#refuse(reason, { orders: 1, lastUs: receivedAt, lastId: id });
    if (sentAt === null) return;
    this.#relay.push([sentAt - receivedAt, 1]);
    if (answeredAt !== null) this.#venue.push([answeredAt - sentAt, 1]);
  }

  figures(): Omit<Today, "unsummed"> {
    const sumOf = (name: keyof typeof NO_ORDERS) => this.#hours.reduce((sum, hour) => sum + hour[name], 0);
    const [created, rejected, waiting] = [sumOf("created"), sumOf("rejected"), sumOf("waiting")];
    return {
      orders: { total: created + rejected + waiting, created, rejected, waiting },
      hours: this.#hours.map((hour, index) => ({ from: isoOf(this.#sinceMs + index * HOUR_MS), ...hour })),
      refusals: [...this.#refusals]
        .toSorted(([, a], [, b]) => b.lastUs - a.lastUs)
        .map(([reason, { orders, lastUs, lastId }]) => ({
          reason: reason as Reason,
          orders,
          lastId,
          lastAt: isoOf(lastUs / 1_000),
        })),
      relay: shown(this.#relay),
      venue: shown(this.#venue),
    };
  }

  /** A clock that was set may have put an order before or after the day. */
  #hourOf(ms: number): typeof NO_ORDERS {
    const hour = Math.floor((ms - this.#sinceMs) / HOUR_MS);
    return this.#hours[Math.min(Math.max(hour, 0), this.#hours.length - 1)] ?? { ...NO_ORDERS };
  }

  #refuse(reason: string, refused: Refused): void {
    const known = this.#refusals.get(reason);
    const latest = known && known.lastUs > refused.lastUs ? known : refused;
    this.#refusals.set(reason, { ...latest, orders: refused.orders + (known?.orders ?? 0) });
  }
}

const isoOf = (ms: number) => new Date(ms).toISOString();
