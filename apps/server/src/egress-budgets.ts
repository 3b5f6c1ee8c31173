/**
 * The venues' budgets of nodes that leave by one address (EGRESS_GROUP), kept in PostgreSQL. A node that dies leaves
 * behind what it has used, until the venue's minute or second is over. Docs: decisions/relay-queue.md, Budgets.
 */
import type { SharedBudgets } from "@chartrelay/venues";
import { DATABASE_NOW_US } from "./platform/db/age.ts";
import type { Queryable } from "./platform/db/database.ts";
import { sharedTopic, type Bus } from "./platform/pubsub.ts";
import type { RetryLog } from "./platform/retry-log.ts";

/** Carries `node.milliseconds.budget`, the budget in base64url: a venue answers nothing for a while. */
const EGRESS_CLOSED = sharedTopic("egress_closed");

/** Losing the last moments in a crash of PostgreSQL costs less than waiting for its disk would. */
const UNHURRIED = "set_config('synchronous_commit', 'off', true)";

/** $1: the budget, $2: the minute, $3: the weight. A node whose minute is over changes nothing. */
const USE = `
insert into egress_weights as known (budget, minute, used) values ($1, $2, $3::int)
on conflict (budget) do update set
  minute = greatest(known.minute, excluded.minute),
  used = case
    when known.minute = excluded.minute then known.used + excluded.used
    when known.minute < excluded.minute then excluded.used
    else known.used end
returning used, ${UNHURRIED}`;

/** A second, and some more: a request arrives later than it starts, and not always by as much. */
const SECOND_US = 1_050_000;
/**
 * $1: the budget, $2: how many, $3: how many within a second. `starts` holds as many as may start within a second: the
 * n-th next one may start a second after the n-th of them. In microseconds by PostgreSQL's clock.
 */
const RESERVE = `
insert into egress_starts as known (budget, starts)
values ($1, array_fill(0::bigint, array[$3::int - $2::int]) || array_fill(${DATABASE_NOW_US}, array[$2::int]))
on conflict (budget) do update set starts = known.starts[$2::int + 1:] || array(
  select greatest(start + ${SECOND_US}, now)
  from unnest(known.starts[:$2::int]) start, (select ${DATABASE_NOW_US} as now) clock
  order by start)
returning array(
  select greatest(0, start - ${DATABASE_NOW_US})::float8 / 1000
  from unnest(starts[$3::int - $2::int + 1:]) start order by start) as waits, ${UNHURRIED}`;

export interface EgressBudgetsOptions {
  readonly group: string;
  readonly db: Queryable;
  readonly bus: Bus;
  /** Returns this node's name in the cluster. */
  readonly node: () => number;
  readonly log: RetryLog;
}

/** Creates the budgets that this node shares with the nodes of its group. */
export function createEgressBudgets({ group, db, bus, node, log }: EgressBudgetsOptions): SharedBudgets {
  const nameOf = (host: string) => `${group} ${host}`;
  const ask = async <Row extends object>(statement: string, values: readonly unknown[]): Promise<Row> => {
    try {
      const [row] = await db.query<Row>(statement, values);
      if (!row) throw new Error("a budget has a row");
      return row;
    } catch (error) {
      log.willRetry(error);
      throw error;
    }
  };
  return {
    use: async (host, minute, weight) => (await ask<{ used: number }>(USE, [nameOf(host), minute, weight])).used,
    reserve: async (host, count, perSecond) =>
      (await ask<{ waits: number[] }>(RESERVE, [nameOf(host), count, perSecond])).waits,
    close(host, forMs) {
      const budget = Buffer.from(nameOf(host)).toString("base64url");
      bus.publish(EGRESS_CLOSED, [`${node()}.${Math.ceil(forMs)}.${budget}`]);
    },
    onClosed(host, handler) {
      bus.subscribe(EGRESS_CLOSED, (words) => {
        for (const word of words) {
          const [from, forMs, budget = ""] = word.split(".");
          const isOurs = Buffer.from(budget, "base64url").toString() === nameOf(host);
          if (isOurs && from !== String(node())) handler(Number(forMs));
        }
      });
    },
  };
}
