/** Orders as `POST /api/v3/order` accepts them, and the rules for them: binance-spot-api-docs, rest-api.md. */
import { compareDecimals, fractionDigits, product, wholeTimes, type OrderSide } from "@chartrelay/contract";
import type { Answer } from "../../fault-delivery.ts";
import { madeUpClientOrderId } from "../client-order-id.ts";
import { outside } from "../filters.ts";
import type { OrderRequest } from "../order-book.ts";
import {
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
import { BAD_COMBINATION, bothMissing, missing, notRequired, refused, UNKNOWN_SYMBOL } from "../refusals.ts";
import { SPOT_INSTRUMENTS, SPOT_PERCENT, SPOT_PRECISION, type SpotInstrument } from "./catalogue.ts";

const CONDITIONAL = ["STOP_LOSS", "STOP_LOSS_LIMIT", "TAKE_PROFIT", "TAKE_PROFIT_LIMIT"] as const;

export const ORDER_PARAMETERS: ParameterRules = {
  symbol: required(SYMBOL),
  side: required(oneOf(["BUY", "SELL"], refused(-1117, "Invalid side."))),
  type: required(oneOf(["LIMIT", "LIMIT_MAKER", "MARKET", ...CONDITIONAL], refused(-1116, "Invalid orderType."))),
  timeInForce: oneOf(["GTC", "IOC", "FOK"], refused(-1115, "Invalid timeInForce.")),
  quantity: DECIMAL,
  quoteOrderQty: DECIMAL,
  price: DECIMAL,
  newClientOrderId: CLIENT_ORDER_ID,
  newOrderRespType: oneOf(["ACK", "RESULT", "FULL"]),
  strategyId: LONG,
  strategyType: LONG,
  stopPrice: DECIMAL,
  trailingDelta: LONG,
  icebergQty: DECIMAL,
  selfTradePreventionMode: oneOf(["NONE"]),
  pegPriceType: TEXT,
  pegOffsetValue: LONG,
  pegOffsetType: TEXT,
};

export interface SpotOrder extends OrderRequest {
  readonly instrument: SpotInstrument;
  /** Null if the order was for a quantity. */
  readonly quoteOrderQty: string | null;
}

/**
 * Returns the order that valid parameters ask for, or its refusal before it reaches the matching engine. `priceOf`
 * returns a symbol's last price.
 */
export function readOrder(parameters: Parameters, priceOf: (symbol: string) => string): SpotOrder | Answer {
  const instrument = SPOT_INSTRUMENTS.get(parameters.get("symbol") ?? "");
  if (!instrument) return UNKNOWN_SYMBOL;
  const type = parameters.get("type") as SpotOrder["type"] | (typeof CONDITIONAL)[number];
  if (isConditional(type)) return refused(-2010, `${sentence(type)} orders are not supported for this symbol.`);
  const composed = refuseComposition(type, parameters) ?? refusePrecision(parameters);
  if (composed) return composed;
  const quoteOrderQty = parameters.get("quoteOrderQty") ?? null;
  const marketPrice = priceOf(instrument.symbol);
  const order: SpotOrder = {
    instrument,
    symbol: instrument.symbol,
    side: parameters.get("side") as OrderSide,
    type,
    quantity: parameters.get("quantity") ?? bought(instrument, marketPrice, quoteOrderQty ?? "0"),
    quoteOrderQty,
    price: parameters.get("price") ?? null,
    timeInForce: parameters.get("timeInForce") ?? "GTC",
    clientOrderId: parameters.get("newClientOrderId") ?? madeUpClientOrderId(),
  };
  const failed = failedFilter(order, marketPrice);
  return failed === undefined ? order : refused(-1013, `Filter failure: ${failed}`);
}

function isConditional(type: string): type is (typeof CONDITIONAL)[number] {
  return (CONDITIONAL as readonly string[]).includes(type);
}

/** Writes STOP_LOSS_LIMIT as errors.md does: "Stop loss limit". */
function sentence(type: string): string {
  return type[0] + type.slice(1).toLowerCase().replaceAll("_", " ");
}

const NEEDED: Readonly<Record<SpotOrder["type"], readonly string[]>> = {
  LIMIT: ["timeInForce", "quantity", "price"],
  LIMIT_MAKER: ["quantity", "price"],
  MARKET: [],
};

function refuseComposition(type: SpotOrder["type"], parameters: Parameters): Answer | undefined {
  const needed = NEEDED[type];
  const absent = needed.find((name) => !parameters.has(name));
  if (absent) return missing(absent);
  const alien = ["timeInForce", "price", "quoteOrderQty", "stopPrice", "trailingDelta"].filter(
    (name) => !needed.includes(name) && (name !== "quoteOrderQty" || type !== "MARKET"),
  );
  const sent = alien.find((name) => parameters.has(name));
  if (sent) return notRequired(sent);
  if (parameters.has("icebergQty")) return refused(-2010, "Iceberg orders are not supported for this symbol.");
  if (parameters.has("pegPriceType")) return refused(-2010, "Pegged orders are not supported for this symbol.");
  if (Number(parameters.get("strategyType") ?? 1_000_000) < 1_000_000)
    return refused(-1134, "`strategyType` was less than 1000000.");
  if (type !== "MARKET") return undefined;
  const [quantity, quote] = [parameters.has("quantity"), parameters.has("quoteOrderQty")];
  if (quantity && quote) return BAD_COMBINATION;
  return quantity || quote ? undefined : bothMissing("quantity", "quoteOrderQty");
}

function refusePrecision(parameters: Parameters): Answer | undefined {
  const name = ["quantity", "price", "quoteOrderQty"].find(
    (one) => fractionDigits(parameters.get(one) ?? "") > SPOT_PRECISION,
  );
  return name === undefined ? undefined : refused(-1111, `Parameter '${name}' has too much precision.`);
}

/** Returns the quantity that an amount of the quote asset buys, in whole lots. */
function bought({ lots }: SpotInstrument, price: string, amount: string): string {
  return product(wholeTimes(amount, product(price, lots.step)), lots.step);
}

/** Returns the first filter that the order fails: filters.md. */
function failedFilter(order: SpotOrder, marketPrice: string): string | undefined {
  const { instrument, type, side, quantity, price, quoteOrderQty } = order;
  const isMarket = type === "MARKET";
  if (price !== null && outside(price, instrument.prices)) return "PRICE_FILTER";
  if (outside(quantity, instrument.lots) || compareDecimals(quantity, "0") === 0) return "LOT_SIZE";
  if (isMarket && outside(quantity, instrument.marketLots)) return "MARKET_LOT_SIZE";
  const notional = quoteOrderQty ?? product(price ?? marketPrice, quantity);
  if ((!isMarket || instrument.applyMinToMarket) && compareDecimals(notional, instrument.minNotional) < 0)
    return "NOTIONAL";
  if (!isMarket && compareDecimals(notional, instrument.maxNotional) > 0) return "NOTIONAL";
  if (price === null) return undefined;
  const [up, down] =
    side === "BUY" ? [SPOT_PERCENT.bidUp, SPOT_PERCENT.bidDown] : [SPOT_PERCENT.askUp, SPOT_PERCENT.askDown];
  const inRange =
    compareDecimals(price, product(marketPrice, up)) <= 0 && compareDecimals(price, product(marketPrice, down)) >= 0;
  return inRange ? undefined : "PERCENT_PRICE_BY_SIDE";
}
