/**
 * Counts, minute by minute, how each part works. Any node that takes alerts counts, the first one in each minute for all. A
 * minute that nobody counted was down for every part: no node ran, or none could write.
 */
import {
  MINUTES_A_DAY,
  STATUS_DAYS,
  type Component,
  type ComponentState,
  type ServiceStatus,
} from "@chartrelay/contract";
import type { Queryable } from "../platform/db/database.ts";

const DAY_MS = 86_400_000;
/** An outage may last longer than what is shown. */
const MAX_MISSED_MIN = STATUS_DAYS * MINUTES_A_DAY;

// Nodes share no other clock: docs/decisions/clocks.md.
const NOW = "floor(extract(epoch from clock_timestamp()) / 60)::int";
const FIRST_MARK = `insert into uptime_mark (minute) values (${NOW} - 1) on conflict do nothing`;
const MARK = `select minute as mark, ${NOW} as now from uptime_mark`;

// $1 the mark, $2 the present minute, $3 the states.
const COUNT = `
with moved as (
  update uptime_mark set minute = $2::int where minute = $1::int returning 1
), states as (
  select component, state from json_to_recordset($3::json) as t(component text, state text)
), minutes as (
  select component, state, $2::int as minute from states
  union all
  select component, 'down', minute from states
    cross join generate_series(greatest($1::int + 1, $2::int - ${MAX_MISSED_MIN}), $2::int - 1) as minute
)
insert into uptime_days (day, component, measured, degraded, down)
select minute / ${MINUTES_A_DAY} as day, component, count(*), count(*) filter (where state = 'degraded'),
  count(*) filter (where state = 'down')
from minutes where exists (select from moved) group by 1, 2
on conflict (day, component) do update set measured = uptime_days.measured + excluded.measured,
  degraded = uptime_days.degraded + excluded.degraded, down = uptime_days.down + excluded.down`;

const DAYS = "select day, component, measured, degraded, down from uptime_days where day > $1 order by day";

/** What is known about a part now. */
export type States = readonly { readonly component: Component; readonly state: ComponentState }[];

/** Counts the present minute, and those since the last one that was counted, unless a node has done so. */
export async function countUptime(db: Queryable, states: States): Promise<void> {
  await db.query(FIRST_MARK);
  const [found] = await db.query<{ mark: number; now: number }>(MARK);
  if (!found || found.now <= found.mark) return;
  const known = states.filter(({ state }) => state !== "unknown");
  await db.query(COUNT, [found.mark, found.now, JSON.stringify(known)]);
}

interface Row {
  readonly day: number;
  readonly component: Component;
  readonly measured: number;
  readonly degraded: number;
  readonly down: number;
}

/** Reads the last 90 days of `components`. */
export async function readUptime(
  db: Queryable,
  components: readonly Component[],
  nowMs: number,
): Promise<ServiceStatus["uptime"]> {
  const rows = await db.query<Row>(DAYS, [Math.floor(nowMs / DAY_MS) - STATUS_DAYS]);
  const byComponent = Map.groupBy(rows, ({ component }) => component);
  return components.map((component) => ({
    component,
    days: (byComponent.get(component) ?? []).map(({ day, measured, degraded, down }) => ({
      day: new Date(day * DAY_MS).toISOString().slice(0, "2026-11-23".length),
      measured,
      degraded,
      down,
    })),
  }));
}
