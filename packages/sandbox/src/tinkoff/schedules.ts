/** InstrumentsService: the hours of the Moscow exchange. Only plausible: the market here trades around the clock. */
import { addMethod, type Gateway } from "./method.ts";
import { refused } from "./refusals.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** The longest period that one request may name. */
const LONGEST_MS = 14 * DAY_MS;
const EXCHANGES: readonly string[] = ["MOEX", "FORTS", "SPBX"];

/** Adds TradingSchedules. */
export function scheduleMethods(gateway: Gateway): void {
  addMethod(gateway, "InstrumentsService/TradingSchedules", ({ json }) => {
    const { exchange, from, to } = json;
    if (from === undefined) return refused(30001);
    if (to === undefined) return refused(30004);
    const [fromMs, toMs] = [timeIn(from), timeIn(to)];
    if (Number.isNaN(fromMs)) return refused(30009);
    if (Number.isNaN(toMs)) return refused(30010);
    if (fromMs < startOfDay(gateway.market.nowMs())) return refused(30003);
    if (toMs - fromMs > LONGEST_MS) return refused(30002);
    const named = EXCHANGES.filter((name) => exchange === undefined || exchange === name);
    if (named.length === 0) return refused(50001);
    const days: object[] = [];
    for (let day = startOfDay(fromMs); day <= toMs; day += DAY_MS) days.push(tradingDay(day));
    return { status: 200, body: { exchanges: named.map((name) => ({ exchange: name, days })) } };
  });
}

function timeIn(text: unknown): number {
  return typeof text === "string" ? Date.parse(text) : NaN;
}

function startOfDay(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS;
}

function tradingDay(dayMs: number): object {
  const date = new Date(dayMs);
  const isTradingDay = date.getUTCDay() !== 0 && date.getUTCDay() !== 6;
  if (!isTradingDay) return { date: date.toISOString(), isTradingDay };
  const at = (hour: number, minute: number) => new Date(dayMs + (hour * 60 + minute) * MINUTE_MS).toISOString();
  const main = { startTs: at(7, 0), endTs: at(15, 50) };
  const evening = { startTs: at(16, 5), endTs: at(20, 50) };
  return {
    date: date.toISOString(),
    isTradingDay,
    startTime: main.startTs,
    endTime: evening.endTs,
    eveningStartTime: evening.startTs,
    eveningEndTime: evening.endTs,
    intervals: [
      { type: "regular_trading_session_main", interval: main },
      { type: "regular_trading_session_evening", interval: evening },
    ],
  };
}
