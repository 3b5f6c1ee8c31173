/** GET /reports/me: adds up the sums of a period, by currency, day, instrument, account and strategy. */
import {
  difference,
  product,
  ratio,
  type Report,
  type ReportQuery,
  rounded,
  signOf,
  sum,
  type VenueName,
} from "@chartrelay/contract";
import { type AccountDirectory, showingAccountIds } from "../accounts/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { openProfit } from "./average-cost.ts";
import { type Environment, narrowing } from "./filter.ts";
import { type Day, daysOf, type Period, periodOf } from "./period.ts";
import { type DaySum, namesOf, readOpen, readSums, readUncounted, type OpenHolding } from "./store.ts";
import type { Valuation, ValueOf } from "./valuation.ts";

export interface ReportParts {
  readonly database: Pick<Database, "query" | "orm">;
  readonly accounts: Pick<AccountDirectory, "webhookIdOf">;
  readonly valueOf: ValueOf;
  readonly clock: Pick<Clock, "nowMs">;
}

/** Money has at most so many digits after the point: currencies' smallest units and Binance's are within it. */
const MONEY_DIGITS = 8;
const POINT_DIGITS = 2;
const BASIS_POINTS = "10000";

type Figures = Pick<Report["totals"][number], "currency" | "realised" | "fees" | "funding" | "net" | "fills">;

/**
 * Returns a user's report. It reads at most 96 rows a day for each instrument, currency and strategy, however many fills
 * there were.
 * @throws {Problem} validation_failed for an unknown time zone or too long a period.
 */
export async function reportFor(parts: ReportParts, userId: string, query: ReportQuery): Promise<Report> {
  const { database, clock } = parts;
  const period = periodOf(query, clock.nowMs());
  const days = daysOf(period, query.tz || "UTC");
  const filter = await narrowing(database, userId, query);
  const [rows, held, uncounted] = await Promise.all([
    readSums(database, userId, days, filter),
    readOpen(database, userId, filter),
    readUncounted(database, userId, filter),
  ]);
  return await composeReport(parts, { period, environment: filter.environment, days, rows, held, uncounted });
}

/** What a report is made of. */
export interface ReportRows {
  readonly period: Period;
  readonly environment: Environment;
  readonly days: readonly Day[];
  readonly rows: readonly DaySum[];
  readonly held: readonly OpenHolding[];
  readonly uncounted: number;
}

/** Adds up the sums of a period, and what is open at its last price. */
export async function composeReport(
  parts: ReportParts,
  { period, environment, days, rows, held, uncounted }: ReportRows,
): Promise<Report> {
  const valued = await Promise.all(held.map(async (holding) => withOpen(holding, await parts.valueOf(holding))));
  return {
    from: new Date(period.fromMs).toISOString(),
    to: new Date(period.toMs).toISOString(),
    environment,
    totals: grouped(rows, valued, ({ currency }) => currency).map(({ figures, open }) => ({ ...figures, open })),
    days: dayRows(rows, days),
    instruments: instrumentRows(rows, valued),
    accounts: await accountRows(parts, rows, valued),
    strategies: strategyRows(rows),
    cost: costOf(rows),
    uncounted,
  };
}

/** A holding with its profit at the last price. */
interface Valued extends OpenHolding {
  readonly open: string | null;
  readonly pricedAtMs: number | null;
}

function withOpen(holding: OpenHolding, valuation: Valuation | undefined): Valued {
  if (!valuation) return { ...holding, open: null, pricedAtMs: null };
  const open = product(openProfit(holding, valuation.price), valuation.unitValue);
  return { ...holding, open, pricedAtMs: valuation.readAtMs };
}

type Keyed = Pick<OpenHolding, "accountId" | "venue" | "symbol" | "currency">;

interface Group {
  readonly rows: readonly DaySum[];
  readonly held: readonly Valued[];
  readonly figures: Figures;
  readonly open: string | null;
}

/** Groups sums, and what is held, by a key that names a currency. */
function grouped(rows: readonly DaySum[], held: readonly Valued[], key: (row: Keyed) => string): Group[] {
  const [rowsBy, heldBy] = [Map.groupBy(rows, key), Map.groupBy(held, key)];
  const keys = [...new Set([...rowsBy.keys(), ...heldBy.keys()])].toSorted();
  return keys.map((each) => {
    const [own, open] = [rowsBy.get(each) ?? [], heldBy.get(each) ?? []];
    const currency = own[0]?.currency ?? open[0]?.currency ?? "";
    return { rows: own, held: open, figures: figuresOf(currency, own), open: openOf(open) };
  });
}

function figuresOf(currency: string, rows: readonly DaySum[]): Figures {
  return {
    currency,
    realised: money(totalOf(rows, "realised")),
    fees: money(totalOf(rows, "fees")),
    funding: money(totalOf(rows, "funding")),
    net: money(netOf(rows)),
    fills: rows.reduce((before, { fills }) => before + fills, 0),
  };
}

