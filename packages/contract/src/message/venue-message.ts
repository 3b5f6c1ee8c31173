/** What a venue gets of a posted order. */
import { ORDER_MESSAGE_FIELDS } from "./message-fields.ts";
import type { AccountOrder, OrderMessage, PostedOrder } from "./order-message.ts";

/** Returns whether an order names its account, its side and its size in contracts: what a venue needs. */
export function isForAccount(order: PostedOrder): order is AccountOrder {
  return order.account !== undefined && order.direction !== undefined && order.contracts !== undefined;
}

/** What a posted order gets from its account's queue: who, which way and how much. */
export type OrderTerms = Pick<OrderMessage, "account" | "direction" | "contracts">;

/** Returns a posted order as its venue gets it: with these terms, and without what only we read. */
export function venueMessage(order: PostedOrder, { account, direction, contracts }: OrderTerms): OrderMessage {
  const own = Object.entries(order).filter(([field]) => ORDER_MESSAGE_FIELDS.some((one) => one === field));
  return { ...(Object.fromEntries(own) as Omit<OrderMessage, keyof OrderTerms>), account, direction, contracts };
}
