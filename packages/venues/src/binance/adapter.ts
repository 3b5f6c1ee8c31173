/** What the adapters of both products share: everything but the key's rights. */
import type { Adapter } from "../adapter.ts";
import type { Circuits } from "./circuit.ts";
import { Exact } from "./exact.ts";
import { findOrder, placeOrder, resendRule } from "./placing.ts";

export function tradingAdapter(circuits: Circuits): Omit<Adapter, "check"> {
  return {
    oddQuantity: "rounded-down",
    resend: resendRule(circuits.timeouts),
    place: (order, credentials, signal) => placeOrder(circuits, order, credentials, signal),
    find: (order, credentials, signal) => findOrder(circuits, order, credentials, signal),
    async instrument(ticker, credentials, signal) {
      const { symbol, rules } = await circuits.of(credentials).symbols.get(ticker, signal);
      const { board } = circuits.product;
      const plain = (decimal: string) => new Exact(decimal).toFixed();
      const [tick, quantityStep] = [plain(rules.price.step), plain(rules.quantity.step)];
      return { symbol, board, lotSize: "1", tick, quantityStep };
    },
    close: () => circuits.close(),
  };
}
