/** What an order would cost, and when its instrument trades. */
import * as z from "zod";
import type { Adapter } from "../adapter.ts";
import type { CostEstimate, Executions, Reading, Schedule } from "../execution.ts";
import type { Credentials, VenueOrder } from "../venue.ts";
import type { Environments } from "./environment.ts";
import { money } from "./execution-state.ts";
import type { TinkoffInstrument, TinkoffInstruments } from "./instruments.ts";
import { fromQuotation, toQuotation } from "./quotation.ts";
import { mapReading, read } from "./read.ts";
import type { Calendar, Session } from "./trading-calendar.ts";

const lots = z
  .string()
  .regex(/^\d{1,19}$/)
  .optional();
const buyLimits = z.object({ buyMaxLots: lots, buyMaxMarketLots: lots }).optional();
const sellLimits = z.object({ sellMaxLots: lots }).optional();
const maxLots = z.object({ buyLimits, buyMarginLimits: buyLimits, sellLimits, sellMarginLimits: sellLimits });
const orderPrice = z.object({ executedCommission: money.optional() });
const tradingStatus = z.object({ tradingStatus: z.string() });
/** Creates the calls; each may throw {NotSent} and {InstrumentError}. */
export function tradeTermsCalls(
  environments: Environments,
  instruments: TinkoffInstruments,
  calendar: Calendar,
  price: Adapter["price"],
): Pick<Executions, "estimate" | "schedule"> {
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
      const value = { isOpen, ...timesOf(sessions, isOpen, environments.now()) };
      return { kind: "read", value, atMs: reading.atMs };
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
