/** What a strategy's message carries beside its order: docs/decisions/strategies.md. */

/**
 * The position chain and the base of slippage and delay, as they stand in TradingView's message box: names of fields, and
 * their values as JSON or as placeholders of numbers.
 */
export const CHAIN_TEMPLATE = [
  ["marketPosition", '"{{strategy.market_position}}"'],
  ["marketPositionSize", "{{strategy.market_position_size}}"],
  ["prevMarketPosition", '"{{strategy.prev_market_position}}"'],
  ["prevMarketPositionSize", "{{strategy.prev_market_position_size}}"],
  ["signalPrice", "{{strategy.order.price}}"],
  ["signalTime", '"{{timenow}}"'],
] as const;
