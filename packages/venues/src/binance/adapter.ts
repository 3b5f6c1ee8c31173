/** Returns what the adapters of both products share: everything but the check of a key's rights. */
import { decimalOf } from "@chartrelay/contract";
import type { Adapter } from "../adapter.ts";
import type { Environments } from "./environment.ts";
import type { Instrument } from "../venue.ts";
import { isRule } from "./filters.ts";
import { createPrices } from "./price.ts";
import { findOrder, placeOrder, resendRule, tryOrder } from "./placing.ts";
import type { BinanceSymbol } from "./symbols.ts";

export function tradingAdapter(environments: Environments): Omit<Adapter, "check"> {
  return {
    oddQuantity: "rounded-down",
    triesOrders: true,
    resend: resendRule(environments.timeouts),
    place: (order, credentials, signal) => placeOrder(environments, order, credentials, signal),
    find: (order, credentials, signal) => findOrder(environments, order, credentials, signal),
    preview: async (order, credentials, signal) =>
      instrumentOf(await tryOrder(environments, order, credentials, signal), environments),
    instrument: async (ticker, credentials, signal) =>
      instrumentOf(await environments.of(credentials).symbols.get(ticker, signal), environments),
    price: createPrices(environments),
    close: () => environments.close(),
  };
}

function instrumentOf({ symbol, rules }: BinanceSymbol, { product: { board } }: Environments): Instrument {
  return {
    symbol,
    board,
    lotSize: "1",
    tick: decimalOf(rules.price.step),
    quantityStep: decimalOf(rules.quantity.step),
    ...(isRule(rules.quantity.min) && { minQuantity: decimalOf(rules.quantity.min) }),
  };
}
