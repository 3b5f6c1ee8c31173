/** Pages of a user's orders or alerts, newest first. */
import { setImmediate } from "node:timers/promises";
import { toPage, type Page, type PageQuery } from "@chartrelay/contract";
import { and, count, desc, eq, getTableName, sql, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Clock } from "../clock.ts";
import type { Database, Orm } from "../db/database.ts";
import { measureList, startOfPage, type ListName } from "./milestones.ts";

/** A table that `milestones` counts. */
export type ListTable = PgTable & { readonly userId: PgColumn; readonly seq: PgColumn; readonly receivedAt: PgColumn };

export interface ListParts {
  readonly database: Pick<Database, "orm" | "query">;
  readonly clock: Pick<Clock, "nowUs">;
}

const ROWS_A_STRETCH = 2_000;

export const nameOf = (list: ListTable) => getTableName(list) as ListName;

/**
 * Returns one page of a user's rows. `narrowed` is the filter; if undefined, milestones help to list all rows, however
 * many there are. `read` returns the rows that match its condition, newest first. The condition selects only the page,
 * so that only the page's rows are read in full.
 */
export async function listPage<Row>(
  parts: ListParts,
  list: ListTable,
  userId: string,
  query: PageQuery,
  narrowed: SQL | undefined,
  read: (condition: SQL) => Promise<Row[]>,
): Promise<Page<Row>> {
  const offset = query.page * query.size;
  const within = (where: SQL | undefined, skip: number) =>
    sql`${list.userId} = ${userId} and ${list.seq} in (
      select ${list.seq} from ${list} where ${where} order by ${list.seq} desc limit ${query.size} offset ${skip})`;

  if (narrowed) {
    const where = and(eq(list.userId, userId), narrowed);
    const [rows, [counted]] = await Promise.all([
      read(within(where, offset)),
      parts.database.orm.select({ rows: count() }).from(list).where(where),
    ]);
    return toPage(rows, counted?.rows ?? 0, query);
  }
  const { database, clock } = parts;
  const extent = await measureList(database, nameOf(list), userId, clock.nowUs());
  if (offset >= extent.total) return toPage([], extent.total, query);
  const { seq, skip } = await startOfPage(database, nameOf(list), userId, extent, offset);
  const rows = await read(within(sql`${list.userId} = ${userId} and ${list.seq} <= ${seq}`, skip));
  return toPage(rows, extent.total, query);
}

/**
 * Streams all of a user's rows, newest first, one stretch of the list at a time, as fast as the reader takes them.
 * `read` returns a stretch's rows, newest first. However selective a filter is, the list's index finds each stretch,
 * which is read once.
 */
export async function* everyRow<Row>(
  orm: Orm,
  list: ListTable,
  userId: string,
  read: (stretch: SQL) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let before: unknown;
  do {
    const rest =
      before === undefined
        ? sql`${list.userId} = ${userId}`
        : sql`${list.userId} = ${userId} and ${list.seq} < ${before}`;
    const [end] = await orm
      .select({ seq: sql`${list.seq}` })
      .from(list)
      .where(rest)
      .orderBy(desc(list.seq))
      .limit(1)
      .offset(ROWS_A_STRETCH - 1);
    yield* await read(end ? sql`${rest} and ${list.seq} >= ${end.seq}` : rest);
    before = end?.seq;
    // The embedded database answers on this thread, so let other work run in between.
    await setImmediate();
  } while (before !== undefined);
}
