/**
 * Fills that a venue's positions don't show yet. Some venues show a position as it was for seconds after a fill: taken at
 * its word, what was just bought would count as sold by hand, and a stop would leave it open and call it flat.
 */
import { compareDecimals, negated, signOf, sum } from "@chartrelay/contract";
import { DATABASE_NOW_US } from "../platform/db/age.ts";
import type { Queryable } from "../platform/db/database.ts";
import { SETTLING_US } from "./scope.ts";

/** A fill of ours that its venue may not show yet. */
export interface RecentFill {
  /** The venue's. */
  readonly symbol: string;
  /** Signed: positive for what was bought. */
  readonly quantity: string;
}

const RECENT = `
select symbol, case when side = 'BUY' then quantity else '-' || quantity end as quantity
from fills where account_id = $1 and stored_at > ${DATABASE_NOW_US} - ${SETTLING_US} order by executed_at desc, seq desc`;

/** Returns the fills of an account that we have just learned of, newest first. @throws storage errors. */
export async function recentFills(db: Queryable, accountId: string): Promise<RecentFill[]> {
  return await db.query<RecentFill>(RECENT, [accountId]);
}

/**
 * Whether what a venue holds beyond our fills is just what the last of them come to: then it may not have shown them yet,
 * and is read again for as long as they are recent.
 * @param beyond what the venue shows minus what our fills add up to, signed
 * @param recent fills of the instrument, newest first
 */
export function mayBeUnshown(beyond: string, recent: readonly Pick<RecentFill, "quantity">[]): boolean {
  if (signOf(beyond) === 0) return false;
  let unshown = "0";
  return recent.some(({ quantity }) => {
    unshown = sum(unshown, quantity);
    return compareDecimals(beyond, negated(unshown)) === 0;
  });
}
