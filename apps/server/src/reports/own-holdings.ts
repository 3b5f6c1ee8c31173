/** What accounts hold by our own fills. */
import type { VenueName } from "@chartrelay/contract";
import type { Queryable } from "../platform/db/database.ts";

export interface OwnHolding {
  readonly accountId: string;
  readonly venue: VenueName;
  readonly symbol: string;
  readonly ticker: string;
  /** Signed, in the units of our messages. */
  readonly quantity: string;
}

// Fills that aren't summed yet count as well: the summing job is a second behind.
const OWN = `
select account_id as "accountId", symbol, (array_agg(venue))[1] as venue, max(ticker) as ticker,
  trim_scale(sum(quantity))::text as quantity
from (
  select account_id, symbol, venue, ticker, quantity from own_holdings where account_id = any($1::text[])
) held
group by account_id, symbol`;

/** Returns what our fills of these accounts add up to, by account and instrument; zero where all is closed. */
export async function ownHoldings(db: Queryable, accountIds: readonly string[]): Promise<OwnHolding[]> {
  return await db.query<OwnHolding>(OWN, [accountIds]);
}
