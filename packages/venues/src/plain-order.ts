import type { OrderMessage } from "@chartrelay/contract";
import { refused } from "./not-sent.ts";

/** Fields that one venue's orders have. One of these isn't dropped: without it the order would be another one. */
const PECULIAR_FIELDS: readonly (keyof OrderMessage)[] = [
  "icebergFixed",
  "icebergVariance",
  "condition",
  "triggerPrice",
  "stopEndUnixTime",
  "activate",
  "positionSide",
];

/**
 * For venues where we place market and limit orders only. `own` are the peculiar fields that this venue's orders have.
 * @throws {NotSent} when it is another one, or has a field that only another venue's orders have.
 */
export function checkIsPlain(message: OrderMessage, own: readonly (keyof OrderMessage)[] = []): void {
  if (message.type !== "MARKET" && message.type !== "LIMIT") throw refused("ORDER_TYPE_NOT_SUPPORTED");
  const foreign = PECULIAR_FIELDS.find((field) => message[field] !== undefined && !own.includes(field));
  if (foreign) throw refused("FIELD_NOT_SUPPORTED", { field: foreign });
}
