/** Placing spot orders, and orders as the venue returns them: `/api/v3/order…`, `/api/v3/openOrders`, `/api/v3/myTrades`. */
import { compareDecimals, product, withDigits } from "@chartrelay/contract";
import type { Answer } from "../../fault-delivery.ts";
import type { PartyFault } from "../../faults.ts";
import type { MarketFill } from "../../market/terms.ts";
import type { SpotKey } from "../api-keys.ts";
import type { Endpoint } from "../endpoints.ts";
import { lookUpEndpoints } from "../look-ups.ts";
import type { OrderEntry } from "../order-entry.ts";
import { fillsAtOnce, isMaker, quoteValueOf, statusOf, type MarketTerms, type PlacedOrder } from "../order-book.ts";
import { BOOLEAN, CLIENT_ORDER_ID, oneOf, type Parameters } from "../parameters.ts";
import { refused, UNLISTED } from "../refusals.ts";
import { SPOT_INSTRUMENTS, SPOT_MAX_OPEN_ORDERS, SPOT_PRECISION } from "./catalogue.ts";
import { SPOT_FEE_RATE } from "./listings.ts";
import { ORDER_PARAMETERS, readOrder, type SpotOrder } from "./order-request.ts";

export type PlacedSpotOrder = PlacedOrder<SpotOrder>;

const NO_MONEY = refused(-2010, "Account has insufficient balance for requested action.");
const DUPLICATE = refused(-2010, "Duplicate order sent.");
const NOT_TRADING = refused(-2010, "Market is closed.");
const WOULD_TAKE = refused(-2010, "Order would immediately match and take.");

const NO_RATES = { maker: "0.00000000", taker: "0.00000000" };
/** binance-spot-api-docs, rest-api.md, Test new order. */
const COMMISSION_RATES = {
  standardCommissionForOrder: { maker: amount(SPOT_FEE_RATE), taker: amount(SPOT_FEE_RATE) },
  specialCommissionForOrder: NO_RATES,
  taxCommissionForOrder: NO_RATES,
  discount: { enabledForAccount: false, enabledForSymbol: false, discountAsset: "BNB", discount: "0.25000000" },
};

const wantsRates = (parameters: Parameters) => parameters.get("computeCommissionRates") === "true";

export function orderEndpoints(orderEntry: OrderEntry<SpotOrder>): readonly Endpoint<SpotKey>[] {
  const { market, book, clock } = orderEntry;
  const priceOf = (symbol: string) => market.price(symbol);
  return [
    {
      method: "POST",
      path: "/api/v3/order",
      operation: "order",
      security: "trade",
      weight: 1,
      isFreeOnSuccess: true,
      parameters: ORDER_PARAMETERS,
      answer: ({ key, parameters, faults }) => place(orderEntry, key, parameters, faults),
    },
    {
      method: "POST",
      path: "/api/v3/order/test",
      operation: (parameters) => (wantsRates(parameters) ? "estimate" : "auth"),
      security: "trade",
      weight: (parameters) => (wantsRates(parameters) ? 20 : 1),
      parameters: { ...ORDER_PARAMETERS, computeCommissionRates: BOOLEAN },
      answer: ({ parameters }) => {
        const order = readOrder(parameters, priceOf);
        if ("status" in order) return order;
        return { status: 200, body: wantsRates(parameters) ? COMMISSION_RATES : {} };
      },
    },
    ...lookUpEndpoints<SpotKey, SpotOrder>({
      orderEntry,
      base: "/api/v3",
      symbols: SPOT_INSTRUMENTS,
      weights: { find: 4, list: 6, listAll: 80 },
      describe: described,
      cancelIsFree: true,
      cancelParameters: {
        newClientOrderId: CLIENT_ORDER_ID,
        cancelRestrictions: oneOf(["ONLY_NEW", "ONLY_PARTIALLY_FILLED"], refused(-1145, "Invalid cancelRestrictions")),
      },
      cancel: (placed, parameters) => {
        const allowed = { ONLY_NEW: "NEW", ONLY_PARTIALLY_FILLED: "PARTIALLY_FILLED" }[
          parameters.get("cancelRestrictions") ?? ""
        ];
        if (allowed !== undefined && statusOf(placed.order) !== allowed)
          return refused(-2011, "Order was not canceled due to cancel restrictions.");
        book.cancel(placed, parameters.get("newClientOrderId") ?? `cancel-${placed.id}`);
        const { clientOrderId: origClientOrderId, ...rest } = result(placed);
        const body = { ...rest, origClientOrderId, clientOrderId: placed.cancelId, transactTime: Math.floor(clock()) };
        return { status: 200, body };
      },
      trades: {
        route: "myTrades",
        weights: { ofOrder: 5, ofSymbol: 20 },
        describe: (fill, placed, id) => ({
          symbol: placed.request.symbol,
          orderId: placed.id,
          orderListId: -1,
          ...fillOf(fill, id),
          quoteQty: amount(product(fill.price, fill.quantity)),
          time: Math.floor(fill.atMs),
          isBuyer: placed.request.side === "BUY",
          isMaker: isMaker(fill),
          isBestMatch: true,
        }),
      },
    }),
  ];
}