function totalOf(
  rows: readonly DaySum[],
  name: "realised" | "fees" | "funding" | "slippage" | "signalValue" | "slippageTicks" | "tickQuantity",
): string {
  return rows.reduce((before, row) => sum(before, row[name]), "0");
}

function netOf(rows: readonly DaySum[]): string {
  return sum(difference(totalOf(rows, "realised"), totalOf(rows, "fees")), totalOf(rows, "funding"));
}

/** "0" where nothing is held; null as soon as one price isn't known. */
function openOf(held: readonly Valued[]): string | null {
  let open = "0";
  for (const each of held) {
    if (each.open === null) return null;
    open = sum(open, each.open);
  }
  return money(open);
}

const money = (value: string) => rounded(value, MONEY_DIGITS);

function dayRows(rows: readonly DaySum[], days: readonly Day[]): Report["days"] {
  /** By currency, not rounded. */
  const running = new Map<string, string>();
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return days.flatMap(({ name }, number) =>
    grouped(byDay.get(number) ?? [], [], ({ currency }) => currency).map(({ rows: own, figures }) => {
      const sumSoFar = sum(running.get(figures.currency) ?? "0", netOf(own));
      running.set(figures.currency, sumSoFar);
      return { day: name, ...figures, running: money(sumSoFar) };
    }),
  );
}

function instrumentRows(rows: readonly DaySum[], held: readonly Valued[]): Report["instruments"] {
  return grouped(rows, held, ({ venue, symbol, currency }) => `${venue} ${symbol} ${currency}`).map((group) => {
    const named = group.rows.at(-1) ?? group.held.at(-1);
    const pricedAtMs = group.held.find((each) => each.pricedAtMs !== null)?.pricedAtMs;
    return {
      instrument: { exchange: named?.venue as VenueName, ticker: named?.ticker ?? "" },
      ...group.figures,
      open: group.open,
      pricedAt: pricedAtMs ? new Date(pricedAtMs).toISOString() : null,
    };
  });
}

async function accountRows(
  { database, accounts }: ReportParts,
  rows: readonly DaySum[],
  held: readonly Valued[],
): Promise<Report["accounts"]> {
  const shown = showingAccountIds(accounts);
  const names = await namesOf(database, [...rows, ...held]);
  const groups = grouped(rows, held, ({ accountId, currency }) => `${accountId} ${currency}`);
  return await Promise.all(
    groups.flatMap(({ rows: own, held: open, figures, ...group }) => {
      const named = names.get((own[0] ?? open[0])?.accountId ?? "");
      return named ? shown({ ...named, ...figures, open: group.open }) : [];
    }),
  );
}

function strategyRows(rows: readonly DaySum[]): Report["strategies"] {
  // Funding is paid for the whole position, whichever strategies hold it.
  const traded = rows.filter(({ fills, fees }) => fills > 0 || signOf(fees) !== 0);
  const inOrder = traded.toSorted((one, other) => (one.strategy < other.strategy ? -1 : 1));
  const byStrategy = Map.groupBy(inOrder, ({ strategy, currency }) => `${strategy} ${currency}`);
  return [...byStrategy.values()].flatMap(([first, ...others]) =>
    first ? { strategy: first.strategy || null, ...figuresOf(first.currency, [first, ...others]) } : [],
  );
}

function costOf(rows: readonly DaySum[]): Report["cost"] {
  const average = (ms: "signalMs" | "relayMs" | "venueMs") => {
    const fills = rows.reduce((before, row) => before + row[`${ms}Fills`], 0);
    return fills === 0 ? null : rows.reduce((before, row) => before + row[ms], 0) / fills;
  };
  const signalled = rows.filter(({ signalFills }) => signalFills > 0);
  return {
    signalToReceivedMs: average("signalMs"),
    receivedToSentMs: average("relayMs"),
    sentToFilledMs: average("venueMs"),
    slippage: grouped(signalled, [], ({ currency }) => currency).map(({ rows: own, figures: { currency } }) => ({
      currency,
      ...slippageOf(own),
    })),
  };
}

function slippageOf(rows: readonly DaySum[]): Omit<Report["cost"]["slippage"][number], "currency"> {
  return {
    fills: rows.reduce((before, { signalFills }) => before + signalFills, 0),
    ...presentSlippage({
      money: totalOf(rows, "slippage"),
      value: totalOf(rows, "signalValue"),
      ticks: totalOf(rows, "slippageTicks"),
      quantity: totalOf(rows, "tickQuantity"),
    }),
  };
}

/** Returns slippage as the API shows it: basis points of the value, and price steps on average by quantity. */
export function presentSlippage(slippage: {
  readonly money: string;
  readonly value: string;
  readonly ticks: string;
  readonly quantity: string;
}): { money: string; basisPoints: string; ticks: string | null } {
  const { value, ticks, quantity } = slippage;
  return {
    money: money(slippage.money),
    basisPoints: signOf(value) === 0 ? "0" : rounded(ratio(product(slippage.money, BASIS_POINTS), value), POINT_DIGITS),
    ticks: signOf(quantity) === 0 ? null : rounded(ratio(ticks, quantity), POINT_DIGITS),
  };
}
