/** What a strategy's fills in an account have brought in all, realised and open. */
import { product, signOf, sum, type VenueName } from "@chartrelay/contract";
import type { Queryable } from "../platform/db/database.ts";
import type { ValueOf } from "../reports/index.ts";
import type { TotalProfit } from "./daily-loss.ts";

const LEDGER = `
select held.account_id as "accountId", held.venue, trim_scale(held.quantity)::text as quantity, trim_scale(held.cash)::text as cash,
  own.ticker, own.currency, own.unit_value::text as "unitValue"
from strategy_positions held left join own_holdings own on own.account_id = held.account_id and own.symbol = held.symbol
where held.strategy_id = $1 and held.account_id = $2 and (held.quantity <> 0 or held.cash <> 0)`;

/** What a strategy has traded of an instrument in an account. */
export interface TradedRow {
  readonly accountId: string;
  readonly venue: VenueName;
  readonly quantity: string;
  /** Price × quantity that its fills have brought, minus what they cost. */
  readonly cash: string;
  readonly ticker: string | null;
  readonly currency: string | null;
  readonly unitValue: string | null;
}

/** Returns what a strategy has traded in an account. @throws storage errors. */
export async function tradedRows(db: Queryable, strategyId: string, accountId: string): Promise<TradedRow[]> {
  return await db.query<TradedRow>(LEDGER, [strategyId, accountId]);
}

/** Returns what an account's positions have brought in all, by currency; null if one of them can't be valued. */
export async function totalProfit(rows: readonly TradedRow[], valueOf: ValueOf): Promise<TotalProfit | null> {
  const totals: Record<string, string> = {};
  for (const { accountId, venue, quantity, cash, ticker, currency, unitValue } of rows) {
    if (ticker === null || currency === null || unitValue === null) return null;
    const valuation = signOf(quantity) === 0 ? undefined : await valueOf({ accountId, venue, ticker });
    if (!valuation && signOf(quantity) !== 0) return null;
    const points = sum(cash, product(quantity, valuation?.price ?? "0"));
    totals[currency] = sum(totals[currency] ?? "0", product(points, unitValue));
  }
  return totals;
}
