/**
 * Whether a day order that T-Invest calls cancelled has expired: T-Invest has no status for that (docs/venues/t-invest.md,
 * Order states).
 */
import type { Calendar, Session } from "./trading-calendar.ts";
import type { Credentials } from "../venue.ts";
import type { OrderState, StreamedOrder } from "./execution-state.ts";
import type { TinkoffInstruments } from "./instruments.ts";

const DAY_MS = 86_400_000;
/** The evening session, the day's last, ends at 23:50 in Moscow, which is three hours ahead of UTC all year. */
const LAST_SESSION_ENDS_MS = (20 * 60 + 50) * 60_000;
/** How far the exchange's clock may be behind: the session's orders are over by then, as it sees it. */
const CLOCKS_DIFFER_MS = 2_000;
const LOOK_UP_TIMEOUT_MS = 5_000;

/**
 * Returns when a day order ends by its own terms: with the last session of its day by the instrument's calendar, or at
 * 23:50 in Moscow if the calendar has none. Milliseconds since the Unix epoch, like `createdAtMs`.
 */
export function dayOrderEndsAt(createdAtMs: number, sessions: readonly Session[]): number {
  const latestMs = (Math.floor((createdAtMs - LAST_SESSION_ENDS_MS) / DAY_MS) + 1) * DAY_MS + LAST_SESSION_ENDS_MS;
  const closes = sessions.map(({ closesAtMs }) => closesAtMs).filter((ms) => ms > createdAtMs && ms <= latestMs);
  return closes.length === 0 ? latestMs : Math.max(...closes);
}

const DAY: ReadonlySet<string> = new Set(["", "TIME_IN_FORCE_UNSPECIFIED", "TIME_IN_FORCE_DAY"]);
/** Causes with which a session's end fits. Of all others, T-Invest knows who cancelled. */
const BY_NOBODY: ReadonlySet<string> = new Set(["", "CAUSE_UNSPECIFIED", "CAUSE_CANCELLED_BY_EXCHANGE"]);
const isCancelled = ({ executionReportStatus }: OrderState | StreamedOrder) =>
  executionReportStatus === "EXECUTION_REPORT_STATUS_CANCELLED";

export interface DayOrders {
  /** Whether the stream tells of a day order that ended with its session. Only such a one needs a look at the calendar. */
  hasExpired(order: StreamedOrder, credentials: Credentials): false | Promise<boolean>;
  /**
   * Whether an order that was read at `saidAtMs`, by T-Invest's clock, ended with its session. An answer names neither
   * who cancelled nor when, so once the session is over, every cancelled day order of it has expired.
   */
  hadExpired(order: OrderState, saidAtMs: number, credentials: Credentials): Promise<boolean>;
}

export function createDayOrders(instruments: TinkoffInstruments, calendar: Calendar): DayOrders {
  /** Without a calendar, the exchange's day counts. */
  async function endsAt(ticker: string, createdAtMs: number, credentials: Credentials): Promise<number> {
    const signal = AbortSignal.timeout(LOOK_UP_TIMEOUT_MS);
    const instrument = await instruments.get(ticker, credentials, signal).catch(() => undefined);
    const sessions = instrument && (await calendar(instrument, credentials, signal).catch(() => undefined));
    return dayOrderEndsAt(createdAtMs, sessions ?? []);
  }

  async function isOver(ticker: string, created: string, atMs: number, credentials: Credentials): Promise<boolean> {
    const createdAtMs = Date.parse(created);
    if (Number.isNaN(createdAtMs) || Number.isNaN(atMs)) return false;
    return atMs >= (await endsAt(ticker, createdAtMs, credentials)) - CLOCKS_DIFFER_MS;
  }

  return {
    hasExpired(order, credentials) {
      if (!isCancelled(order) || !DAY.has(order.timeInForce) || !BY_NOBODY.has(order.statusInfo)) return false;
      return isOver(order.ticker, order.createdAt, Date.parse(order.completionTime), credentials);
    },
    async hadExpired(order, saidAtMs, credentials) {
      return isCancelled(order) && (await isOver(order.ticker, order.orderDate, saidAtMs, credentials));
    },
  };
}
