/** What accounts hold by our own fills: the sums, and the few fills that they don't count yet. */
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

// The order is that of the index over fills to sum, so that nothing else is read. At Binance spot, a fee in the coin that was traded lessens what is held.
const OWN = `
with own as (
  select account_id, venue, symbol, ticker, quantity from own_holdings where account_id = any($1::text[])
  union all
  select fills.account_id, fills.venue, symbol, upper(orders.ticker),
    case when side = 'BUY' then fills.quantity::numeric else -fills.quantity::numeric end
      - case when fills.venue = 'BINANCE_SPOT' and starts_with(symbol, fee_currency) then fee_amount::numeric else 0 end
  from accounts cross join lateral (
    select * from fills
    where summed_revision < revision and summed_revision = 0 and fills.user_id = accounts.user_id and fills.account_id = accounts.id
    order by user_id, account_id, symbol, executed_at
  ) fills left join orders on orders.id = order_id
  where accounts.id = any($1::text[])
)
select account_id as "accountId", venue, symbol, coalesce(max(ticker), symbol) as ticker, trim_scale(sum(quantity))::text as quantity
from own group by account_id, venue, symbol`;

/** Returns what our fills of these accounts add up to, by account and instrument; zero where all is closed. */
export async function ownHoldings(db: Queryable, accountIds: readonly string[]): Promise<OwnHolding[]> {
  return await db.query<OwnHolding>(OWN, [accountIds]);
}
