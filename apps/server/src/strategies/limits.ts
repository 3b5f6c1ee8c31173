/** A strategy's limits. They stop entries and never exits; what a limit needs and isn't known stops an entry as well. */
import { compareDecimals, type Reason, type StrategyLimits } from "@chartrelay/contract";
import { lossesOf, type DailyProfit } from "./daily-loss.ts";
import { isWithinHours } from "./trading-hours.ts";

/** Why something was stopped, with the numbers, where there are any. */
export interface Stopped {
  readonly reason: Reason;
  readonly limit: { readonly allowed: string; readonly wanted: string } | null;
}

/** What happened today in this account for the strategy, by the time zone of its limits. */
export interface Today {
  /** Orders of the strategy that were sent. */
  readonly orders: number;
  /** Null if it isn't known, because a price is missing, for example: see daily-loss.ts. */
  readonly profit: DailyProfit | null;
}

/** What an order would open or enlarge. */
export interface Entry {
  /** The position with it, without its sign. */
  readonly after: string;
  /** Whether it enlarges a position, and how many orders have entered that. */
  readonly enlarges: boolean;
  readonly entries: number;
}

/** Returns why an entry may not be made now; null if it may. `today` is null if it isn't known. */
export function stopOf(limits: StrategyLimits, entry: Entry, today: Today | null, nowMs: number): Stopped | null {
  const { maxPosition, pyramiding, tradingHours } = limits;
  if (tradingHours !== null && !isWithinHours(tradingHours, nowMs)) {
    const { from, to, timeZone } = tradingHours;
    const allowed = `${from}–${to} ${timeZone}`;
    return { reason: "LIMIT_TRADING_HOURS", limit: { allowed, wanted: new Date(nowMs).toISOString() } };
  }
  if (maxPosition !== null && compareDecimals(entry.after, maxPosition) > 0)
    return { reason: "LIMIT_POSITION", limit: { allowed: maxPosition, wanted: entry.after } };
  if (pyramiding !== null && entry.enlarges && entry.entries >= pyramiding) {
    const limit = { allowed: String(pyramiding), wanted: String(entry.entries + 1) };
    return { reason: "LIMIT_PYRAMIDING", limit };
  }
  return stopOfDay(limits, today);
}

function stopOfDay(
  { maxOrdersPerDay, maxDailyLoss, maxDailyDrawdown }: StrategyLimits,
  today: Today | null,
): Stopped | null {
  if (maxOrdersPerDay !== null) {
    if (today === null) return UNKNOWN;
    const limit = { allowed: String(maxOrdersPerDay), wanted: String(today.orders + 1) };
    if (today.orders >= maxOrdersPerDay) return { reason: "LIMIT_ORDERS_PER_DAY", limit };
  }
  if (maxDailyLoss === null && maxDailyDrawdown === null) return null;
  const losses = lossesOf(today?.profit ?? null);
  if (losses === null) return UNKNOWN;
  for (const { fromStart, fromPeak } of losses) {
    if (maxDailyLoss !== null && compareDecimals(fromStart, maxDailyLoss) >= 0)
      return { reason: "LIMIT_DAILY_LOSS", limit: { allowed: maxDailyLoss, wanted: fromStart } };
    if (maxDailyDrawdown !== null && compareDecimals(fromPeak, maxDailyDrawdown) >= 0)
      return { reason: "LIMIT_DAILY_DRAWDOWN", limit: { allowed: maxDailyDrawdown, wanted: fromPeak } };
  }
  return null;
}

const UNKNOWN: Stopped = { reason: "LIMIT_NOT_KNOWN", limit: null };
