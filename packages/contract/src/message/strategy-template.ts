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

/**
 * Returns the message to paste. With `namesContract` it names the contract behind a continuous symbol, which the
 * strategy's code passes on as its alert message.
 */
export function strategyMessage(id: string, { namesContract }: { readonly namesContract: boolean }): string {
  const fields: readonly (readonly [name: string, json: string])[] = [
    ["strategy", JSON.stringify(id)],
    ["ticker", '"{{ticker}}"'],
    ["direction", '"{{strategy.order.action}}"'],
    ["type", '"market"'],
    ["contracts", "{{strategy.order.contracts}}"],
    ...CHAIN_TEMPLATE,
    ...(namesContract ? ([["currentContract", '"{{strategy.order.alert_message}}"']] as const) : []),
  ];
  return `{\n${fields.map(([name, json]) => `  "${name}": ${json}`).join(",\n")}\n}`;
}
