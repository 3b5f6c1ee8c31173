import { isFieldSupported, ORDER_MESSAGE_FIELDS } from "@chartrelay/contract";
import type { OrderField, OrderMessage, OrderType, VenueManifest } from "@chartrelay/contract";
import { refused } from "./not-sent.ts";

/** When several fields aren't supported, these are named first. */
const NAMED_FIRST: readonly OrderField[] = [
  "icebergFixed",
  "icebergVariance",
  "condition",
  "triggerPrice",
  "stopEndUnixTime",
];

const ORDERS_OWN: ReadonlySet<string> = new Set(ORDER_MESSAGE_FIELDS);

type Fields = { readonly [Name in OrderField]?: OrderMessage[Name] | undefined } & { readonly type: OrderType };

/**
 * Refuses what `venue` doesn't list as supported. An unlisted field isn't dropped: without it the order would be a
 * different one. If there are several, the refusal names one, chosen by `namedFirst` and then by the message's order.
 * @throws {NotSent} when we support no such orders at the venue, or none with such a field.
 */
export function checkSupported(
  message: Fields,
  venue: Pick<VenueManifest, "supports">,
  namedFirst: readonly OrderField[] = NAMED_FIRST,
): void {
  if (!venue.supports[message.type]) throw refused("ORDER_TYPE_NOT_SUPPORTED");
  const field = [...namedFirst, ...ORDER_MESSAGE_FIELDS].find(
    (name) => message[name] !== undefined && !isFieldSupported(venue, message.type, name),
  );
  if (field) throw refused("FIELD_NOT_SUPPORTED", { field });
  // What isn't an order's field at all, like a size in money, would be dropped.
  const stray = Object.entries(message).find(([name, value]) => value !== undefined && !ORDERS_OWN.has(name));
  if (stray) throw refused("FIELD_NOT_SUPPORTED", { field: stray[0] });
}
