/** The reasons in a user's list, from which a filter offers a choice. */
import type { Reason } from "@chartrelay/contract";
import { count, desc, eq, isNotNull } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Orm } from "../db/database.ts";
import type { ListTable } from "./page.ts";

/** How many of the latest rows are read, so that the answer doesn't take longer as a list grows. */
const LOOK_BACK = 50_000;

/** Returns the reasons that a user's latest rows have, the most frequent first. */
export async function listReasons(
  orm: Orm,
  list: ListTable & { readonly reason: PgColumn },
  userId: string,
): Promise<Reason[]> {
  const latest = orm
    .select({ reason: list.reason })
    .from(list as ListTable)
    .where(eq(list.userId, userId))
    .orderBy(desc(list.seq))
    .limit(LOOK_BACK)
    .as("latest");
  const rows = await orm
    .select({ reason: latest.reason })
    .from(latest)
    .where(isNotNull(latest.reason))
    .groupBy(latest.reason)
    .orderBy(desc(count()), latest.reason);
  return rows.map(({ reason }) => reason as Reason);
}
