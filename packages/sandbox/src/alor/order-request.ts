/** The rules that Alor and the exchange apply to orders: docs/venues/alor.md, Orders and Errors. */
import { decimalOf, isMultipleOf } from "@chartrelay/contract";
import type { Answer } from "../fault-delivery.ts";
import { findInstrument, type CatalogueInstrument } from "../russian-catalogue.ts";
import { readBody, type Body, type RequestType } from "./order-body.ts";
import type { Portfolio } from "./portfolios.ts";
import {
  INVALID_QUANTITY,
  MARGIN_NOT_ALLOWED,
  NO_MONEY,
  NOT_TRADING,
  offTick,
  OUT_OF_LIMITS,
  refused,
  UNKNOWN_INSTRUMENT,
  UNREADABLE,
} from "./refusals.ts";

/** An order that passed every rule. Prices are plain decimals. */
export interface OrderRequest {
  readonly type: RequestType;
  readonly body: Body;
  /** Null for a market order, including one that waits for its trigger. */
  readonly price: string | null;
  /** Null for an order without a condition. */
  readonly triggerPrice: string | null;
  readonly instrument: CatalogueInstrument;
}

/** What the rules depend on besides the order. */
export interface ExchangeState {
  /** Alor's clock; milliseconds since the Unix epoch. */
  readonly nowMs: number;
  readonly lastPrice: (instrument: CatalogueInstrument) => number;
  /** Whether it trades now. */
  readonly isOpen: (instrument: CatalogueInstrument) => boolean;
}

/** Returns whether the order waits for a condition before it goes to the exchange. */
export function isConditional({ type }: Pick<OrderRequest, "type">): boolean {
  return type === "stop" || type === "stopLimit";
}

/** Returns the order in `json`, or Alor's refusal. */
export function readOrder(
  type: RequestType,
  json: unknown,
  portfolio: Portfolio,
  exchange: ExchangeState,
): OrderRequest | Answer {
  const body = readBody(type, json);
  if (!body) return UNREADABLE;
  const instrument = findInstrument(body.instrument.exchange, body.instrument.symbol, body.instrument.instrumentGroup);
  if (!instrument) return UNKNOWN_INSTRUMENT;
  const [price, triggerPrice] = [decimalOrNull(body.price), decimalOrNull(body.triggerPrice)];
  const order = { type, body, price, triggerPrice, instrument };
  return refusalOf(order, portfolio, exchange) ?? order;
}

function decimalOrNull(value: number | undefined): string | null {
  return value === undefined ? null : decimalOf(value);
}

function refusalOf(order: OrderRequest, portfolio: Portfolio, exchange: ExchangeState): Answer | undefined {
  const { body, instrument } = order;
  if (body.quantity <= 0) return INVALID_QUANTITY;
  if ((body.comment?.length ?? 0) > 100) return refused("The length of comment must be 100 characters or fewer");
  const fields = refusalOfTimeInForce(order) ?? refusalOfIceberg(order);
  if (fields) return fields;
  if (isConditional(order) && body.stopEndUnixTime && body.stopEndUnixTime * 1000 <= exchange.nowMs)
    return refused("stopEndUnixTime is in the past");
  // This applies to every conditional order of such a client, whatever it trades: docs/venues/alor.md, allowMargin.
  const needsMargin = isDerivative(instrument) || isConditional(order);
  if (needsMargin && portfolio.initialRisk && !body.allowMargin) return MARGIN_NOT_ALLOWED;
  if (!exchange.isOpen(instrument)) return NOT_TRADING;
  return refusalOfPrices(order, exchange.lastPrice(instrument)) ?? (portfolio.insufficientFunds ? NO_MONEY : undefined);
}

function isDerivative({ market }: CatalogueInstrument): boolean {
  return market === "FORTS";
}

function refusalOfTimeInForce({ type, body, instrument }: OrderRequest): Answer | undefined {
  if (body.timeInForce === "goodtillcancelled" && !isDerivative(instrument))
    return refused("timeInForce goodtillcancelled is available on the derivatives market only");
  if (body.timeInForce === "attheclose" && type !== "market")
    return refused("timeInForce attheclose is for market orders only");
  if (body.timeInForce === "bookorcancel" && type === "market")
    return refused("timeInForce bookorcancel is for limit orders only");
  return undefined;
}

function refusalOfIceberg({ body, instrument }: OrderRequest): Answer | undefined {
  const { quantity, icebergFixed, icebergVariance } = body;
  if (icebergVariance !== undefined && !isDerivative(instrument))
    return refused("icebergVariance is available on the derivatives market only");
  if (icebergVariance !== undefined && icebergFixed === undefined) return refused("icebergVariance needs icebergFixed");
  return icebergFixed !== undefined && (icebergFixed <= 0 || icebergFixed > quantity) ? INVALID_QUANTITY : undefined;
}

function refusalOfPrices(order: OrderRequest, lastPrice: number): Answer | undefined {
  const { price, triggerPrice, instrument } = order;
  for (const value of [price, triggerPrice]) {
    if (value === null) continue;
    if (Number(value) <= 0) return refused("Price may not be 0 for a limit order");
    if (!isMultipleOf(value, instrument.minStep)) return offTick(instrument.minStep);
  }
  // The exchange sees a conditional order only once it is triggered: today's limits say nothing about that day's.
  const isFarOff = Number(price) > lastPrice * 1.2 || Number(price) < lastPrice * 0.8;
  return price !== null && !isConditional(order) && isFarOff ? OUT_OF_LIMITS : undefined;
}
