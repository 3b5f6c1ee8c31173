/** Placing futures orders, and orders as the venue returns them: `/fapi/v1/order…`, `openOrders`, `userTrades`. */
import { decimalOf, product } from "@chartrelay/contract";
import type { Answer } from "../../fault-delivery.ts";
import type { PartyFault } from "../../faults.ts";
import type { FuturesKey } from "../api-keys.ts";
import type { Endpoint } from "../endpoints.ts";
import { lookUpEndpoints } from "../look-ups.ts";
import type { OrderEntry } from "../order-entry.ts";
import { fillsAtOnce, isMaker, quoteValueOf, statusOf, type MarketTerms, type PlacedOrder } from "../order-book.ts";
import { required, SYMBOL, type Parameters } from "../parameters.ts";
import { refused, UNKNOWN_SYMBOL, UNLISTED } from "../refusals.ts";
import { FUTURES_INSTRUMENTS } from "./catalogue.ts";
import { FUTURES_FEE_RATE } from "./listings.ts";
import { ORDER_PARAMETERS, readOrder, type FuturesOrder } from "./order-request.ts";
import { realisedBy } from "./positions.ts";

export type PlacedFuturesOrder = PlacedOrder<FuturesOrder>;

const NO_MARGIN = refused(-2019, "Margin is insufficient.");
const DUPLICATE = refused(-4116, "ClientOrderId is duplicated.");
const NOT_TRADING = refused(-4140, "Invalid symbol status for opening position.");
const KILLED = refused(-5021, "Due to the order could not be filled immediately, the FOK order has been rejected.");
const NOT_MAKER = refused(
  -5022,
  "Due to the order could not be executed as maker, the Post Only order will be rejected.",
);

export function orderEndpoints(orderEntry: OrderEntry<FuturesOrder>): readonly Endpoint<FuturesKey>[] {
  const { market, book } = orderEntry;
  const priceOf = (symbol: string) => market.price(symbol);
  return [
    {
      method: "POST",
      path: "/fapi/v1/order",
      operation: "order",
      security: "trade",
      // It counts only against the account's orders.
      weight: 0,
      parameters: ORDER_PARAMETERS,
      answer: ({ key, parameters, faults }) => place(orderEntry, key, parameters, faults),
    },
    {
      method: "POST",
      path: "/fapi/v1/order/test",
      operation: "auth",
      security: "trade",
      weight: 0,
      parameters: ORDER_PARAMETERS,
      answer: ({ key, parameters }) => {
        const order = readOrder(parameters, key, priceOf);
        if ("status" in order) return order;
        return {
          status: 200,
          body: { ...termsIn(order), ...UNTOUCHED, orderId: 0, updateTime: Math.floor(market.nowMs()) },
        };
      },
    },
    {
      method: "GET",
      path: "/fapi/v1/commissionRate",
      operation: "estimate",
      security: "read",
      weight: 20,
      parameters: { symbol: required(SYMBOL) },
      answer: ({ parameters }) => {
        const symbol = parameters.get("symbol") ?? "";
        if (!FUTURES_INSTRUMENTS.has(symbol)) return UNKNOWN_SYMBOL;
        return {
          status: 200,
          body: {
            symbol,
            makerCommissionRate: FUTURES_FEE_RATE,
            takerCommissionRate: FUTURES_FEE_RATE,
          },
        };
      },
    },
    ...lookUpEndpoints<FuturesKey, FuturesOrder>({
      orderEntry,
      base: "/fapi/v1",
      symbols: FUTURES_INSTRUMENTS,
      weights: { find: 1, list: 1, listAll: 40 },
      describe: described,
      cancelIsFree: false,
      cancelParameters: {},
      cancel: (placed) => {
        book.cancel(placed, placed.request.clientOrderId);
        return { status: 200, body: result(placed) };
      },
      trades: {
        route: "userTrades",
        weights: { ofOrder: 5, ofSymbol: 5 },
        describe: (fill, placed, id) => ({
          buyer: placed.request.side === "BUY",
          commission: fill.fee,
          commissionAsset: fill.feeCurrency,
          id,
          maker: isMaker(fill),
          orderId: placed.id,
          positionSide: placed.request.positionSide,
          price: fill.price,
          qty: fill.quantity,
          quoteQty: decimalOf(product(fill.price, fill.quantity)),
          realizedPnl: realisedBy(fill, market, (order) => book.of(order).request.positionSide),
          side: placed.request.side,
          symbol: placed.request.symbol,
          time: Math.floor(fill.atMs),
        }),
      },
    }),
  ];
}

