import type { Journal } from "../../relay/delivery.ts";
import type { OrderDelivery } from "./row.ts";

/** The same journal, which tells of each order whose row it changed, once that is committed. */
export function announced(
  journal: Journal<OrderDelivery>,
  onChanged: (order: OrderDelivery) => void,
): Journal<OrderDelivery> {
  const telling = async (order: OrderDelivery, change: Promise<boolean>): Promise<boolean> => {
    const isChanged = await change;
    if (isChanged) onChanged(order);
    return isChanged;
  };
  return {
    ...journal,
    intend: (order, pin) => telling(order, journal.intend(order, pin)),
    unresolve: async (order) => {
      await journal.unresolve(order);
      onChanged(order);
    },
    record: (order, settlement) => telling(order, journal.record(order, settlement)),
  };
}
