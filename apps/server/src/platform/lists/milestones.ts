/**
 * Counting a long list, and finding a far page of it, without reading what lies between: every thousandth row of a user is
 * written down with its position, so that neither takes more than some thousand entries of an index. Rows are never
 * removed one by one, so a position stays what it is.
 */
import type { Queryable } from "../db/database.ts";

/** Tables that have such a list for each user, by their names; each has an index on user_id and seq. */
export type ListName = "orders" | "alerts";

const STEP = 1_000;
/** So much may lie behind the last milestone before the next are written. */
const MAX_BEYOND = 3 * STEP;
/** A row that is committed late may come before others; none comes this much later. */
const SETTLED_AFTER_US = 300_000_000;

const LAST_MILESTONE = `
select position, seq from milestones where user_id = $1 and list = $2 order by position desc limit 1`;

// With the last milestone as a value of its own the planner sees how few rows lie behind it.
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

/** How long a user's list is, and where it ends. */
export interface Extent {
  readonly total: number;
  /** The newest row's; 0 of an empty list. */
  readonly newestSeq: number;
}

/** Counts a user's rows. */
export async function measureList(db: Queryable, list: ListName, userId: string, nowUs: number): Promise<Extent> {
  const [last] = await db.query<{ position: number; seq: number }>(LAST_MILESTONE, [userId, list]);
  const { position: counted, seq: countedTo } = last ?? { position: 0, seq: 0 };
  const [row] = await db.query<{ rows: number; newest: number | null }>(beyond(list), [userId, countedTo]);
  const { rows = 0, newest = null } = row ?? {};
  // Whoever finds the list grown pays for the milestones; they serve all who come later.
  if (rows > MAX_BEYOND) await db.query(extend(list), [userId, counted, countedTo, nowUs - SETTLED_AFTER_US]);
  return { total: counted + rows, newestSeq: newest ?? countedTo };
}

/** Where to begin reading a page, from newer to older: at `seq`, leaving out the first `skip`. */
export interface PageStart {
  readonly seq: number;
  readonly skip: number;
}

/** Where the row stands that `offset` newer ones come before. */
export async function startOfPage(
  db: Queryable,
  list: ListName,
  userId: string,
  { total, newestSeq }: Extent,
  offset: number,
): Promise<PageStart> {
  const position = total - offset;
  const [milestone] = await db.query<{ position: number; seq: number }>(MILESTONE_FROM, [userId, list, position]);
  if (!milestone) return { seq: newestSeq, skip: offset };
  return { seq: milestone.seq, skip: milestone.position - position };
}