/** Returns the terms that an order has in a market. */
function termsOf({ type, timeInForce, reduceOnly, goodTillDate }: FuturesOrder): MarketTerms {
  const times = {
    GTC: "until-cancelled",
    GTD: "until-cancelled",
    IOC: "immediate",
    FOK: "all-or-nothing",
    GTX: "post-only",
    RPI: "post-only",
  } as const;
  return {
    timeInForce: type === "MARKET" ? "immediate" : times[timeInForce as keyof typeof times],
    expiresAtMs: goodTillDate,
    reduceOnly,
  };
}

function place(
  orderEntry: OrderEntry<FuturesOrder>,
  key: FuturesKey,
  parameters: Parameters,
  faults: readonly PartyFault[],
): Answer {
  const { market, book, limits } = orderEntry;
  const order = readOrder(parameters, key, (symbol) => market.price(symbol));
  if ("status" in order) return order;
  const tooMany = limits.refuseOrder(key.account);
  if (tooMany) return tooMany;
  const crosses = fillsAtOnce(order, market.price(order.symbol));
  if (order.instrument.status !== "TRADING") return NOT_TRADING;
  if (book.isOpen(key.account, order.clientOrderId)) return DUPLICATE;
  const terms = termsOf(order);
  if (key.insufficientFunds || !orderEntry.isCovered(key.account, order, terms)) return NO_MARGIN;
  if (order.timeInForce === "FOK" && !crosses) return KILLED;
  if ((order.timeInForce === "GTX" || order.timeInForce === "RPI") && crosses) return NOT_MAKER;
  const unlisted = faults.find((fault) => fault.kind === "unlisted-refusal");
  if (unlisted && !unlisted.executed) return UNLISTED;
  const placed = orderEntry.place(key.account, order, terms, parameters.get("newClientOrderId") ?? null, faults);
  limits.countOrders(key.account, 1);
  if (unlisted) return UNLISTED;
  // ACK doesn't say what became of the order.
  const body = { ...result(placed), ...(parameters.get("newOrderRespType") === "RESULT" ? {} : UNTOUCHED) };
  return { status: 200, body, headers: limits.orderHeaders(key.account) };
}

const UNTOUCHED = { status: "NEW", executedQty: "0" } as const;

/** Returns what every answer about an order has. Since 2026-07-15 only the look-up says what it cost. */
function result({ id, request, order }: PlacedFuturesOrder) {
  return {
    orderId: id,
    ...termsIn(request),
    status: statusOf(order),
    executedQty: order.filledQuantity,
    updateTime: Math.floor(order.changedAtMs),
  };
}

function termsIn(request: FuturesOrder) {
  const { symbol, clientOrderId, price, quantity, timeInForce, type, side, positionSide, reduceOnly } = request;
  return {
    symbol,
    clientOrderId,
    price: price ?? "0",
    origQty: quantity,
    timeInForce,
    type,
    reduceOnly,
    closePosition: false,
    side,
    positionSide,
    stopPrice: "0",
    workingType: "CONTRACT_PRICE",
    priceProtect: false,
    origType: type,
    priceMatch: "NONE",
    selfTradePreventionMode: "EXPIRE_MAKER",
    goodTillDate: request.goodTillDate ?? 0,
  };
}

function described(placed: PlacedFuturesOrder): object {
  const { averagePrice, fills, placedAtMs } = placed.order;
  return {
    ...result(placed),
    avgPrice: averagePrice ?? "0.00000",
    cumQuote: decimalOf(quoteValueOf(fills)),
    time: Math.floor(placedAtMs),
  };
}
