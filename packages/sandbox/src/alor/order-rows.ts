/** Orders as Alor's lists and streams write them, in the Simple format. */
import type { MarketOrder } from "../market/terms.ts";
import { valueOf } from "./listings.ts";
import type { PlacedOrder } from "./order-book.ts";
import { OFF_TICK_AT_TRIGGER } from "./refusals.ts";
import { alorTime, sessionOf } from "./time.ts";

export type OrderStatus = "working" | "filled" | "canceled" | "rejected";

/** Alor has no status for a partial fill, none for an expired order, and calls a conditional order that fired filled. */
export function statusOf({ state, timeInForce }: MarketOrder): OrderStatus {
  switch (state) {
    case "waiting":
    case "working":
      return "working";
    case "triggered":
    case "filled":
      return "filled";
    case "cancelled":
    case "expired":
      return "canceled";
    case "rejected":
      return timeInForce === "post-only" ? "canceled" : "rejected";
  }
}

/** Returns an order that isn't conditional. `existing`: from a list or a stream's history. */
export function orderRow(placed: PlacedOrder, existing: boolean): object {
  const { number, request, order } = placed;
  return {
    id: number,
    type: request.type,
    ...common(placed, existing),
    ...filled(order.filledQuantity, placed),
    endTime: endTimeOf(placed),
  };
}

/** The description's example of a conditional order without an end. */
const NO_END = "2060-12-31T23:59:59.0000000Z";

/**
 * Returns a conditional order. Its id is a number, as in the description's example; an ordinary order's id is a string:
 * docs/venues/alor.md, Contradictions 6.
 */
export function stopRow(placed: PlacedOrder, childNumber: string | null, existing: boolean): object {
  const { number, request, order } = placed;
  const { body, type, triggerPrice } = request;
  return {
    id: Number(number),
    exchangeOrderId: childNumber,
    type: type.toLowerCase(),
    condition: body.condition,
    stopPrice: Number(triggerPrice),
    ...common(placed, existing),
    ...filled(order.child?.filledQuantity ?? "0", placed),
    avg_price: Number(order.child?.averagePrice ?? 0),
    endTime: body.stopEndUnixTime ? alorTime(body.stopEndUnixTime * 1_000) : NO_END,
    error: statusOf(order) === "rejected" ? OFF_TICK_AT_TRIGGER : null,
    ...(body.protectingSeconds !== undefined && { protectingSeconds: body.protectingSeconds }),
  };
}

/** Returns the fields that both have. */
function common({ request, order }: PlacedOrder, existing: boolean) {
  const { body, price, instrument } = request;
  return {
    symbol: instrument.symbol,
    board: body.instrument.instrumentGroup,
    brokerSymbol: `${instrument.exchange}:${instrument.symbol}`,
    portfolio: body.user.portfolio,
    exchange: instrument.exchange,
    comment: body.comment ?? "",
    side: body.side,
    status: statusOf(order),
    transTime: alorTime(order.placedAtMs),
    updateTime: alorTime(order.changedAtMs),
    qtyUnits: body.quantity * instrument.lotSize,
    qtyBatch: body.quantity,
    qty: body.quantity,
    price: Number(price ?? 0),
    existing,
    timeInForce: body.timeInForce,
    iceberg: iceberg(body),
    volume: price === null ? null : Number(valueOf(instrument, price, String(body.quantity))),
  };
}

function filled(quantity: string, { request: { instrument } }: PlacedOrder) {
  const lots = Number(quantity);
  return { filledQtyUnits: lots * instrument.lotSize, filledQtyBatch: lots, filled: lots };
}

/** A day order ends with its session; one that is good till cancelled, with its contract. */
function endTimeOf({ request: { body, instrument }, order }: PlacedOrder): string {
  const isLasting = body.timeInForce === "goodtillcancelled" && instrument.expires !== null;
  return alorTime(sessionOf(isLasting ? Date.parse(`${instrument.expires}Z`) : order.placedAtMs));
}

function iceberg({ quantity, icebergFixed, icebergVariance }: PlacedOrder["request"]["body"]): object | null {
  if (icebergFixed === undefined) return null;
  const visible = Math.min(icebergFixed, quantity);
  return {
    creationFixedQuantity: icebergFixed,
    creationVarianceQuantity: icebergVariance ?? 0,
    visibleQuantityBatch: visible,
  };
}
