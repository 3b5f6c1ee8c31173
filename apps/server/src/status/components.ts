/**
 * Whether each part of the service works now, judged by the accounts and chats whose recent orders and messages are in trouble. The leader looks every
 * ten seconds, so that all nodes say the same and looking costs the same however many nodes there are.
 */
import type { Component, ComponentState, Reason, VenueName } from "@chartrelay/contract";
import type { Clock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { idBefore } from "../platform/db/id-time.ts";
import { repeat, type Job } from "../platform/jobs.ts";
import type { RetryLog } from "../platform/retry-log.ts";

const INTERVAL_MS = 10_000;
/** What is older says nothing about now. */
const RECENT_MS = 180_000;
/** An order that isn't final after this is in trouble, and so is a message. */
const ORDER_LATE_MS = 10_000;
const MESSAGE_LATE_MS = 60_000;
/** Fewer may be one user's own trouble. */
const MIN_TROUBLED = 3;
/** The shares of troubled accounts or chats from which a part is degraded, and down. */
const DEGRADED_SHARE = 0.1;
const DOWN_SHARE = 0.9;
/** Without the leader for so long, nothing is sent. */
const STALE_AFTER_S = 60;
/** CloudPayments' list is read every minute. */
const PAYMENTS_LATE_MS = 600_000;

/** Reasons for which a venue or the relay is to blame, and not the order. */
const ORDER_TROUBLES: readonly Reason[] = ["EXPIRED", "OUTCOME_UNKNOWN", "VENUE_UNAVAILABLE", "VENUE_THROTTLED"];
const MESSAGE_TROUBLES: readonly Reason[] = ["TELEGRAM_UNAVAILABLE", "MAIL_SERVER_UNAVAILABLE"];

// Counted by account and by chat, so that the backlog of one doesn't count a hundred times. $1 and $2 are microseconds.
const ORDERS = `
select component, count(*)::int as total, count(*) filter (where is_troubled)::int as troubled from (
  select component, bool_or(is_troubled) as is_troubled from (
    select venue as component, account_id, status = 'REJECTED' and reason = any($4) as is_troubled from orders
    where id >= ${idBefore("$1::bigint / 1000")} and received_at >= $1::bigint and status <> 'NEW' and is_demo = any($3)
    union all
    select venue, account_id, received_at < $2::bigint from orders where status = 'NEW' and is_demo = any($3)
  ) as recent group by component, account_id
) as accounts group by component`;

const MESSAGES = `
select component, count(*)::int as total, count(*) filter (where is_troubled)::int as troubled from (
  select component, bool_or(is_troubled) as is_troubled from (
    select channel as component, queue, coalesce(reason = any($3), false) as is_troubled from messages
    where sent_at >= $1::bigint and status <> 'NEW'
    union all
    select channel, queue, created_at < $2::bigint from messages where status = 'NEW'
  ) as recent group by component, queue
) as queues group by component`;

const PAYMENTS = "select until_at < $1 as is_late from payments_listed";

const STORE = `
insert into component_states (component, state, checked_at)
select component, state, clock_timestamp() from json_to_recordset($1::json) as t(component text, state text)
on conflict (component) do update set state = excluded.state, checked_at = excluded.checked_at`;

const READ = `
select component, case when checked_at < clock_timestamp() - interval '${STALE_AFTER_S} seconds' then 'down' else state end as state
from component_states`;

interface Recent {
  readonly component: string;
  readonly total: number;
  readonly troubled: number;
}

export interface ComponentsParts {
  readonly db: Queryable;
  readonly clock: Pick<Clock, "nowMs" | "wait">;
  readonly log: RetryLog;
  readonly venues: readonly VenueName[];
  /** Which other parts are set up. */
  readonly services: readonly Exclude<Component, VenueName | "alerts">[];
  /** The environments whose orders count: live ones, and in the sandbox demo ones as well. */
  readonly environments: readonly ("live" | "demo")[];
}

export interface ComponentsJob extends Job {
  /** Looks at each part once, and stores its state. */
  check(): Promise<void>;
}

/** Creates the job. Run it on one node at a time. */
export function createComponentsJob(parts: ComponentsParts): ComponentsJob {
  const { db, clock, log, venues, services, environments } = parts;

  async function check(): Promise<void> {
    const nowMs = clock.nowMs();
    const micros = (agoMs: number) => (nowMs - agoMs) * 1_000;
    const isDemo = environments.map((each) => each === "demo");
    const orders = await db.query<Recent>(ORDERS, [micros(RECENT_MS), micros(ORDER_LATE_MS), isDemo, ORDER_TROUBLES]);
    const messages = await db.query<Recent>(MESSAGES, [micros(RECENT_MS), micros(MESSAGE_LATE_MS), MESSAGE_TROUBLES]);
    const [listed] = await db.query<{ is_late: boolean }>(PAYMENTS, [new Date(nowMs - PAYMENTS_LATE_MS)]);
    const recent = [...orders, ...messages];
    const states = [...venues, ...services].map((component) => ({
      component,
      state:
        component === "payments"
          ? listed?.is_late === true
            ? "degraded"
            : "operational"
          : judge(recent.find((each) => each.component === component)),
    }));
    await db.query(STORE, [JSON.stringify(states)]);
  }

  return {
    check,
    run: (ended) => repeat(check, INTERVAL_MS, { clock, log }, ended),
  };
}

/** Judges a part by how many of its accounts or chats are in trouble. A part without any is thought to work. */
export function judge(recent: Pick<Recent, "total" | "troubled"> | undefined): ComponentState {
  if (!recent || recent.troubled < MIN_TROUBLED) return "operational";
  const share = recent.troubled / recent.total;
  return share >= DOWN_SHARE ? "down" : share >= DEGRADED_SHARE ? "degraded" : "operational";
}

/** Reads the states that the leader stored. A leader that is gone means that nothing is sent: all parts are down. */
export async function readComponents(db: Queryable): Promise<ReadonlyMap<Component, ComponentState>> {
  const rows = await db.query<{ component: Component; state: ComponentState }>(READ);
  return new Map(rows.map(({ component, state }) => [component, state]));
}
