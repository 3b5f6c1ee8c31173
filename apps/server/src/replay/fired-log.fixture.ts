/** Logs of alerts as TradingView fires and exports them. */
import { readLog } from "./log/index.ts";

export const STRATEGY_ID = "k3m9x2q7w4z8p5n6r1t0vyjhgb";
const START_MS = Date.parse("2026-11-02T08:00:00Z");

export interface Fired {
  readonly message: string;
  readonly at: string;
}

const side = (position: number) => (position > 0 ? "long" : position < 0 ? "short" : "flat");

/** Returns the alerts of a strategy that moves through these positions, a minute apart. */
export function fired(positions: readonly number[], fields: Record<string, unknown> = {}): Fired[] {
  return positions.slice(1).map((to, index) => {
    const from = positions[index] ?? 0;
    const at = new Date(START_MS + index * 60_000).toISOString();
    const message = {
      strategy: STRATEGY_ID,
      ticker: "SBER",
      direction: to > from ? "buy" : "sell",
      type: "market",
      contracts: Math.abs(to - from),
      marketPosition: side(to),
      marketPositionSize: Math.abs(to),
      prevMarketPosition: side(from),
      prevMarketPositionSize: Math.abs(from),
      signalPrice: 300 + (index % 5),
      signalTime: at,
      ...fields,
    };
    return { message: JSON.stringify(message), at };
  });
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** As TradingView exports its alert log: with a byte order mark, and newest first. */
export function exported(alerts: readonly Fired[]): string {
  const rows = alerts
    .toReversed()
    .map(({ message, at }) => ["4711", "MOEX:SBER", quoted("Trend, 15"), quoted(message), at]);
  return `\uFEFF${[["Alert ID", "Ticker", "Name", "Description", "Time"], ...rows].map((row) => row.join(",")).join("\r\n")}`;
}

/** The messages of a log, oldest first. */
export const messagesOf = (log: string) => readLog(log, STRATEGY_ID).alerts.map(({ message }) => message);
