/** Which fills a report counts. */
import type { ReportFilter } from "@chartrelay/contract";
import { findOwnAccountId } from "../accounts/index.ts";
import type { Database } from "../platform/db/database.ts";

/** Whose sums a report counts; null counts all. */
export interface Narrowing {
  readonly accountId: string | null;
  readonly ticker: string | null;
}

/** Returns the filter of a request. An account that isn't the user's own has no sums. */
export async function narrowing(
  { orm }: Pick<Database, "orm">,
  userId: string,
  { account, ticker }: Pick<ReportFilter, "account" | "ticker">,
): Promise<Narrowing> {
  return {
    accountId: account ? ((await findOwnAccountId(orm, userId, account)) ?? "") : null,
    ticker: ticker ? ticker.toUpperCase() : null,
  };
}
