/**
 * PostOrder's body and the rules that T-Invest and the exchange apply to it: docs/venues/t-invest.md, PostOrder and
 * Errors.
 */
import type { CatalogueInstrument } from "../russian-catalogue.ts";
import { compareDecimals, isMultipleOf, product, quotient, type OrderSide } from "@chartrelay/contract";
import type { Answer } from "../fault-delivery.ts";
import type { TinkoffAccount } from "./accounts.ts";
import type { NewMarketOrder, TimeInForce as MarketTimeInForce } from "../market/terms.ts";
import { isQuotedInPoints, listingOf, marketNameAt, valueOf, type Listing } from "./listings.ts";
import type { JsonObject } from "./method.ts";
import { fromQuotation, isInt64 } from "./quotation.ts";
import { refused } from "./refusals.ts";

export type TimeInForce = "DAY" | "FILL_AND_KILL" | "FILL_OR_KILL";

/** An order that passed every rule. */
export interface OrderRequest {
  readonly account: string;
  /** The idempotency key. */
  readonly requestId: string;
  readonly listing: Listing;
  readonly side: OrderSide;
  readonly type: "MARKET" | "LIMIT";
  readonly lots: number;
  /** In the unit in which the instrument is quoted: points for futures and bonds. Null for a market order. */
  readonly price: string | null;
  readonly timeInForce: TimeInForce;
}

/** Who sends the order, and what it is checked against. */
export interface Asker {
  readonly account: TinkoffAccount;
  /** Returns the account's lots of an instrument; below zero means short. */
  readonly heldLots: (listing: Listing) => number;
  readonly lastPrice: (listing: Listing) => string;
  /** Whether it trades now. */
  readonly isOpen: (instrument: CatalogueInstrument) => boolean;
  /** Whether the account has the money that the order would take. */
  readonly canPay: (order: OrderRequest) => boolean;
}

const MARKET_TIMES: Readonly<Record<TimeInForce, MarketTimeInForce>> = {
  DAY: "day",
  FILL_AND_KILL: "immediate",
  FILL_OR_KILL: "all-or-nothing",
};

/** Returns an order as the market takes it. */
export function toMarketOrder({
  account,
  requestId,
  listing,
  side,
  lots,
  price,
  timeInForce,
}: OrderRequest): NewMarketOrder {
  return {
    account,
    clientOrderId: requestId,
    instrument: marketNameAt(listing),
    side,
    quantity: String(lots),
    limit: price,
    trigger: null,
    kind: "order",
    timeInForce: MARKET_TIMES[timeInForce],
    expiresAtMs: null,
    reduceOnly: false,
  };
}

const FIELDS = new Set([
  "accountId",
  "instrumentId",
  "quantity",
  "price",
  "direction",
  "orderType",
  "orderId",
  "timeInForce",
  "priceType",
  "confirmMarginTrade",
]);
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** In roubles. Another page says 6 million (docs/venues/t-invest.md, Contradictions 7). */
const MAX_ORDER_VALUE = "30000000";

/** Returns a body's idempotency key, or T-Invest's refusal of it. */
export function requestIdOf({ orderId }: JsonObject): string | Answer {
  if (typeof orderId !== "string" || orderId === "") return refused(30027);
  return UUID.test(orderId) ? orderId.toLowerCase() : refused(30028);
}

