/** From an order to what Alor is asked to do, and what is found wrong with it before that. */
import { Decimal } from "decimal.js";
import type { OrderMessage, OrderType } from "@chartrelay/contract";
import { exactNumber } from "../http/exact-json.ts";
import { refused } from "../not-sent.ts";
import type { VenueOrder } from "../venue.ts";
import type { AlorInstrument } from "./instruments.ts";

export interface OrderRequest {
  readonly path: string;
  readonly body: string;
}

type Field = keyof OrderMessage;

interface Action {
  readonly path: string;
  /** What this kind of order has beyond side, quantity and instrument. */
  readonly fields: readonly Field[];
}

const ACTIONS_PATH = "/commandapi/warptrans/TRADE/v2/client/orders/actions";

/** facts/venues.md, Alor, Orders. */
const ACTIONS: Readonly<Partial<Record<OrderType, Action>>> = {
  MARKET: { path: `${ACTIONS_PATH}/market`, fields: ["timeInForce"] },
  LIMIT: { path: `${ACTIONS_PATH}/limit`, fields: ["price", "timeInForce", "icebergFixed", "icebergVariance"] },
};

/** One of these that an order's kind doesn't have isn't dropped: without it the order would be another one. */
const CONDITIONAL_FIELDS: readonly Field[] = [
  "timeInForce",
  "icebergFixed",
  "icebergVariance",
  "condition",
  "triggerPrice",
  "stopEndUnixTime",
  "activate",
];

const MAX_INT32 = 2_147_483_647n;

/** @throws {NotSent} when we place no such orders at Alor. */
export function checkOrderType(message: OrderMessage): void {
  actionOf(message);
}

function actionOf({ type }: OrderMessage): Action {
  const action = ACTIONS[type];
  if (!action) throw refused("ORDER_TYPE_NOT_SUPPORTED");
  return action;
}

/**
 * The request that places `order`, without its X-REQID. `contracts` are lots, never converted; nothing is rounded.
 * @throws {NotSent} when Alor would have to refuse it, or would do something else than was asked.
 */
export function orderRequest(order: VenueOrder, instrument: AlorInstrument, portfolio: string): OrderRequest {
  const { message } = order;
  const action = actionOf(message);
  checkFields(message, action, instrument);
  const has = (field: Field) => action.fields.includes(field) && message[field] !== undefined;
  const body = {
    side: message.direction.toLowerCase(),
    quantity: lots(message.contracts),
    ...(has("price") && { price: price(message.price ?? "", instrument) }),
    instrument: { symbol: instrument.symbol, exchange: instrument.exchange, instrumentGroup: instrument.board },
    // The only thing by which the order can be found again (facts/venues.md, Alor, Unknown outcome).
    comment: order.clientOrderId,
    user: { portfolio },
    ...(has("timeInForce") && { timeInForce: message.timeInForce }),
    ...(has("icebergFixed") && { icebergFixed: lots(message.icebergFixed ?? "") }),
    ...(has("icebergVariance") && { icebergVariance: int32(message.icebergVariance ?? "", "FIELD_NOT_SUPPORTED") }),
    ...(order.allowMargin && { allowMargin: true }),
  };
  return { path: action.path, body: JSON.stringify(body) };
}

/** facts/venues.md, pitfall 15. */
function checkFields(message: OrderMessage, action: Action, { isDerivative }: AlorInstrument): void {
  const isForeign = (field: Field) => message[field] !== undefined && !action.fields.includes(field);
  if (CONDITIONAL_FIELDS.some(isForeign)) throw refused("FIELD_NOT_SUPPORTED");
  // It is a percentage of the fixed part.
  if (message.icebergVariance !== undefined && message.icebergFixed === undefined) throw refused("FIELD_NOT_SUPPORTED");
  if (isDerivative) return;
  if (message.timeInForce === "goodtillcancelled" || message.icebergVariance !== undefined)
    throw refused("FIELD_NOT_SUPPORTED");
}

function lots(decimal: string): unknown {
  return int32(decimal, "QUANTITY_NOT_WHOLE_LOTS");
}

function int32(decimal: string, reason: "QUANTITY_NOT_WHOLE_LOTS" | "FIELD_NOT_SUPPORTED"): unknown {
  if (!/^\d+$/.test(decimal) || BigInt(decimal) === 0n) throw refused(reason);
  if (BigInt(decimal) > MAX_INT32) throw refused("QUANTITY_TOO_LARGE");
  return exactNumber(BigInt(decimal).toString());
}

function price(decimal: string, { tick }: AlorInstrument): unknown {
  const value = new Decimal(decimal);
  // decimal.js rounds a remainder to its precision, which never makes nothing of something.
  if (!value.isPositive() || value.isZero() || !value.mod(tick).isZero()) throw refused("PRICE_OFF_TICK");
  return exactNumber(value.toFixed());
}
