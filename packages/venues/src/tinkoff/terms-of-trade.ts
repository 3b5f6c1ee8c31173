/** What an order would cost, and when its instrument trades. */
import * as z from "zod";
import type { Adapter } from "../adapter.ts";
import type { CostEstimate, Executions, Reading, Schedule } from "../execution.ts";
import { refused, throttledFor, unavailable } from "../not-sent.ts";
import { SharedCache } from "../shared-cache.ts";
import type { Credentials, VenueOrder } from "../venue.ts";
import type { Environments } from "./environment.ts";
import { money } from "./execution-state.ts";
import { failedByToken, type TinkoffInstrument, type TinkoffInstruments } from "./instruments.ts";
import { fromQuotation, toQuotation } from "./quotation.ts";
import { mapReading, read } from "./read.ts";

const lots = z
  .string()
  .regex(/^\d{1,19}$/)
  .optional();
const buyLimits = z.object({ buyMaxLots: lots, buyMaxMarketLots: lots }).optional();
const sellLimits = z.object({ sellMaxLots: lots }).optional();
const maxLots = z.object({ buyLimits, buyMarginLimits: buyLimits, sellLimits, sellMarginLimits: sellLimits });
const orderPrice = z.object({ executedCommission: money.optional() });
const tradingStatus = z.object({ tradingStatus: z.string() });
const interval = z.object({ interval: z.object({ startTs: z.string(), endTs: z.string() }) });
const schedules = z.object({
  exchanges: z
    .array(
      z.object({
        exchange: z.string(),
        days: z
          .array(
            z.object({
              isTradingDay: z.boolean().default(false),
              startTime: z.string().optional(),
              endTime: z.string().optional(),
              intervals: z.array(interval).default([]),
            }),
          )
          .default([]),
      }),
    )
    .default([]),
});
type Day = z.output<typeof schedules>["exchanges"][number]["days"][number];

/** Creates the calls; each may throw {NotSent} and {InstrumentError}. */
export function tradeTermsCalls(
  environments: Environments,
  instruments: TinkoffInstruments,
  price: Adapter["price"],
): Pick<Executions, "estimate" | "schedule"> {
  const calendar = createCalendar(environments);
  return {
    async estimate(order, credentials, signal) {
      const instrument = await instruments.get(order.message.ticker, credentials, signal);
      return estimate(environments, { order, instrument, price }, credentials, signal);
    },
    async schedule(ticker, credentials, signal) {
      const instrument = await instruments.get(ticker, credentials, signal);
      const asked = { body: { instrumentId: instrument.uid }, schema: tradingStatus };
      const reading = await read(environments, "MarketDataService/GetTradingStatus", asked, credentials, signal);
      if (reading.kind !== "read") return reading;
      const isOpen = OPEN.has(reading.value.tradingStatus);
      const sessions = await calendar(instrument, credentials, signal);
      return { ...reading, value: { isOpen, ...timesOf(sessions, isOpen, environments.now()) } };
    },
  };
}

const OPEN: ReadonlySet<string> = new Set([
  "SECURITY_TRADING_STATUS_NORMAL_TRADING",
  "SECURITY_TRADING_STATUS_DEALER_NORMAL_TRADING",
]);

interface Estimated {
  readonly order: VenueOrder;
  readonly instrument: TinkoffInstrument;
  readonly price: Adapter["price"];
}

