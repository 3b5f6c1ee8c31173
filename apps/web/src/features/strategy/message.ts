/** The message that a strategy's alert carries: what TradingView fills in proves that no signal is missing. */

import { CHAIN_TEMPLATE } from "@chartrelay/contract";

/**
 * Returns the message to paste. With `namesContract` it names the contract behind a continuous symbol, which the
 * strategy's code passes on as its alert message.
 */
export function messageOf(id: string, { namesContract }: { readonly namesContract: boolean }): string {
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

/** What a strategy's code adds to each of its orders, so that the alert can name the contract. */
export const PINE_ARGUMENT = "alert_message = syminfo.current_contract";
