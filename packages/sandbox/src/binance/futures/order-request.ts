/** Orders as `POST /fapi/v1/order` accepts them, and the rules for them: docs/venues/binance.md, USDⓈ-M futures. */
import { compareDecimals, fractionDigits, product, type OrderSide } from "@chartrelay/contract";
import type { Answer } from "../../fault-delivery.ts";
import type { FuturesKey } from "../api-keys.ts";
import { madeUpClientOrderId } from "../client-order-id.ts";
import { outside } from "../filters.ts";
import type { OrderRequest } from "../order-book.ts";
import {
  BOOLEAN,
  CLIENT_ORDER_ID,
  DECIMAL,
  LONG,
  oneOf,
  required,
  SYMBOL,
  TEXT,
  type ParameterRules,
  type Parameters,
} from "../parameters.ts";
import { missing, notRequired, refused, UNKNOWN_SYMBOL } from "../refusals.ts";
import { FUTURES_INSTRUMENTS, FUTURES_PERCENT, type FuturesInstrument } from "./catalogue.ts";

/** Moved to /fapi/v1/algoOrder on 2025-12-09. */
const CONDITIONAL = ["STOP", "STOP_MARKET", "TAKE_PROFIT", "TAKE_PROFIT_MARKET", "TRAILING_STOP_MARKET"] as const;

export const ORDER_PARAMETERS: ParameterRules = {
  symbol: required(SYMBOL),
  side: required(oneOf(["BUY", "SELL"], refused(-1117, "Invalid side."))),
  positionSide: oneOf(["BOTH", "LONG", "SHORT"], refused(-4060, "Invalid position side.")),
  type: required(oneOf(["LIMIT", "MARKET", ...CONDITIONAL], refused(-1116, "Invalid orderType."))),
  timeInForce: oneOf(["GTC", "IOC", "FOK", "GTX", "GTD", "RPI"], refused(-1115, "Invalid timeInForce.")),
  quantity: DECIMAL,
  reduceOnly: BOOLEAN,
  price: DECIMAL,
  newClientOrderId: {
    refuse: (value, name) =>
      value.length > 36
        ? refused(-4015, "Client order id length should not be more than 36 chars")
        : CLIENT_ORDER_ID.refuse(value, name),
  },
  newOrderRespType: oneOf(["ACK", "RESULT"], refused(-1136, "Invalid newOrderRespType.")),
  stopPrice: DECIMAL,
  closePosition: BOOLEAN,
  activationPrice: DECIMAL,
  callbackRate: DECIMAL,
  workingType: TEXT,
  priceProtect: TEXT,
  priceMatch: oneOf(["NONE"], refused(-5037, "Invalid price match")),
  selfTradePreventionMode: oneOf(
    ["NONE", "EXPIRE_TAKER", "EXPIRE_MAKER", "EXPIRE_BOTH"],
    refused(-5039, "Invalid self trade prevention mode"),
  ),
  goodTillDate: LONG,
};

export interface FuturesOrder extends OrderRequest {
  readonly instrument: FuturesInstrument;
  readonly positionSide: "BOTH" | "LONG" | "SHORT";
  readonly reduceOnly: boolean;
  /** When a GTD order expires; null for any other. Milliseconds since the Unix epoch. */
  readonly goodTillDate: number | null;
}

/**
 * Returns the order that valid parameters of that key's owner ask for, or its refusal. `priceOf` returns a symbol's last
 * price, which is its mark price too.
 */
export function readOrder(
  parameters: Parameters,
  { hedgeMode }: FuturesKey,
  priceOf: (symbol: string) => string,
): FuturesOrder | Answer {
  const instrument = FUTURES_INSTRUMENTS.get(parameters.get("symbol") ?? "");
  if (!instrument) return UNKNOWN_SYMBOL;
  const type = parameters.get("type") as FuturesOrder["type"] | (typeof CONDITIONAL)[number];
  if (isConditional(type)) {
    return refused(
      -4120,
      "Order type not supported for this endpoint. Please use the Algo Order API endpoints instead.",
    );
  }
  const composed = refuseComposition(type, parameters) ?? refuseMode(parameters, hedgeMode);
  if (composed) return composed;
  const order: FuturesOrder = {
    instrument,
    symbol: instrument.symbol,
    side: parameters.get("side") as OrderSide,
    type,
    quantity: parameters.get("quantity") ?? "0",
    price: parameters.get("price") ?? null,
    timeInForce: parameters.get("timeInForce") ?? "GTC",
    positionSide: (parameters.get("positionSide") ?? "BOTH") as FuturesOrder["positionSide"],
    reduceOnly: parameters.get("reduceOnly") === "true",
    goodTillDate: parameters.has("goodTillDate") ? Number(parameters.get("goodTillDate")) : null,
    clientOrderId: parameters.get("newClientOrderId") ?? madeUpClientOrderId(),
  };
  return refuseFilters(order, priceOf(order.symbol)) ?? order;
}

