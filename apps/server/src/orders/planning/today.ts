/** What happened today in an account for a strategy, for its limits: docs/decisions/sizing.md. */
import { product, ratio, sum, type StrategyLimits } from "@chartrelay/contract";
import { type Credentials, InstrumentError, type PresentPrice } from "@chartrelay/venues";
import type { LinkedAccount } from "../../accounts/index.ts";
import type { PlanBooks, TradedPosition } from "./books.ts";
import { dayIn, dayStartMs, followDay, type PlanInput } from "../../strategies/index.ts";
import type { PlanReadings } from "./venue-readings.ts";

/** An instrument whose price is known anyway. */
interface Priced {
  readonly symbol: string;
  readonly lotSize: string;
  readonly price: PresentPrice | null;
}

export interface TodayAsked {
  readonly strategyId: string;
  readonly orderId: string;
  readonly account: LinkedAccount;
  readonly key: Credentials;
  readonly limits: StrategyLimits;
  readonly instrument: Priced;
  readonly nowMs: number;
}

/** Returns today's figures; null if the limits need none. @throws storage errors. */
export async function readToday(
  books: PlanBooks,
  readings: Pick<PlanReadings, "price" | "instrument">,
  asked: TodayAsked,
): Promise<PlanInput["today"]> {
  const { limits, strategyId, orderId, account, nowMs } = asked;
  const { maxOrdersPerDay, maxDailyLoss, maxDailyDrawdown, timeZone } = limits;
  const countsMoney = maxDailyLoss !== null || maxDailyDrawdown !== null;
  if (maxOrdersPerDay === null && !countsMoney) return null;
  const from = dayStartMs(timeZone, nowMs) * 1_000;
  const [orders, profit] = await Promise.all([
    books.sentSince({ strategyId, accountId: account.id }, from, orderId),
    countsMoney ? profitOfDay(books, readings, asked) : null,
  ]);
  return { orders, profit };
}

async function profitOfDay(books: PlanBooks, readings: Pick<PlanReadings, "price" | "instrument">, asked: TodayAsked) {
  const { strategyId, account, limits, nowMs } = asked;
  const member = { strategyId, accountId: account.id };
  const [rows, day] = await Promise.all([books.traded(member), books.day(member)]);
  const worths = await Promise.all(rows.map((row) => worthOf(row, readings, asked)));
  const total = worths.some((one) => one === null)
    ? null
    : worths.reduce<Record<string, string>>((all, one) => {
        if (one) all[one.currency] = sum(all[one.currency] ?? "0", one.amount);
        return all;
      }, {});
  const followed = followDay(day, total, dayIn(limits.timeZone, nowMs));
  if (followed.record) await books.rememberDay(member, followed.record);
  return followed.profit;
}

/** Returns what an instrument has brought in all, realised and open; null if that isn't known. */
async function worthOf(
  row: TradedPosition,
  readings: Pick<PlanReadings, "price" | "instrument">,
  asked: TodayAsked,
): Promise<{ readonly currency: string; readonly amount: string } | null> {
  const { instrument, account, key } = asked;
  const isPresent = row.symbol === instrument.symbol;
  const { ticker } = row;
  const price = isPresent ? instrument.price : ticker === null ? null : await readings.price(account, ticker, key);
  if (!price && row.quantity !== "0") return null;
  const worth = isPresent || row.unitValue === null ? price?.worth : null;
  const lotSize = !worth || isPresent ? instrument.lotSize : await lotSizeOf(readings, asked, ticker);
  const unitValue = worth && lotSize ? ratio(product(lotSize, worth.value), worth.per) : row.unitValue;
  const currency = worth?.currency ?? row.currency;
  if (unitValue === null || currency === null) return row.cash === "0" && row.quantity === "0" ? NOTHING : null;
  const points = sum(row.cash, product(row.quantity, price?.price ?? "0"));
  return { currency, amount: product(points, unitValue) };
}

/** Null if it isn't known, as of an instrument that is no longer traded. */
async function lotSizeOf(
  readings: Pick<PlanReadings, "instrument">,
  { account, key }: TodayAsked,
  ticker: string | null,
): Promise<string | null> {
  if (ticker === null) return null;
  try {
    return (await readings.instrument(account, ticker, key)).lotSize;
  } catch (error) {
    if (error instanceof InstrumentError) return null;
    throw error;
  }
}

/** A position of which nothing has been traded: its scale alone is kept. */
const NOTHING = { currency: "", amount: "0" } as const;
