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
const BEFORE_ALL_IDS = "00000000-0000-0000-0000-000000000000";

/**
 * $1: milliseconds since the Unix epoch; $2: the last id that was deleted, so that the index isn't searched through what is
 * deleted already. A list's milestones stay as they are; the user's offset says how many of the counted rows are gone.
 */
const forgetList = (table: "orders" | "alerts", also = "") => `
with old as (
  select id from ${table} where id > $2::uuid and id < ${idBefore("$1::bigint")} and status <> 'NEW'
  order by id limit ${AT_A_TIME}
), gone as (
  delete from ${table} using old where ${table}.id = old.id returning ${table}.id, ${table}.user_id, ${table}.seq
)${also}, shortened as (
  select user_id, count(*)::int as deleted, max(seq) as last_seq from gone group by user_id
), counted as (
  insert into list_offsets (user_id, list, deleted) select user_id, '${table}', deleted from shortened order by user_id
  on conflict (user_id, list) do update set deleted = list_offsets.deleted + excluded.deleted
), passed as (
  delete from milestones using shortened
  where milestones.user_id = shortened.user_id and list = '${table}' and seq <= last_seq
)
select id from gone order by id`;

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

/** $1, $2: as for lists. A signal is deleted once no order or alert of it is left. */
const FORGET_SIGNALS = `
with old as (
  select id from signals where id > $2::uuid and id < ${idBefore("$1::bigint")}
    and not exists (select from orders where orders.id = signals.id) and not exists (select from alerts where alerts.id = signals.id)
  order by id limit ${AT_A_TIME}
), gone as (
  delete from signals using old where signals.id = old.id returning signals.id
)
select id from gone order by id`;

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

  /** Deletes rows in the order of their ids. */
  async function allInOrder(statement: string, beforeMs: number, ended?: AbortSignal): Promise<void> {
    let last = BEFORE_ALL_IDS;
    for (let forgotten = AT_A_TIME; forgotten === AT_A_TIME;) {
      if (ended?.aborted) return;
      const gone = await database.outbox.query<{ id: string }>(statement, [beforeMs, last]);
      forgotten = gone.length;
      last = gone.at(-1)?.id ?? last;
    }
  }

  async function forget(ended?: AbortSignal): Promise<void> {
    const nowMs = Math.floor(clock.nowMs());
    const ordersBefore = nowMs - kept.ordersDays * DAY_MS;
    const recordsBefore = new Date(nowMs - kept.recordsDays * DAY_MS);
    await allInOrder(forgetList("orders", WITH_FILLS), ordersBefore, ended);
    await allInOrder(forgetList("alerts"), ordersBefore, ended);
    await all(FORGET_SUMS, ordersBefore, ended);
    await all(FORGET_FILL_SUMS, ordersBefore, ended);
    await all(FORGET_FUNDING, ordersBefore, ended);
    await allInOrder(FORGET_SIGNALS, ordersBefore, ended);
    await all(FORGET_CONSENTS, recordsBefore, ended);
    if (!ended?.aborted) await forgetAudit(database, recordsBefore, new Date(nowMs));
  }

  return {
    forget,
    run: (ended) => repeat(() => forget(ended), INTERVAL_MS, { clock, log }, ended),
  };
}
