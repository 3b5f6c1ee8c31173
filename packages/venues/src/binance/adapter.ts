/** What the adapters of both products share: everything but the key's rights. */
import type { Adapter } from "../adapter.ts";
import type { Circuits } from "./circuit.ts";
import type { Instrument } from "../venue.ts";
import { Exact } from "./exact.ts";
import { findOrder, placeOrder, resendRule, tryOrder } from "./placing.ts";
import type { BinanceSymbol } from "./symbols.ts";

export function tradingAdapter(circuits: Circuits): Omit<Adapter, "check"> {
  return {
    oddQuantity: "rounded-down",
    triesOrders: true,
    resend: resendRule(circuits.timeouts),
    place: (order, credentials, signal) => placeOrder(circuits, order, credentials, signal),
    find: (order, credentials, signal) => findOrder(circuits, order, credentials, signal),
    preview: async (order, credentials, signal) =>
      instrumentOf(await tryOrder(circuits, order, credentials, signal), circuits),
    instrument: async (ticker, credentials, signal) =>
      instrumentOf(await circuits.of(credentials).symbols.get(ticker, signal), circuits),
    close: () => circuits.close(),
  };
}

function instrumentOf({ symbol, rules }: BinanceSymbol, { product: { board } }: Circuits): Instrument {
  const plain = (decimal: string) => new Exact(decimal).toFixed();
  return { symbol, board, lotSize: "1", tick: plain(rules.price.step), quantityStep: plain(rules.quantity.step) };
}
