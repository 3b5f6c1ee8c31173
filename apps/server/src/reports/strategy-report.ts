/** GET /strategies/{id}/report: a strategy's own profit and loss, and what its execution cost. */
import { signOf, type Report, type ReportQuery } from "@chartrelay/contract";
import { type Figures, NO_FIGURES, quarterOf } from "./fill-sums.ts";
import { narrowing, type Narrowing } from "./filter.ts";
import { type Day, daysOf, periodOf } from "./period.ts";
import { composeReport, type ReportParts } from "./report.ts";
import type { DaySum } from "./store.ts";
import { strategyBooks, type StrategyBook } from "./strategy-book.ts";

/** Whose report: by their own ids. */
export interface ReportedStrategy {
  readonly userId: string;
  readonly strategyId: string;
}

/**
 * Returns a strategy's report: like that of all fills, but by the strategy's own positions. Funding isn't in it, since it
 * is paid for the whole position, whichever strategies hold it.
 * @throws {Problem} validation_failed for an unknown time zone or too long a period.
 */
export async function reportOfStrategy(
  parts: ReportParts,
  { userId, strategyId }: ReportedStrategy,
  query: ReportQuery,
): Promise<Report> {
  const { database, clock } = parts;
  const period = periodOf(query, clock.nowMs());
  const days = daysOf(period, query.tz || "UTC");
  const all = await strategyBooks(database, strategyId);
  const traded = all.map(({ accountId }) => accountId);
  const filter = await narrowing(database, userId, query, traded);
  const books = all.filter((book) => isWanted(book, filter));
  const counted = books.filter(({ terms }) => terms !== null);
  return await composeReport(parts, {
    period,
    environment: filter.environment,
    days,
    rows: counted.flatMap((book) => daySums(book, days)).toSorted((one, other) => one.day - other.day),
    held: counted.flatMap(({ holding, terms, contract, ...book }) =>
      signOf(holding.quantity) === 0 ? [] : { ...book, ...holding, ticker: contract, currency: terms?.currency ?? "" },
    ),
    uncounted: books.reduce((before, { terms, fills }) => before + (terms === null ? fills : 0), 0),
  });
}

const isWanted = ({ accountId, ticker }: StrategyBook, { accountIds, ticker: wanted }: Narrowing) =>
  accountIds.includes(accountId) && (wanted === null || ticker === wanted);

/** Returns a book's sums of each quarter within the days: a row in the instrument's currency, and one for fees in others. */
function daySums({ accountId, venue, symbol, ticker, terms, sums }: StrategyBook, days: readonly Day[]): DaySum[] {
  const currency = terms?.currency ?? "";
  const place = { accountId, venue, symbol, ticker, strategy: "", funding: "0" };
  return sums.flatMap(({ quarter, byStrategy }) => {
    const day = days.findIndex(({ startMs, endMs }) => quarter >= quarterOf(startMs) && quarter < quarterOf(endMs));
    if (day === -1) return [];
    const figures = byStrategy.get("") ?? NO_FIGURES;
    const others = [...figures.fees].filter(([each]) => each !== currency);
    return [
      { ...place, day, currency, ...columnsOf(figures, currency) },
      ...others.map(([each, fees]) => ({ ...place, day, currency: each, ...columnsOf(NO_FIGURES, each), fees })),
    ];
  });
}

function columnsOf(figures: Figures, currency: string) {
  const { fills, realised, fees, slippage, signalToReceived, receivedToSent, sentToFilled } = figures;
  return {
    fills,
    realised,
    fees: fees.get(currency) ?? "0",
    signalFills: slippage.fills,
    slippage: slippage.money,
    signalValue: slippage.value,
    slippageTicks: slippage.ticks,
    tickQuantity: slippage.quantity,
    signalMs: signalToReceived.ms,
    signalMsFills: signalToReceived.fills,
    relayMs: receivedToSent.ms,
    relayMsFills: receivedToSent.fills,
    venueMs: sentToFilled.ms,
    venueMsFills: sentToFilled.fills,
  };
}
