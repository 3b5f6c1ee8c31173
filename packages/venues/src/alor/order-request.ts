/**
 * Builds Alor's request for an order, and finds what is wrong with the order before that: docs/venues/alor.md, Orders.
 */
import {
  ALOR,
  compareDecimals,
  decimalOf,
  isMultipleOf,
  type OrderField,
  type OrderMessage,
  type OrderType,
  type Reason,
} from "@chartrelay/contract";
import { exactNumber } from "../http/exact-json.ts";
import { refused } from "../not-sent.ts";
import { checkSupported } from "../supported.ts";
import type { VenueOrder } from "../venue.ts";
import type { AlorInstrument } from "./instruments.ts";

export interface OrderRequest {
  readonly path: string;
  readonly body: string;
}

const ACTIONS_PATH = "/commandapi/warptrans/TRADE/v2/client/orders/actions";
const PATHS: Readonly<Record<OrderType, string>> = {
  MARKET: `${ACTIONS_PATH}/market`,
  LIMIT: `${ACTIONS_PATH}/limit`,
  STOP: `${ACTIONS_PATH}/stop`,
  STOP_LIMIT: `${ACTIONS_PATH}/stopLimit`,
};

/** Returns whether an order of this type waits at Alor until its condition holds. */
export function isConditional(type: OrderType): boolean {
  return type === "STOP" || type === "STOP_LIMIT";
}

function hasPrice(type: OrderType): boolean {
  return type === "LIMIT" || type === "STOP_LIMIT";
}

/**
 * Returns the request that places `order`, without its X-REQID. `contracts` are lots, never converted; nothing is
 * rounded. `nowMs`: milliseconds since the Unix epoch.
 * @throws {NotSent} when Alor would have to refuse it, or would do something other than what was asked.
 */
export function orderRequest(
  order: VenueOrder,
  instrument: AlorInstrument,
  portfolio: string,
  nowMs: number,
): OrderRequest {
  const { message } = order;
  const { type, timeInForce, activate } = message;
  checkFields(message, instrument);
  const body = {
    side: message.direction.toLowerCase(),
    quantity: lots(message.contracts),
    ...(hasPrice(type) && { price: price(message, "price", instrument) }),
    ...(isConditional(type) && {
      // In the spelling of the contract's enumeration, which Alor's own SDK also lower-cases to for these routes; its
      // answers and its terminal's sockets say LessOrEqual (docs/venues/alor.md, Orders; Contradictions 5).
      condition: present(message, "condition").toLowerCase(),
      triggerPrice: price(message, "triggerPrice", instrument),
      stopEndUnixTime: stopEnd(message, nowMs),
    }),
    instrument: { symbol: instrument.symbol, exchange: instrument.exchange, instrumentGroup: instrument.board },
    // The only way to find the order again (docs/venues/alor.md, Unknown outcome).
    comment: order.clientOrderId,
    user: { portfolio },
    ...(timeInForce !== undefined && { timeInForce }),
    ...iceberg(message),
    ...(activate !== undefined && { activate }),
    ...(order.allowMargin && { allowMargin: true }),
  };
  return { path: PATHS[type], body: JSON.stringify(body) };
}

/** Refuses fields that the instrument doesn't allow: docs/pitfalls.md, V15. */
function checkFields(message: OrderMessage, { isDerivative }: AlorInstrument): void {
  checkSupported(message, ALOR, ALOR.supports.STOP);
  if (isDerivative) return;
  if (message.timeInForce === "goodtillcancelled") throw refused("FOR_FUTURES_ONLY", { field: "timeInForce" });
  if (message.icebergVariance !== undefined) throw refused("FOR_FUTURES_ONLY", { field: "icebergVariance" });
}

function lots(decimal: string): unknown {
  return exactNumber(int32("contracts", decimal, "QUANTITY_NOT_WHOLE_LOTS").toString());
}

/** Returns the visible part, in lots, and by how many percent of it that part varies. */
function iceberg({ contracts, icebergFixed, icebergVariance }: OrderMessage): object {
  if (icebergFixed === undefined) {
    if (icebergVariance !== undefined) throw refused("ICEBERG_DOES_NOT_FIT", { field: "icebergFixed" });
    return {};
  }
  const fixed = int32("icebergFixed", icebergFixed, "ICEBERG_DOES_NOT_FIT");
  if (fixed > BigInt(contracts)) throw refused("ICEBERG_DOES_NOT_FIT", { field: "icebergFixed", contracts });
  const variance =
    icebergVariance === undefined ? undefined : int32("icebergVariance", icebergVariance, "ICEBERG_DOES_NOT_FIT");
  return { icebergFixed: Number(fixed), ...(variance !== undefined && { icebergVariance: Number(variance) }) };
}

const MAX_INT32 = 2_147_483_647n;

/** Reads a whole number above zero. `reason`: why a value that isn't whole is refused. */
function int32(field: OrderField, decimal: string, reason: Reason): bigint {
  const value = /^\d+$/.test(decimal) ? BigInt(decimal) : 0n;
  if (value === 0n) throw refused(reason, { field });
  if (value > MAX_INT32) throw refused("QUANTITY_TOO_LARGE", { field });
  return value;
}

function price(message: OrderMessage, field: "price" | "triggerPrice", { tick }: AlorInstrument): unknown {
  const value = present(message, field);
  if (compareDecimals(value, "0") <= 0 || !isMultipleOf(value, tick))
    throw refused("PRICE_OFF_TICK", { field, priceStep: tick });
  return exactNumber(decimalOf(value));
}

/** Alor's clients send 0 for "no end". */
const NO_END = "0";
/** The end of the year 5138; read as milliseconds, the same digits are in 1973. */
const LAST_PLAUSIBLE_UNIX_SECOND = 99_999_999_999;

/**
 * Returns the stop's end in Unix seconds. Milliseconds are refused, not divided: the sender may have meant something
 * else (docs/pitfalls.md, V16). An end that passes between two sends of one order is refused too: whatever Alor made of
 * the first send is over by then.
 */
function stopEnd({ stopEndUnixTime = NO_END }: OrderMessage, nowMs: number): unknown {
  const seconds = Number(stopEndUnixTime);
  const field = "stopEndUnixTime";
  if (seconds > LAST_PLAUSIBLE_UNIX_SECOND) throw refused("STOP_END_IN_MILLISECONDS", { field });
  if (stopEndUnixTime !== NO_END && seconds * 1000 <= nowMs) throw refused("STOP_END_PASSED", { field });
  return exactNumber(stopEndUnixTime);
}

/** Returns a field that the message's own rules require for this order type. */
function present<Name extends OrderField>(message: OrderMessage, field: Name): NonNullable<OrderMessage[Name]> {
  const value = message[field];
  if (value === undefined || value === null) throw refused("BAD_MESSAGE", { field });
  return value;
}