/** Returns the order in `json`, or T-Invest's refusal. */
export function readOrder(json: JsonObject, requestId: string, asker: Asker): OrderRequest | Answer {
  if (Object.keys(json).some((field) => !FIELDS.has(field))) return refused(30102);
  const { instrumentId, direction, orderType, timeInForce = "TIME_IN_FORCE_DAY", confirmMarginTrade = false } = json;
  if (typeof instrumentId !== "string" || instrumentId === "") return refused(30237);
  const listing = listingOf(instrumentId);
  if (!listing) return refused(50002);
  const lots = readLots(json["quantity"]);
  if (typeof lots !== "number") return lots;
  if (direction === undefined) return refused(30019);
  if (direction !== "ORDER_DIRECTION_BUY" && direction !== "ORDER_DIRECTION_SELL") return refused(30020);
  if (orderType === undefined) return refused(30025);
  if (orderType !== "ORDER_TYPE_MARKET" && orderType !== "ORDER_TYPE_LIMIT") return refused(30026);
  if (!isTimeInForce(timeInForce)) return refused(30254);
  if (typeof confirmMarginTrade !== "boolean") return refused(30102);
  const price = orderType === "ORDER_TYPE_LIMIT" ? readPrice(json, listing) : readPriceType(json, listing);
  if (typeof price === "object" && price !== null) return price;
  const order: OrderRequest = {
    account: asker.account.account,
    requestId,
    listing,
    side: direction === "ORDER_DIRECTION_BUY" ? "BUY" : "SELL",
    type: orderType === "ORDER_TYPE_LIMIT" ? "LIMIT" : "MARKET",
    lots,
    price,
    timeInForce: timeInForce.replace("TIME_IN_FORCE_", "") as TimeInForce,
  };
  return refusalOf(order, confirmMarginTrade, asker) ?? order;
}

function readLots(quantity: unknown): number | Answer {
  if (quantity === undefined || quantity === "0") return refused(30015);
  if (!isInt64(quantity)) return refused(30016);
  return Number(quantity) > 0 ? Number(quantity) : refused(30080);
}

function isTimeInForce(value: unknown): value is `TIME_IN_FORCE_${TimeInForce}` {
  return ["DAY", "FILL_AND_KILL", "FILL_OR_KILL"].some((one) => value === `TIME_IN_FORCE_${one}`);
}

/** Checks the price type; T-Invest reads it even for a market order, which has no price. */
function readPriceType({ priceType }: JsonObject, listing: Listing): null | Answer {
  if (priceType === "PRICE_TYPE_POINT" && !isQuotedInPoints(listing)) return refused(30085);
  return priceType === undefined || priceType === "PRICE_TYPE_POINT" || priceType === "PRICE_TYPE_CURRENCY"
    ? null
    : refused(30104);
}

function readPrice(json: JsonObject, listing: Listing): string | Answer {
  const wrong = readPriceType(json, listing);
  if (wrong) return wrong;
  if (json["price"] === undefined) return refused(30017);
  const price = fromQuotation(json["price"]);
  if (price === undefined) return refused(30018);
  if (Number(price) <= 0) return refused(30100);
  // Nothing says how a future's price without a type is read (docs/venues/t-invest.md, Contradictions 8): here as
  // money.
  return !isQuotedInPoints(listing) || json["priceType"] === "PRICE_TYPE_POINT" ? price : inPoints(price, listing);
}

function inPoints(money: string, listing: Listing): string {
  return quotient(money, valueOf(listing, "1", "1"), 9);
}

function refusalOf(
  order: OrderRequest,
  isConfirmed: boolean,
  { account, heldLots, lastPrice, isOpen, canPay }: Asker,
): Answer | undefined {
  const { listing, price, side, lots } = order;
  const { instrument, kind } = listing;
  if (!listing.isTradedByApi) return refused(30052);
  if (order.timeInForce === "FILL_OR_KILL" && kind === "FUTURES") return refused(30254);
  if (!isOpen(instrument)) return refused(30079);
  if (price !== null) {
    if (!isMultipleOf(price, instrument.minStep)) return refused(30078);
    const last = lastPrice(listing);
    const isTooFar =
      compareDecimals(price, product(last, "1.2")) > 0 || compareDecimals(price, product(last, "0.8")) < 0;
    if (isTooFar) return refused(30099);
  }
  if (compareDecimals(valueOf(listing, price ?? lastPrice(listing), String(lots)), MAX_ORDER_VALUE) > 0)
    return refused(90003);
  const isUncovered = kind !== "FUTURES" && side === "SELL" && lots > heldLots(listing);
  if (kind === "FUTURES" && account.noMargin) return refused(30051);
  if (!isConfirmed && (isUncovered || (kind === "FUTURES" && account.initialRisk))) return refused(30240);
  if (isUncovered && account.noMargin) return refused(30042);
  if (!account.insufficientFunds && canPay(order)) return undefined;
  return refused(account.environment === "demo" ? 30034 : 30042);
}