/** Returns the terms that an order has in a market. */
function termsOf({ type, timeInForce }: Pick<SpotOrder, "type" | "timeInForce">): MarketTerms {
  const times = { GTC: "until-cancelled", IOC: "immediate", FOK: "all-or-nothing" } as const;
  const common = { expiresAtMs: null, reduceOnly: false };
  if (type === "MARKET") return { timeInForce: "immediate", ...common };
  if (type === "LIMIT_MAKER") return { timeInForce: "post-only", ...common };
  return { timeInForce: times[timeInForce as keyof typeof times], ...common };
}

function place(
  orderEntry: OrderEntry<SpotOrder>,
  key: SpotKey,
  parameters: Parameters,
  faults: readonly PartyFault[],
): Answer {
  const { market, book, limits } = orderEntry;
  const order = readOrder(parameters, (symbol) => market.price(symbol));
  if ("status" in order) return order;
  const tooMany = limits.refuseOrder(key.account);
  if (tooMany) return tooMany;
  if (order.instrument.status !== "TRADING") return NOT_TRADING;
  if (book.isOpen(key.account, order.clientOrderId)) return DUPLICATE;
  if (book.open(key.account, order.symbol).length >= SPOT_MAX_OPEN_ORDERS)
    return refused(-1013, "Filter failure: MAX_NUM_ORDERS");
  const terms = termsOf(order);
  if (key.insufficientFunds || !orderEntry.isCovered(key.account, order, terms)) return NO_MONEY;
  if (order.type === "LIMIT_MAKER" && fillsAtOnce(order, market.price(order.symbol))) return WOULD_TAKE;
  const unlisted = faults.find((fault) => fault.kind === "unlisted-refusal");
  if (unlisted && !unlisted.executed) return UNLISTED;
  const placed = orderEntry.place(key.account, order, terms, parameters.get("newClientOrderId") ?? null, faults);
  // faqs/order_count_decrement.md: an order that trades is subtracted from the count of unfilled ones.
  limits.countOrders(key.account, 1);
  if (compareDecimals(placed.order.filledQuantity, "0") > 0) limits.countOrders(key.account, -1);
  if (unlisted) return UNLISTED;
  const form = parameters.get("newOrderRespType") ?? (order.type === "LIMIT_MAKER" ? "ACK" : "FULL");
  const body = answerTo(placed, form, (fill) => book.tradeId(fill));
  return { status: 200, body, headers: limits.orderHeaders(key.account) };
}

/** Writes a decimal as the venue does, with eight digits after the point. */
export function amount(decimal: string): string {
  return withDigits(decimal, SPOT_PRECISION);
}

/** Returns what every answer about an order has, except its times. */
function result({ id, request, order }: PlacedSpotOrder) {
  const { symbol, clientOrderId, price, quantity, quoteOrderQty, timeInForce, type, side } = request;
  return {
    symbol,
    orderId: id,
    orderListId: -1,
    clientOrderId,
    price: amount(price ?? "0"),
    origQty: amount(quantity),
    executedQty: amount(order.filledQuantity),
    origQuoteOrderQty: amount(quoteOrderQty ?? "0"),
    cummulativeQuoteQty: amount(quoteValueOf(order.fills)),
    status: statusOf(order),
    timeInForce,
    type,
    side,
    selfTradePreventionMode: "NONE",
  };
}

function answerTo(placed: PlacedSpotOrder, form: string, tradeId: (fill: MarketFill) => number): object {
  const { symbol, orderId, orderListId, clientOrderId, ...rest } = result(placed);
  const at = Math.floor(placed.order.placedAtMs);
  const ack = { symbol, orderId, orderListId, clientOrderId, transactTime: at };
  if (form === "ACK") return ack;
  const full = { ...ack, ...rest, workingTime: at };
  const fills = placed.order.fills.map((fill) => {
    const { id, ...terms } = fillOf(fill, tradeId(fill));
    return { ...terms, tradeId: id };
  });
  return form === "RESULT" ? full : { ...full, fills };
}

function fillOf({ price, quantity, fee, feeCurrency }: MarketFill, id: number) {
  return { id, price: amount(price), qty: amount(quantity), commission: amount(fee), commissionAsset: feeCurrency };
}

function described(placed: PlacedSpotOrder): object {
  const { placedAtMs, changedAtMs } = placed.order;
  const at = Math.floor(placedAtMs);
  return {
    ...result(placed),
    stopPrice: amount("0"),
    icebergQty: amount("0"),
    time: at,
    updateTime: Math.floor(changedAtMs),
    isWorking: true,
    workingTime: at,
  };
}
