/** Messages with fields that aren't ours: chart data, misspelled names, and names that other relays act on. */
import type { Fields, RightMessages } from "./right-messages.ts";

const OTHERS: Readonly<Record<string, unknown>> = {
  // Kept and shown.
  comment: "early entry",
  time: "2026-11-21T12:30:00Z",
  bar: { open: 300.5, contracts: 99 },
  strategy: "Breakout",
  signalPrice: 301.5,
  // Misspelled names.
  contract: 5,
  Ticker: "SBER",
  tickr: "SBER",
  dirction: "sell",
  comments: "two of them",
  stopLosPercent: 2,
  // Other relays' names for our fields.
  quantity: 1,
  symbol: "SBER",
  // Fields that would change the order.
  sl: 290,
  tp1_pips: 20,
  leverage: 5,
  reduceOnly: true,
  position: 10,
  action: "close",
  riskPercent: 1,
  position_size: 3,
};

export function otherFieldMessages({ market }: RightMessages): readonly (readonly [string, Fields])[] {
  return Object.entries(OTHERS).map(([field, value]) => [`with ${field}`, { ...market, [field]: value }]);
}
