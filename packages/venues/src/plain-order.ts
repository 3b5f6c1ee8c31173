import type { OrderMessage } from "@chartrelay/contract";
import { refused } from "./not-sent.ts";

/** Fields of Alor's orders. One of these isn't dropped: without it the order would be another one. */
const ALORS_FIELDS: readonly (keyof OrderMessage)[] = [
  "icebergFixed",
  "icebergVariance",
  "condition",
  "triggerPrice",
  "stopEndUnixTime",
  "activate",
];

/**
 * For venues where we place market and limit orders only.
 * @throws {NotSent} when it is another one, or has a field that only Alor's orders have.
 */
export function checkIsPlain(message: OrderMessage): void {
  if (message.type !== "MARKET" && message.type !== "LIMIT") throw refused("ORDER_TYPE_NOT_SUPPORTED");
  const foreign = ALORS_FIELDS.find((field) => message[field] !== undefined);
  if (foreign) throw refused("FIELD_NOT_SUPPORTED", { field: foreign });
}
