/** TradingView's placeholders, as a message that was never sent has them: docs/venues/tradingview.md, Placeholders. */

/** What may stand for each, so that its place can be judged; null where that may be anything. */
const SAMPLES: ReadonlyMap<string, string | null> = new Map<string, string | null>([
  ["ticker", "SBER"],
  ["exchange", "MOEX"],
  ["interval", "60"],
  ["time", "2026-01-01T00:00:00Z"],
  ["timenow", "2026-01-01T00:00:00Z"],
  ...["open", "high", "low", "close", "volume"].map((name) => [name, "100"] as const),
  ["syminfo.currency", "RUB"],
  ["syminfo.basecurrency", "USD"],
  ["strategy.order.action", "buy"],
  ["strategy.order.contracts", "1"],
  ["strategy.order.price", "100"],
  ["strategy.order.id", null],
  ["strategy.order.comment", null],
  ["strategy.order.alert_message", null],
  ["strategy.position_size", "1"],
  ["strategy.market_position", "long"],
  ["strategy.market_position_size", "1"],
  ["strategy.prev_market_position", "flat"],
  ["strategy.prev_market_position_size", "0"],
]);
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const PLOT = /^plot(?:_\d{1,2}|\("[^"]*"\))$/;

/**
 * A text with something in the place of each placeholder: null when one may stand for anything, undefined when there is none,
 * or one that TradingView doesn't know.
 */
export function sampleOf(text: string): string | null | undefined {
  const names = Array.from(text.matchAll(PLACEHOLDER), ([, name = ""]) => name.trim());
  if (names.length === 0 || !names.every((name) => PLOT.test(name) || SAMPLES.has(name))) return undefined;
  if (names.some((name) => SAMPLES.get(name) === null)) return null;
  return text.replaceAll(PLACEHOLDER, (_, name: string) => SAMPLES.get(name.trim()) ?? "100");
}