async function estimate(
  environments: Environments,
  { order: { message, allowMargin }, instrument, price }: Estimated,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Reading<CostEstimate>> {
  const isMarket = message.type === "MARKET";
  const named = { accountId: credentials.apiKey, instrumentId: instrument.uid };
  const limit = isMarket ? undefined : toQuotation(message.price ?? "");
  const asked = { body: { ...named, ...(limit && { price: limit }) }, schema: maxLots };
  const most = await read(environments, "OrdersService/GetMaxLots", asked, credentials, signal);
  if (most.kind !== "read") return most;
  const last = limit ?? toQuotation((await price(message.ticker, credentials, signal)).price);
  const direction = `ORDER_DIRECTION_${message.direction}`;
  const body = { ...named, price: last, direction, quantity: message.contracts };
  const cost = await read(
    environments,
    "OrdersService/GetOrderPrice",
    { body, schema: orderPrice },
    credentials,
    signal,
  );
  const { buyLimits: buy, buyMarginLimits, sellLimits: sell, sellMarginLimits } = most.value;
  const buying = allowMargin ? (buyMarginLimits ?? buy) : buy;
  const selling = allowMargin ? (sellMarginLimits ?? sell) : sell;
  const bought = isMarket ? (buying?.buyMaxMarketLots ?? buying?.buyMaxLots) : buying?.buyMaxLots;
  const maxQuantity = (message.direction === "BUY" ? bought : selling?.sellMaxLots) ?? null;
  return mapReading(
    cost,
    ({ executedCommission: fee }) => {
      const amount = fee && fromQuotation(fee);
      return {
        maxQuantity,
        fee: amount === undefined ? null : { amount, currency: fee?.currency.toUpperCase() ?? "" },
      };
    },
    "cost",
  );
}

interface Session {
  readonly opensAtMs: number;
  readonly closesAtMs: number;
}

const DAY_MS = 86_400_000;
/** A week holds the next session, whatever the holidays; T-Invest allows two (30002). */
const AHEAD_MS = 7 * DAY_MS;
const FRESH_MS = 10 * 60_000;
const MAX_CALENDARS = 1_000;

/** Creates a function that returns an instrument's next sessions, by its calendar. */
function createCalendar(environments: Environments) {
  const cache = new SharedCache<readonly Session[]>(MAX_CALENDARS, environments.now);

  return (
    instrument: TinkoffInstrument,
    credentials: Credentials,
    signal: AbortSignal,
  ): Promise<readonly Session[]> => {
    const { calendar } = instrument;
    if (calendar === "") return Promise.resolve([]);
    const load = async () => {
      const nowMs = environments.now();
      const [from, to] = [nowMs, nowMs + AHEAD_MS].map((ms) => new Date(ms).toISOString());
      const asked = { body: { exchange: calendar, from, to }, schema: schedules };
      const own = new AbortController().signal;
      const reading = await read(environments, "InstrumentsService/TradingSchedules", asked, credentials, own);
      if (reading.kind === "refused") throw refused(reading.reason);
      if (reading.kind === "unknown")
        throw reading.retryAfterMs === undefined ? unavailable() : throttledFor(reading.retryAfterMs);
      const days = reading.value.exchanges.find(({ exchange }) => exchange === calendar)?.days ?? [];
      return { value: days.flatMap(sessionsOf), freshUntil: nowMs + FRESH_MS };
    };
    return cache.getByOwnKey(`${credentials.isDemo ? "demo" : "live"}:${calendar}`, signal, load, failedByToken);
  };
}

function sessionsOf({ isTradingDay, startTime, endTime, intervals }: Day): readonly Session[] {
  if (!isTradingDay) return [];
  const whole = startTime !== undefined && endTime !== undefined ? [{ startTs: startTime, endTs: endTime }] : [];
  const named = intervals.length > 0 ? intervals.map((one) => one.interval) : whole;
  return named
    .map(({ startTs, endTs }) => ({ opensAtMs: Date.parse(startTs), closesAtMs: Date.parse(endTs) }))
    .filter(({ opensAtMs, closesAtMs }) => opensAtMs < closesAtMs);
}

/** The status says whether it trades now; the calendar when that ends, or begins. */
function timesOf(sessions: readonly Session[], isOpen: boolean, nowMs: number): Omit<Schedule, "isOpen"> {
  if (isOpen) {
    const present = sessions.filter(({ opensAtMs, closesAtMs }) => opensAtMs <= nowMs && nowMs < closesAtMs);
    return { closesAtMs: latest(present.map(({ closesAtMs }) => closesAtMs)), opensAtMs: null };
  }
  const next = sessions.map(({ opensAtMs }) => opensAtMs).filter((ms) => ms > nowMs);
  return { closesAtMs: null, opensAtMs: next.length === 0 ? null : Math.min(...next) };
}

function latest(times: readonly number[]): number | null {
  return times.length === 0 ? null : Math.max(...times);
}
