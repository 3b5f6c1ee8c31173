/** What happened today in an account for a strategy, for its limits: docs/decisions/sizing.md. */
import { product, ratio, sum, type StrategyLimits } from "@chartrelay/contract";
import { type Credentials, InstrumentError, type PresentPrice } from "@chartrelay/venues";
import type { LinkedAccount } from "../../accounts/index.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { dayIn, dayStartMs, type DayRecord, followDay, type PlanInput } from "../../strategies/index.ts";
import type { PlanReadings } from "./venue-readings.ts";

const SENT = `
select count(*)::int as sent from orders
where strategy_id = $1 and account_id = $2 and attempt > 0 and received_at >= $3::bigint and id <> $4::uuid`;

/**
 * Symbols with the ticker to ask for their price by, and what reports know of what a price is worth. Reports sum a fill up
 * a moment after it is stored, and know a continuous symbol by its own name: so the ticker is the last fill's, and its
 * contract where there is one. Until a report knows what a price is worth, the venue is asked.
 */
const POSITIONS = `
select held.symbol, trim_scale(held.quantity)::text as quantity, trim_scale(held.cash)::text as cash,
  coalesce(filled.ticker, own.ticker) as ticker, own.currency, own.unit_value::text as "unitValue"
from strategy_positions held left join own_holdings own on own.account_id = held.account_id and own.symbol = held.symbol
  left join lateral (
    select upper(coalesce(orders.contract, orders.ticker)) as ticker from fills join orders on orders.id = fills.order_id
    where fills.account_id = held.account_id and fills.symbol = held.symbol
    order by fills.executed_at desc limit 1
  ) filled on true
where held.strategy_id = $1 and held.account_id = $2`;

interface PositionRow {
  readonly symbol: string;
  readonly quantity: string;
  readonly cash: string;
  readonly ticker: string | null;
  readonly currency: string | null;
  readonly unitValue: string | null;
}

const DAY = "select record from strategy_days where strategy_id = $1 and account_id = $2";
const REMEMBER = `
insert into strategy_days (strategy_id, account_id, record) values ($1, $2, $3::jsonb)
on conflict (strategy_id, account_id) do update set record = excluded.record`;

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
  db: Queryable,
  readings: Pick<PlanReadings, "price" | "instrument">,
  asked: TodayAsked,
): Promise<PlanInput["today"]> {
  const { limits, strategyId, orderId, account, nowMs } = asked;
  const { maxOrdersPerDay, maxDailyLoss, maxDailyDrawdown, timeZone } = limits;
  const countsMoney = maxDailyLoss !== null || maxDailyDrawdown !== null;
  if (maxOrdersPerDay === null && !countsMoney) return null;
  const from = dayStartMs(timeZone, nowMs) * 1_000;
  const [[counted], profit] = await Promise.all([
    db.query<{ sent: number }>(SENT, [strategyId, account.id, from, orderId]),
    countsMoney ? profitOfDay(db, readings, asked) : null,
  ]);
  return { orders: counted?.sent ?? 0, profit };
}

async function profitOfDay(db: Queryable, readings: Pick<PlanReadings, "price" | "instrument">, asked: TodayAsked) {
  const { strategyId, account, limits, nowMs } = asked;
  const [rows, [day]] = await Promise.all([
    db.query<PositionRow>(POSITIONS, [strategyId, account.id]),
    db.query<{ record: DayRecord }>(DAY, [strategyId, account.id]),
  ]);
  const worths = await Promise.all(rows.map((row) => worthOf(row, readings, asked)));
  const total = worths.some((one) => one === null)
    ? null
    : worths.reduce<Record<string, string>>((all, one) => {
        if (one) all[one.currency] = sum(all[one.currency] ?? "0", one.amount);
        return all;
      }, {});
  const followed = followDay(day?.record ?? null, total, dayIn(limits.timeZone, nowMs));
  if (followed.record) await db.query(REMEMBER, [strategyId, account.id, JSON.stringify(followed.record)]);
  return followed.profit;
}

/** Returns what an instrument has brought in all, realised and open; null if that isn't known. */
async function worthOf(
  row: PositionRow,
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
