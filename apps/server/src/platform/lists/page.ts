/** Pages of a user's orders or alerts, newest first or oldest first. */
import { setImmediate } from "node:timers/promises";
import { toPage, type ListSort, type Page, type PageQuery } from "@chartrelay/contract";
import { and, asc, desc, eq, getTableName, sql, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Clock } from "../clock.ts";
import type { Database, Orm } from "../db/database.ts";
import { ReadTooLongError, readWithin } from "../db/time-limit.ts";
import { Problem } from "../http/problem.ts";
import { measureList, startOfPage, type ListName } from "./milestones.ts";

/** A table that `milestones` counts. */
export type ListTable = PgTable & { readonly userId: PgColumn; readonly seq: PgColumn; readonly receivedAt: PgColumn };

export interface ListParts {
  readonly database: Pick<Database, "orm" | "query">;
  readonly clock: Pick<Clock, "nowUs">;
}

/** Reads the rows that match a condition, in the order `by`. */
type Read<Row> = (condition: SQL, by: SQL) => Promise<Row[]>;

const ROWS_A_STRETCH = 2_000;
/** A filter reads all of the user's rows. Soon after this, the database's client and the page's would give up. */
const FILTER_LIMIT_MS = 7_000;

export const nameOf = (list: ListTable) => getTableName(list) as ListName;

/** Returns the order of a list's rows; the newest are first unless the query says otherwise. */
export const sortOf = ({ sort }: { readonly sort?: ListSort | "" | undefined }): ListSort => sort || "newest";

const ORDERS = { newest: desc, oldest: asc };
/** Compares a `seq` with one that comes before it, or is the same, in the list's order. */
const AT_OR_AFTER = { newest: sql.raw("<="), oldest: sql.raw(">=") };
const AFTER = { newest: sql.raw("<"), oldest: sql.raw(">") };

/**
 * Returns one page of a user's rows. `narrowed` is the filter; if undefined, milestones help to list all rows, however
 * many there are. The condition that `read` gets selects only the page, so that only the page's rows are read in full.
 */
export async function listPage<Row>(
  parts: ListParts,
  list: ListTable,
  userId: string,
  query: PageQuery & { readonly sort?: ListSort | "" | undefined },
  narrowed: SQL | undefined,
  read: Read<Row>,
): Promise<Page<Row>> {
  const sort = sortOf(query);
  const by = ORDERS[sort](list.seq);
  const offset = query.page * query.size;
  if (narrowed) {
    const where = and(eq(list.userId, userId), narrowed);
    const page = sql`${by} limit ${query.size} offset ${offset}`;
    const { total, seqs } = await findMatches(parts.database.orm, list, where, page);
    const rows = seqs.length === 0 ? [] : await read(sql`${list.userId} = ${userId} and ${list.seq} in ${seqs}`, by);
    return toPage(rows, total, query);
  }
  const { database, clock } = parts;
  const extent = await measureList(database, nameOf(list), userId, clock.nowUs());
  if (offset >= extent.total) return toPage([], extent.total, query);
  const { seq, skip } = await startOfPage(database, nameOf(list), userId, extent, { offset, sort });
  // An array is filled once, and then each of its rows looked up. With `in`, the planner joined all rows of a user whom its
  // statistics didn't know yet: seconds for some thousand orders.
  const rows = await read(
    sql`${list.userId} = ${userId} and ${list.seq} = any (array(
      select ${list.seq} from ${list} where ${list.userId} = ${userId} and ${list.seq} ${AT_OR_AFTER[sort]} ${seq}
      order by ${by} limit ${query.size} offset ${skip}))`,
    by,
  );
  return toPage(rows, extent.total, query);
}

/**
 * Counts the rows that match, and returns the `seq` of those on the page, in one pass over the user's rows.
 * @throws {Problem} `list_too_long` if that takes too long.
 */
async function findMatches(
  orm: Orm,
  list: ListTable,
  where: SQL | undefined,
  page: SQL,
): Promise<{ readonly total: number; readonly seqs: readonly number[] }> {
  const matches = sql`(with ${list} as materialized (select ${list.seq} from ${list} where ${where})
    select total, seq from (select count(*)::int as total from ${list}) counted
    left join (select ${list.seq} from ${list} order by ${page}) page on true) matches`;
  const rows = await readWithin(
    orm,
    FILTER_LIMIT_MS,
    async (tx) => await tx.select({ total: sql<number>`total`, seq: sql<number | null>`seq` }).from(matches),
  ).catch((error: unknown) => {
    throw error instanceof ReadTooLongError ? new Problem("list_too_long") : error;
  });
  return { total: rows[0]?.total ?? 0, seqs: rows.flatMap(({ seq }) => seq ?? []) };
}

/**
 * Streams all of a user's rows, one stretch of the list at a time, as fast as the reader takes them. `read` returns a
 * stretch's rows. However selective a filter is, the list's index finds each stretch, which is read once.
 */
export async function* everyRow<Row>(
  orm: Orm,
  list: ListTable,
  userId: string,
  sort: ListSort,
  read: Read<Row>,
): AsyncGenerator<Row> {
  const by = ORDERS[sort](list.seq);
  let last: unknown;
  do {
    const rest =
      last === undefined
        ? sql`${list.userId} = ${userId}`
        : sql`${list.userId} = ${userId} and ${list.seq} ${AFTER[sort]} ${last}`;
    const [end] = await orm
      .select({ seq: sql`${list.seq}` })
      .from(list)
      .where(rest)
      .orderBy(by)
      .limit(1)
      .offset(ROWS_A_STRETCH - 1);
    // `seq` of the stretch's last row is at or after those of all its rows.
    yield* await read(end ? sql`${rest} and ${end.seq} ${AT_OR_AFTER[sort]} ${list.seq}` : rest, by);
    last = end?.seq;
    // The embedded database answers on this thread, so let other work run in between.
    await setImmediate();
  } while (last !== undefined);
}
