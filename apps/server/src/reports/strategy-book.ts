/** What one strategy's own fills add up to, in each account and instrument, apart from all that others trade there. */
import { sum, type VenueName } from "@chartrelay/contract";
import type { Queryable } from "../platform/db/database.ts";
import { type Holding, NOTHING_HELD } from "./average-cost.ts";
import { fillsOfStrategy, type StrategyFill } from "./fill-rows.ts";
import { type QuarterSum, sumFills, type Terms } from "./fill-sums.ts";

/** A strategy's fills of one instrument in one account, at average cost. */
export interface StrategyBook {
  readonly accountId: string;
  readonly venue: VenueName;
  readonly symbol: string;
  /** As the strategy's last message wrote it, and the contract behind it; the same unless it is a continuous symbol. */
  readonly ticker: string;
  readonly contract: string;
  /** What a price is worth; null while the venue hasn't said, and then nothing below is in money. */
  readonly terms: Terms | null;
  /** By quarter of an hour, oldest first. */
  readonly sums: readonly QuarterSum[];
  readonly holding: Holding;
  /** In the currency of `terms`, before fees. */
  readonly realised: string;
  readonly fills: number;
}

const TERMS = `
select account_id as "accountId", symbol, unit_value::text as "unitValue", currency, tick::text from own_holdings
where account_id = any($1::text[])`;

type TermsRow = Terms & { readonly accountId: string; readonly symbol: string };

/** Counts as if a price were money, to learn at least what is held. */
const NO_TERMS: Terms = { unitValue: "1", currency: "", tick: null };

/** Returns a strategy's books, by account and instrument. It reads all fills of the strategy. */
export async function strategyBooks(db: Queryable, strategyId: string): Promise<StrategyBook[]> {
  const fills = await fillsOfStrategy(db, strategyId);
  const accountIds = [...new Set(fills.map(({ accountId }) => accountId))];
  const known = new Map(
    (await db.query<TermsRow>(TERMS, [accountIds])).map(({ accountId, symbol, ...terms }) => [
      `${accountId} ${symbol}`,
      terms,
    ]),
  );
  const byInstrument = Map.groupBy(fills, ({ accountId, symbol }) => `${accountId} ${symbol}`);
  return [...byInstrument].map(([key, own]) => bookOf(own, known.get(key) ?? null));
}

function bookOf(fills: readonly StrategyFill[], terms: Terms | null): StrategyBook {
  const last = fills.at(-1) as StrategyFill;
  // Within its own report, a strategy needs no name.
  const unnamed = fills.map((fill) => ({ ...fill, strategy: "" }));
  const sums = sumFills(unnamed, () => terms ?? NO_TERMS);
  const { accountId, venue, symbol, ticker, contract } = last;
  return {
    accountId,
    venue,
    symbol,
    ticker,
    contract: contract ?? ticker,
    terms,
    sums,
    holding: sums.at(-1)?.holding ?? NOTHING_HELD,
    realised: sums.reduce((before, { byStrategy }) => sum(before, byStrategy.get("")?.realised ?? "0"), "0"),
    fills: fills.length,
  };
}
