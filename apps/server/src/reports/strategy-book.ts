/** What one strategy's own fills add up to, in each account and instrument, apart from all that others trade there. */
import { difference, sum, type VenueName } from "@chartrelay/contract";
import { LRUCache } from "lru-cache";
import type { Queryable } from "../platform/db/database.ts";
import { type Holding, NOTHING_HELD } from "./average-cost.ts";
import { fillsOfStrategy, type StrategyFill } from "./fill-rows.ts";
import { quarterOf, type QuarterSum, sumFills, type Terms } from "./fill-sums.ts";

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
where account_id = any($1::text[]) order by account_id, symbol`;

type TermsRow = Terms & { readonly accountId: string; readonly symbol: string };

/** Counts as if a price were money, to learn at least what is held. */
const NO_TERMS: Terms = { unitValue: "1", currency: "", tick: null };

// A revision only rises, and a fill that is deleted leaves the count: what is the same here is the same in the books.
const VERSION = `
select count(*)::int as fills, coalesce(sum(revision), 0)::int as revisions, array_agg(distinct account_id) as "accountIds"
from fills where order_id in (select id from orders where strategy_id = $1)`;

interface VersionRow {
  readonly fills: number;
  readonly revisions: number;
  readonly accountIds: readonly string[] | null;
}

/** Books of which no more quarters of an hour than this stay in memory. */
const QUARTERS_KEPT = 100_000;

interface KeptBooks {
  readonly version: string;
  readonly books: readonly StrategyBook[];
}

/** By database, because a process may have several in tests. */
const keptIn = new WeakMap<Queryable, LRUCache<string, KeptBooks>>();

function keptBooks(db: Queryable): LRUCache<string, KeptBooks> {
  const kept =
    keptIn.get(db) ??
    new LRUCache<string, KeptBooks>({
      maxSize: QUARTERS_KEPT,
      sizeCalculation: ({ books }) => books.reduce((quarters, { sums }) => quarters + sums.length, 1),
    });
  keptIn.set(db, kept);
  return kept;
}

/**
 * Returns a strategy's books, by account and instrument. All fills of the strategy are read and counted when one is new or
 * changed, or a price is worth something else; until then, what was counted is kept.
 */
export async function strategyBooks(db: Queryable, strategyId: string): Promise<readonly StrategyBook[]> {
  const [row] = await db.query<VersionRow>(VERSION, [strategyId]);
  const known = await termsOf(db, row?.accountIds ?? []);
  const version = JSON.stringify([row?.fills, row?.revisions, [...known]]);
  const kept = keptBooks(db);
  const last = kept.get(strategyId);
  if (last?.version === version) return last.books;
  const byInstrument = Map.groupBy(
    await fillsOfStrategy(db, strategyId),
    ({ accountId, symbol }) => `${accountId} ${symbol}`,
  );
  const books = [...byInstrument].map(([key, own]) => bookOf(own, known.get(key) ?? null));
  kept.set(strategyId, { version, books });
  return books;
}

/**
 * Returns what books have earned since a moment at which a quarter of an hour began, by currency: realised, less fees. A
 * book whose money isn't known is left out.
 */
export function netSince(books: readonly StrategyBook[], fromMs: number): ReadonlyMap<string, string> {
  const net = new Map<string, string>();
  const add = (currency: string, amount: string) => net.set(currency, sum(net.get(currency) ?? "0", amount));
  for (const { terms, sums } of books) {
    if (terms === null) continue;
    for (const { quarter, byStrategy } of sums) {
      const figures = byStrategy.get("");
      if (quarter < quarterOf(fromMs) || !figures) continue;
      add(terms.currency, figures.realised);
      for (const [currency, fees] of figures.fees) add(currency, difference("0", fees));
    }
  }
  return net;
}

/** Returns what prices are worth, by account and symbol. */
async function termsOf(db: Queryable, accountIds: readonly string[]): Promise<ReadonlyMap<string, Terms>> {
  const rows = await db.query<TermsRow>(TERMS, [accountIds]);
  return new Map(rows.map(({ accountId, symbol, ...terms }) => [`${accountId} ${symbol}`, terms]));
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
