/** Builds T-Invest's request for an order, and finds what is wrong with the order before that. */
import {
  compareDecimals,
  decimalOf,
  isMultipleOf,
  T_INVEST,
  type OrderMessage,
  type TimeInForce,
} from "@chartrelay/contract";
import { refused } from "../not-sent.ts";
import { checkSupported } from "../supported.ts";
import type { VenueOrder } from "../venue.ts";
import type { TinkoffInstrument } from "./instruments.ts";
import { toQuotation, type Quotation } from "./quotation.ts";

/** openapi.yaml, v1PostOrderRequest. */
export interface PostOrderRequest {
  readonly accountId: string;
  readonly instrumentId: string;
  /** Lots: an int64 in digits. */
  readonly quantity: string;
  readonly price?: Quotation;
  readonly direction: `ORDER_DIRECTION_${OrderMessage["direction"]}`;
  readonly orderType: "ORDER_TYPE_MARKET" | "ORDER_TYPE_LIMIT";
  /** The idempotency key: a UUID. */
  readonly orderId: string;
  readonly timeInForce?: `TIME_IN_FORCE_${"DAY" | "FILL_AND_KILL" | "FILL_OR_KILL"}`;
  readonly priceType: "PRICE_TYPE_POINT" | "PRICE_TYPE_CURRENCY";
  readonly confirmMarginTrade: boolean;
}

/** At T-Invest nothing lasts beyond the day (openapi.yaml, v1TimeInForceType). */
const TIMES_IN_FORCE: Readonly<Record<TimeInForce, PostOrderRequest["timeInForce"]>> = {
  oneday: "TIME_IN_FORCE_DAY",
  immediateorcancel: "TIME_IN_FORCE_FILL_AND_KILL",
  fillorkill: "TIME_IN_FORCE_FILL_OR_KILL",
  goodtillcancelled: undefined,
};

const MAX_INT64 = 2n ** 63n - 1n;

/**
 * Refuses what no instrument could make right. The time in force isn't checked until the instrument is known, because
 * the check depends on it: if both are wrong, the ticker is reported first.
 * @throws {NotSent} when we support no such orders at T-Invest.
 */
export function checkBeforeLookUp(message: OrderMessage): void {
  checkSupported({ ...message, timeInForce: undefined }, T_INVEST);
}

/**
 * Returns the request that places `order`. `contracts` are lots, never converted; nothing is rounded.
 * @throws {NotSent} when T-Invest would have to refuse it, or would do something other than what was asked.
 */
export function orderRequest(order: VenueOrder, instrument: TinkoffInstrument, accountId: string): PostOrderRequest {
  const { message } = order;
  checkBeforeLookUp(message);
  if (!instrument.isTradedByApi) throw refused("INSTRUMENT_NOT_TRADABLE");
  checkSupported(message, T_INVEST);
  const timeInForce = timeInForceOf(message, instrument);
  const isLimit = message.type === "LIMIT";
  return {
    accountId,
    instrumentId: instrument.uid,
    quantity: lots(message.contracts),
    ...(isLimit && { price: price(message.price ?? "", instrument) }),
    direction: `ORDER_DIRECTION_${message.direction}`,
    orderType: isLimit ? "ORDER_TYPE_LIMIT" : "ORDER_TYPE_MARKET",
    orderId: order.clientOrderId,
    ...(timeInForce && { timeInForce }),
    // Charts quote futures and bonds in points. Without this field, nothing says how a price is read:
    // docs/venues/t-invest.md, Contradictions 8.
    priceType: instrument.isQuotedInPoints ? "PRICE_TYPE_POINT" : "PRICE_TYPE_CURRENCY",
    confirmMarginTrade: order.allowMargin,
  };
}

/** Derivatives have no fill or kill (openapi.yaml, v1TimeInForceType). */
function timeInForceOf(
  { timeInForce }: OrderMessage,
  { isDerivative }: TinkoffInstrument,
): PostOrderRequest["timeInForce"] {
  if (timeInForce === undefined) return undefined;
  const mapped = TIMES_IN_FORCE[timeInForce];
  if (mapped === undefined || (isDerivative && timeInForce === "fillorkill"))
    throw refused("FIELD_NOT_SUPPORTED", { field: "timeInForce" });
  return mapped;
}

function lots(decimal: string): string {
  if (!/^\d+$/.test(decimal) || BigInt(decimal) === 0n)
    throw refused("QUANTITY_NOT_WHOLE_LOTS", { field: "contracts" });
  if (BigInt(decimal) > MAX_INT64) throw refused("QUANTITY_TOO_LARGE", { field: "contracts" });
  return BigInt(decimal).toString();
}

function price(decimal: string, { tick }: TinkoffInstrument): Quotation {
  if (compareDecimals(decimal, "0") <= 0 || !isMultipleOf(decimal, tick))
    throw refused("PRICE_OFF_TICK", { field: "price", priceStep: tick });
  // A whole number of ticks has no more decimal places than a tick, so it can only be too large a number.
  const quotation = toQuotation(decimalOf(decimal));
  if (!quotation) throw refused("PRICE_OUT_OF_LIMITS", { field: "price" });
  return quotation;
}