function isConditional(type: string): type is (typeof CONDITIONAL)[number] {
  return (CONDITIONAL as readonly string[]).includes(type);
}

function refuseComposition(type: FuturesOrder["type"], parameters: Parameters): Answer | undefined {
  const needed = type === "MARKET" ? ["quantity"] : ["timeInForce", "quantity", "price"];
  const absent = needed.find((name) => !parameters.has(name));
  if (absent) return missing(absent);
  const conditional = ["stopPrice", "closePosition", "activationPrice", "callbackRate"];
  const alien = type === "MARKET" ? ["timeInForce", "price", ...conditional] : conditional;
  const sent = alien.find((name) => parameters.has(name));
  if (sent) return notRequired(sent);
  if (parameters.get("timeInForce") === "GTD")
    return parameters.has("goodTillDate") ? undefined : missing("goodTillDate");
  return parameters.has("goodTillDate") ? notRequired("goodTillDate") : undefined;
}

/**
 * Refuses what doesn't fit the position mode: docs/venues/binance.md, Hedge mode. In live answers the parameter's name
 * is in lower case.
 */
function refuseMode(parameters: Parameters, hedgeMode: boolean): Answer | undefined {
  const bySide = (parameters.get("positionSide") ?? "BOTH") !== "BOTH";
  if (bySide !== hedgeMode) return refused(-4061, "Order's position side does not match user's setting.");
  return hedgeMode && parameters.has("reduceOnly") ? notRequired("reduceonly") : undefined;
}

function refuseFilters(
  { instrument, type, quantity, price, reduceOnly }: FuturesOrder,
  markPrice: string,
): Answer | undefined {
  const digits =
    fractionDigits(price ?? "") > instrument.pricePrecision || fractionDigits(quantity) > instrument.quantityPrecision;
  if (digits) return refused(-1111, "Precision is over the maximum defined for this asset.");
  return (
    refuseQuantity(quantity, type === "MARKET" ? [instrument.lots, instrument.marketLots] : [instrument.lots]) ??
    (price === null ? undefined : refusePrice(price, instrument, markPrice)) ??
    (!reduceOnly && compareDecimals(product(price ?? markPrice, quantity), instrument.minNotional) < 0
      ? refused(
          -4164,
          `Order's notional must be no smaller than ${instrument.minNotional} (unless you choose reduce only).`,
        )
      : undefined)
  );
}

function refuseQuantity(quantity: string, ranges: readonly FuturesInstrument["lots"][]): Answer | undefined {
  if (compareDecimals(quantity, "0") === 0) return refused(-4003, "Quantity less than or equal to zero.");
  switch (ranges.map((range) => outside(quantity, range)).find((where) => where !== undefined)) {
    case "below":
      return refused(-4004, "Quantity less than min quantity.");
    case "above":
      return refused(-4005, "Quantity greater than max quantity.");
    case "off step":
      return refused(-4023, "Qty not increased by step size.");
    case undefined:
      return undefined;
  }
}

function refusePrice(price: string, instrument: FuturesInstrument, markPrice: string): Answer | undefined {
  if (compareDecimals(price, "0") === 0) return refused(-4001, "Price less than or equal to zero.");
  switch (outside(price, instrument.prices)) {
    case "below":
      return refused(-4013, `Price less than min price.`);
    case "above":
      return refused(-4002, "Price greater than max price.");
    case "off step":
      return refused(-4014, "Price not increased by tick size.");
    case undefined:
      break;
  }
  if (compareDecimals(price, product(markPrice, FUTURES_PERCENT.up)) > 0)
    return refused(-4016, "Price is higher than mark price multiplier cap.");
  return compareDecimals(price, product(markPrice, FUTURES_PERCENT.down)) < 0
    ? refused(-4024, "Price is lower than mark price multiplier floor.")
    : undefined;
}
