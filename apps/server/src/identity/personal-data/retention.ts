/** A job that deletes old data when its retention period ends (docs/operators-guide.md, How long data is kept). */
import type { Config } from "../../config.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { idBefore } from "../../platform/db/id-time.ts";
import { repeat } from "../../platform/jobs.ts";
import type { RetryLog } from "../../platform/retry-log.ts";
import { forgetAudit } from "../audit/index.ts";

const DAY_MS = 86_400_000;
const INTERVAL_MS = DAY_MS;
/** Rows a statement: few enough not to block other work. */
const AT_A_TIME = 2_000;

/**
 * $1: milliseconds since the Unix epoch. A list's milestones count its rows from the first one on, so the milestones of
 * users who lose rows are deleted too, and rebuilt when the list is next read.
 */
const forgetList = (table: "orders" | "alerts", also = "") => `
with old as (
  select id from ${table} where id < ${idBefore("$1::bigint")} and status <> 'NEW' order by id limit ${AT_A_TIME}
), gone as (
  delete from ${table} using old where ${table}.id = old.id returning ${table}.id, ${table}.user_id
)${also}, counted as (
  delete from milestones where list = '${table}' and user_id in (select user_id from gone)
)
select 1 from gone`;

/** $1: milliseconds since the Unix epoch. */
const FORGET_SUMS = `
delete from order_sums where ctid = any(array(
  select ctid from order_sums where quarter < $1::bigint / 900000 limit ${AT_A_TIME}))
returning 1`;

const WITH_FILLS = `, filled as (
  delete from fills where order_id in (select id from gone)
)`;

/** $1: milliseconds since the Unix epoch. The last sum before it stays: profit counts on from what was held at its end. */
const FORGET_FILL_SUMS = `
delete from fill_sums where ctid = any(array(
  select sums.ctid from fill_sums sums
  where quarter < $1::bigint / 900000 and exists (
    select from fill_sums later
    where later.account_id = sums.account_id and later.symbol = sums.symbol and later.quarter > sums.quarter
      and later.quarter < $1::bigint / 900000 and later.quantity is not null)
  limit ${AT_A_TIME}))
returning 1`;

/** $1: milliseconds since the Unix epoch. */
const FORGET_FUNDING = `
delete from funding_payments where ctid = any(array(
  select ctid from funding_payments where paid_at < $1::bigint * 1000 limit ${AT_A_TIME}))
returning 1`;

/** $1: milliseconds since the Unix epoch. A signal is deleted once no order or alert of it is left. */
const FORGET_SIGNALS = `
with old as (
  select id from signals where id < ${idBefore("$1::bigint")}
    and not exists (select from orders where orders.id = signals.id) and not exists (select from alerts where alerts.id = signals.id)
  order by id limit ${AT_A_TIME}
)
delete from signals using old where signals.id = old.id returning 1`;

/** $1: a moment. While a user exists their consents are in force; afterwards they prove that the user had agreed. */
const FORGET_CONSENTS = `
with old as (
  select seq from consents
  where accepted_at < $1 and not exists (select from users where users.id = consents.user_id)
    and not exists (select from audit_log where audit_log.user_id = consents.user_id and audit_log.at >= $1)
  order by seq limit ${AT_A_TIME}
)
delete from consents using old where consents.seq = old.seq returning 1`;

export interface RetentionParts {
  readonly database: Pick<Database, "orm" | "outbox">;
  readonly clock: Pick<Clock, "nowMs" | "wait">;
  readonly kept: Config["kept"];
  readonly log: RetryLog;
}

export interface Retention {
  /** Deletes what has been kept for long enough. */
  forget(): Promise<void>;
  /** Does so once a day until `ended` aborts. Never rejects. Run it on one node at a time. */
  run(ended: AbortSignal): Promise<void>;
}

export function createRetention({ database, clock, kept, log }: RetentionParts): Retention {
  async function all(statement: string, value: unknown, ended?: AbortSignal): Promise<void> {
    for (let forgotten = AT_A_TIME; forgotten === AT_A_TIME;) {
      if (ended?.aborted) return;
      forgotten = (await database.outbox.query(statement, [value])).length;
    }
  }

  async function forget(ended?: AbortSignal): Promise<void> {
    const nowMs = Math.floor(clock.nowMs());
    const ordersBefore = nowMs - kept.ordersDays * DAY_MS;
    const recordsBefore = new Date(nowMs - kept.recordsDays * DAY_MS);
    await all(forgetList("orders", WITH_FILLS), ordersBefore, ended);
    await all(forgetList("alerts"), ordersBefore, ended);
    await all(FORGET_SUMS, ordersBefore, ended);
    await all(FORGET_FILL_SUMS, ordersBefore, ended);
    await all(FORGET_FUNDING, ordersBefore, ended);
    await all(FORGET_SIGNALS, ordersBefore, ended);
    await all(FORGET_CONSENTS, recordsBefore, ended);
    if (!ended?.aborted) await forgetAudit(database, recordsBefore, new Date(nowMs));
  }

  return {
    forget,
    run: (ended) => repeat(() => forget(ended), INTERVAL_MS, { clock, log }, ended),
  };
}
