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

// At Binance spot, a fee in the coin that was traded lessens what is held.
const OWN = `
select sums.account_id as "accountId", sums.venue, sums.symbol, coalesce(orders.ticker, sums.symbol) as ticker,
  trim_scale(sums.quantity)::text as quantity
from (
  select account_id, venue, symbol, (array_agg(order_id order by seq desc))[1] as last_order,
    sum(case when side = 'BUY' then quantity::numeric else -quantity::numeric end
      - case when venue = 'BINANCE_SPOT' and starts_with(symbol, fee_currency) then fee_amount::numeric else 0 end) as quantity
  from fills
  where user_id in (select user_id from accounts where id = any($1::text[])) and account_id = any($1::text[])
  group by account_id, venue, symbol
) sums left join orders on orders.id = sums.last_order`;

/** Returns what our fills of these accounts add up to, by account and instrument; zero where all is closed. */
export async function ownHoldings(db: Queryable, accountIds: readonly string[]): Promise<OwnHolding[]> {
  return await db.query<OwnHolding>(OWN, [accountIds]);
}
