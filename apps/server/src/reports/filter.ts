/** Which fills a report counts. */
import type { Report, ReportFilter } from "@chartrelay/contract";
import { eq } from "drizzle-orm";
import { accountLabels, findOwnAccountId } from "../accounts/index.ts";
import type { Database } from "../platform/db/database.ts";

export type Environment = Report["environment"];

/** Whose sums a report counts: accounts of one environment, because money of demo accounts isn't money. */
export interface Narrowing {
  readonly environment: Environment;
  readonly accountIds: readonly string[];
  /** Null counts all. */
  readonly ticker: string | null;
}

/**
 * Returns the filter of a request. Without an environment, it is that of the account that the request names; else live if
 * one of the accounts is, and demo otherwise. An account that isn't the user's own has no sums.
 * @param among the own ids of the accounts that decide; all of the user's by default, deleted ones included.
 */
export async function narrowing(
  { orm }: Pick<Database, "orm">,
  userId: string,
  { account, environment: asked, ticker }: Pick<ReportFilter, "account" | "environment" | "ticker">,
  among?: readonly string[],
): Promise<Narrowing> {
  const [all, named] = await Promise.all([
    orm
      .select({ id: accountLabels.id, isDemo: accountLabels.isDemo })
      .from(accountLabels)
      .where(eq(accountLabels.userId, userId)),
    account ? findOwnAccountId(orm, userId, account) : undefined,
  ]);
  const deciding = account ? all.filter(({ id }) => id === named) : all.filter(({ id }) => among?.includes(id) ?? true);
  const environment = asked || (deciding.some(({ isDemo }) => !isDemo) ? "live" : "demo");
  const own = all.filter(({ id, isDemo }) => isDemo === (environment === "demo") && (!account || id === named));
  return { environment, accountIds: own.map(({ id }) => id), ticker: ticker ? ticker.toUpperCase() : null };
}
