/** Which fills a report counts. */
import type { ReportFilter } from "@chartrelay/contract";
import { and, eq } from "drizzle-orm";
import { accountLabels, findOwnAccountId } from "../accounts/index.ts";
import type { Database } from "../platform/db/database.ts";

/** Whose sums a report counts; null counts all. */
export interface Narrowing {
  readonly accountIds: readonly string[] | null;
  readonly ticker: string | null;
}

/** Returns the filter of a request. An account that isn't the user's own has no sums. */
export async function narrowing(
  { orm }: Pick<Database, "orm">,
  userId: string,
  { account, environment, ticker }: Pick<ReportFilter, "account" | "environment" | "ticker">,
): Promise<Narrowing> {
  const named = account ? ((await findOwnAccountId(orm, userId, account)) ?? "") : null;
  const own = environment ? await accountsAt(orm, userId, environment === "demo") : null;
  const accountIds = named === null ? own : [named].filter((id) => own === null || own.includes(id));
  return { accountIds, ticker: ticker ? ticker.toUpperCase() : null };
}

/** Returns the user's accounts of one environment, deleted ones included. */
async function accountsAt(orm: Database["orm"], userId: string, isDemo: boolean): Promise<string[]> {
  const found = await orm
    .select({ id: accountLabels.id })
    .from(accountLabels)
    .where(and(eq(accountLabels.userId, userId), eq(accountLabels.isDemo, isDemo)));
  return found.map(({ id }) => id);
}
