/**
 * Counts a long list, and finds a far page of it, without reading the rows in between: every thousandth row of a user
 * is stored with its position, so that neither reads more than a few thousand index entries. Rows are only deleted from the
 * start of a list, by retention. Positions go on counting them, so they don't change; `list_offsets` says how many they are.
 */
import type { ListSort } from "@chartrelay/contract";
import type { Queryable } from "../db/database.ts";

/** The tables with such a list for each user; each has an index on user_id and seq. */
export type ListName = "orders" | "alerts";

const STEP = 1_000;
/** How many rows may follow the last milestone before new ones are written. */
const MAX_BEYOND = 3 * STEP;
/** Rows a statement: few enough for a busy database to count them long before the statement times out. */
const AT_A_TIME = 5 * STEP;
/** A row committed late may get a place before existing rows, but never this late. */
const SETTLED_AFTER_US = 300_000_000;

const DELETED = "coalesce((select deleted from list_offsets where user_id = $1 and list = $2), 0)";

const LAST_MILESTONE = `
select ${DELETED} as deleted, position, seq
from (select) as always left join lateral (
  select position, seq from milestones where user_id = $1 and list = $2 order by position desc limit 1
) last on true`;

// With the last milestone as a separate parameter, the planner sees how few rows follow it.
const next = (list: ListName) => `
select count(*) as rows, max(seq) as newest
from (select seq from ${list} where user_id = $1 and seq > $2 order by seq limit ${AT_A_TIME}) next`;

// $3: the position of the row with the `seq` $4. Writes nothing if retention has deleted more rows than $6 meanwhile: some
// of them may have followed that row.
const extend = (list: ListName) => `
insert into milestones (user_id, list, position, seq, received_at)
select $1, $2, position, seq, received_at
from (
  select seq, received_at, $3::int + row_number() over (order by seq) as position
  from ${list} where user_id = $1 and seq > $4 order by seq limit ${AT_A_TIME}
) numbered
where position % ${STEP} = 0 and received_at < $5 and ${DELETED} = $6::int
on conflict do nothing`;

const MILESTONE_FROM = `
select position, seq from milestones where user_id = $1 and list = $2 and position >= $3 order by position limit 1`;

const MILESTONE_UP_TO = `
select position, seq from milestones where user_id = $1 and list = $2 and position <= $3 order by position desc limit 1`;

/** The length of a user's list, and its end. */
export interface Extent {
  readonly total: number;
  /** The newest row's `seq`; 0 for an empty list. */
  readonly newestSeq: number;
  /** How many rows positions count besides. */
  readonly deleted: number;
}

interface LastMilestone {
  readonly deleted: number;
  readonly position: number | null;
  readonly seq: number | null;
}

/**
 * Counts a user's rows. The first request that finds the list grown writes the milestones for all later requests, as it
 * goes: if it breaks off, the next one continues.
 */
export async function measureList(db: Queryable, list: ListName, userId: string, nowUs: number): Promise<Extent> {
  const [last] = await db.query<LastMilestone>(LAST_MILESTONE, [userId, list]);
  const { deleted = 0, position = null, seq = null } = last ?? {};
  let [counted, newestSeq] = [position ?? deleted, seq ?? 0];
  for (;;) {
    const [row] = await db.query<{ rows: number; newest: number | null }>(next(list), [userId, newestSeq]);
    const { rows = 0, newest = null } = row ?? {};
    const settledUs = nowUs - SETTLED_AFTER_US;
    if (rows > MAX_BEYOND) await db.query(extend(list), [userId, list, counted, newestSeq, settledUs, deleted]);
    counted += rows;
    newestSeq = newest ?? newestSeq;
    if (rows < AT_A_TIME) return { total: counted - deleted, newestSeq, deleted };
  }
}

/** Where to begin reading a page, in the list's order: at `seq`, skipping the first `skip` rows. */
export interface PageStart {
  readonly seq: number;
  readonly skip: number;
}

/** Finds the row that has `offset` rows before it. */
export async function startOfPage(
  db: Queryable,
  list: ListName,
  userId: string,
  { total, newestSeq, deleted }: Extent,
  { offset, sort }: { readonly offset: number; readonly sort: ListSort },
): Promise<PageStart> {
  const position = deleted + (sort === "oldest" ? offset : total - offset);
  const [milestone] = await db.query<{ position: number; seq: number }>(
    sort === "oldest" ? MILESTONE_UP_TO : MILESTONE_FROM,
    [userId, list, position],
  );
  if (sort === "oldest") {
    return milestone ? { seq: milestone.seq + 1, skip: position - milestone.position } : { seq: 0, skip: offset };
  }
  return milestone ? { seq: milestone.seq, skip: milestone.position - position } : { seq: newestSeq, skip: offset };
}
