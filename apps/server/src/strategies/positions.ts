/** What a strategy holds in each account by its own fills, and what it should hold by its last signal. */
import { product, ratio, rounded, signOf, type StrategyPosition, type VenueName } from "@chartrelay/contract";
import { type AccountDirectory, showingAccountIds } from "../accounts/index.ts";
import type { Queryable } from "../platform/db/database.ts";
import { namesOf, openProfit, strategyBooks, type StrategyBook, type ValueOf } from "../reports/index.ts";
import { positionsOf } from "./known-positions.ts";
import { askedOf, heldOf } from "./position-rows.ts";

export interface PositionParts {
  readonly db: Queryable;
  readonly accounts: Pick<AccountDirectory, "webhookIdOf">;
  readonly valueOf: ValueOf;
}

/** Averages are shown with at most so many digits after the point; money is with fewer. */
const PRICE_DIGITS = 12;
const MONEY_DIGITS = 8;

/** Returns a strategy's positions, by account and ticker: those that it has, had, or should have by its last signal. */
export async function listStrategyPositions(
  { db, accounts, valueOf }: PositionParts,
  strategyId: string,
): Promise<StrategyPosition[]> {
  const [held, asked, books] = await Promise.all([
    heldOf(db, strategyId),
    askedOf(db, strategyId),
    strategyBooks(db, strategyId),
  ]);
  const bookOf = new Map(books.map((book) => [`${book.accountId} ${book.symbol}`, book]));
  const positions = positionsOf(held, asked);
  const names = await namesOf(db, positions);
  const shown = showingAccountIds(accounts);
  const rows = positions.map(async ({ accountId, venue, symbol, ...position }) => {
    const named = names.get(accountId);
    const money = await moneyOf(bookOf.get(`${accountId} ${symbol}`), venue, position.contract, valueOf);
    return named ? [await shown({ ...named, accountId, ...position, ...money })] : [];
  });
  return (await Promise.all(rows)).flat();
}

type Money = Pick<StrategyPosition, "averagePrice" | "realisedProfit" | "openProfit" | "currency" | "readAt">;

async function moneyOf(
  book: StrategyBook | undefined,
  venue: VenueName,
  contract: string,
  valueOf: ValueOf,
): Promise<Money> {
  if (!book) return { averagePrice: null, realisedProfit: null, openProfit: null, currency: null, readAt: null };
  const { holding, terms, realised, accountId } = book;
  const isOpen = signOf(holding.quantity) !== 0;
  const averagePrice = isOpen ? rounded(ratio(holding.cost, holding.quantity), PRICE_DIGITS) : null;
  const valuation = isOpen ? await valueOf({ accountId, venue, ticker: contract }) : undefined;
  const open = valuation && product(openProfit(holding, valuation.price), valuation.unitValue);
  return {
    averagePrice,
    realisedProfit: terms && rounded(realised, MONEY_DIGITS),
    openProfit: isOpen ? (open === undefined ? null : rounded(open, MONEY_DIGITS)) : "0",
    currency: terms?.currency ?? valuation?.currency ?? null,
    readAt: valuation ? new Date(valuation.readAtMs).toISOString() : null,
  };
}
