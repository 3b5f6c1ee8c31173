/**
 * Counts a long list, and finds a far page of it, without reading the rows in between: every thousandth row of a user
 * is stored with its position, so that neither reads more than a few thousand index entries. Rows are never removed one
 * by one, so positions don't change.
 */
import type { ListSort } from "@chartrelay/contract";
import type { Queryable } from "../db/database.ts";

/** The tables with such a list for each user; each has an index on user_id and seq. */
export type ListName = "orders" | "alerts";

const STEP = 1_000;
/** How many rows may follow the last milestone before new ones are written. */
const MAX_BEYOND = 3 * STEP;
/** A row committed late may get a place before existing rows, but never this late. */
const SETTLED_AFTER_US = 300_000_000;

const LAST_MILESTONE = `
select position, seq from milestones where user_id = $1 and list = $2 order by position desc limit 1`;

// With the last milestone as a separate parameter, the planner sees how few rows follow it.
const beyond = (list: ListName) => `
select count(*) as rows, max(seq) as newest from ${list} where user_id = $1 and seq > $2`;

const extend = (list: ListName) => `
insert into milestones (user_id, list, position, seq, received_at)
select $1, '${list}', position, seq, received_at
from (
  select seq, received_at, $2::int + row_number() over (order by seq) as position
  from ${list} where user_id = $1 and seq > $3
) numbered
where position % ${STEP} = 0 and received_at < $4
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
}

/** Counts a user's rows. */
export async function measureList(db: Queryable, list: ListName, userId: string, nowUs: number): Promise<Extent> {
  const [last] = await db.query<{ position: number; seq: number }>(LAST_MILESTONE, [userId, list]);
  const { position: counted, seq: countedTo } = last ?? { position: 0, seq: 0 };
  const [row] = await db.query<{ rows: number; newest: number | null }>(beyond(list), [userId, countedTo]);
  const { rows = 0, newest = null } = row ?? {};
  // The first request that finds the list grown writes the milestones for all later requests.
  if (rows > MAX_BEYOND) await db.query(extend(list), [userId, counted, countedTo, nowUs - SETTLED_AFTER_US]);
  return { total: counted + rows, newestSeq: newest ?? countedTo };
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
  { total, newestSeq }: Extent,
  { offset, sort }: { readonly offset: number; readonly sort: ListSort },
): Promise<PageStart> {
  if (sort === "oldest") {
    const [milestone] = await db.query<{ position: number; seq: number }>(MILESTONE_UP_TO, [userId, list, offset]);
    return milestone ? { seq: milestone.seq + 1, skip: offset - milestone.position } : { seq: 0, skip: offset };
  }
  const position = total - offset;
  const [milestone] = await db.query<{ position: number; seq: number }>(MILESTONE_FROM, [userId, list, position]);
  if (!milestone) return { seq: newestSeq, skip: offset };
  return { seq: milestone.seq, skip: milestone.position - position };
}
