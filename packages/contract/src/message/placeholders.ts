/**
 * TradingView's placeholders, as they appear in a message that was never sent: docs/venues/tradingview.md,
 * Placeholders.
 */

/** A sample value of each, so that its field can be checked; null where the value may be anything. */
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
 * Replaces each placeholder in a text with a sample. Returns null if one of them may be anything, and undefined if
 * there is no placeholder or one that TradingView doesn't know.
 */
export function sampleOf(text: string): string | null | undefined {
  const names = Array.from(text.matchAll(PLACEHOLDER), ([, name = ""]) => name.trim());
  if (names.length === 0 || !names.every((name) => PLOT.test(name) || SAMPLES.has(name))) return undefined;
  if (names.some((name) => SAMPLES.get(name) === null)) return null;
  return text.replaceAll(PLACEHOLDER, (_, name: string) => SAMPLES.get(name.trim()) ?? "100");
}
