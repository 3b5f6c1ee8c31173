/** Placing spot orders, and orders as the venue returns them: `/api/v3/order…`, `/api/v3/openOrders`. */
import { product, withDigits } from "@chartrelay/contract";
import type { Answer } from "../../fault-delivery.ts";
import type { PartyFault } from "../../faults.ts";
import type { SpotKey } from "../api-keys.ts";
import type { OrderEntry } from "../order-entry.ts";
import type { Endpoint } from "../endpoints.ts";
import { lookUpEndpoints } from "../look-ups.ts";
import { fillsAtOnce, type OrderStatus, type PlacedOrder } from "../order-book.ts";
import { BOOLEAN, CLIENT_ORDER_ID, oneOf, type Parameters } from "../parameters.ts";
import { refused, UNLISTED } from "../refusals.ts";
import { SPOT_INSTRUMENTS, SPOT_MAX_OPEN_ORDERS, SPOT_PRECISION } from "./catalogue.ts";
import { ORDER_PARAMETERS, readOrder, type SpotOrder } from "./order-request.ts";

type Placed = PlacedOrder<SpotOrder>;

const NO_MONEY = refused(-2010, "Account has insufficient balance for requested action.");
const DUPLICATE = refused(-2010, "Duplicate order sent.");
const NOT_TRADING = refused(-2010, "Market is closed.");
const WOULD_TAKE = refused(-2010, "Order would immediately match and take.");

const FEE = "0.001";
const NO_RATES = { maker: "0.00000000", taker: "0.00000000" };
/** binance-spot-api-docs, rest-api.md, Test new order. */
const COMMISSION_RATES = {
  standardCommissionForOrder: { maker: "0.00100000", taker: "0.00100000" },
  specialCommissionForOrder: NO_RATES,
  taxCommissionForOrder: NO_RATES,
  discount: { enabledForAccount: false, enabledForSymbol: false, discountAsset: "BNB", discount: "0.25000000" },
};

export function orderEndpoints(orderEntry: OrderEntry<SpotOrder>): readonly Endpoint<SpotKey>[] {
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
      operation: "auth",
      security: "trade",
      weight: (parameters) => (parameters.get("computeCommissionRates") === "true" ? 20 : 1),
      parameters: { ...ORDER_PARAMETERS, computeCommissionRates: BOOLEAN },
      answer: ({ parameters }) => {
        const order = readOrder(parameters);
        if ("status" in order) return order;
        return { status: 200, body: parameters.get("computeCommissionRates") === "true" ? COMMISSION_RATES : {} };
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
      cancel: (order, parameters) => cancel(orderEntry, order, parameters),
    }),
  ];
}

function place(
  orderEntry: OrderEntry<SpotOrder>,
  key: SpotKey,
  parameters: Parameters,
  faults: readonly PartyFault[],
): Answer {
  const order = readOrder(parameters);
  if ("status" in order) return order;
  const { book, limits } = orderEntry;
  const tooMany = limits.refuseOrder(key.account);
  if (tooMany) return tooMany;
  const crosses = fillsAtOnce(order, order.instrument.price);
  if (order.instrument.status !== "TRADING") return NOT_TRADING;
  if (book.isOpen(key.account, order.clientOrderId)) return DUPLICATE;
  if (book.open(key.account, order.symbol).length >= SPOT_MAX_OPEN_ORDERS)
    return refused(-1013, "Filter failure: MAX_NUM_ORDERS");
  if (key.insufficientFunds) return NO_MONEY;
  if (order.type === "LIMIT_MAKER" && crosses) return WOULD_TAKE;
  const unlisted = faults.find((fault) => fault.kind === "unlisted-refusal");
  if (unlisted && !unlisted.executed) return UNLISTED;
  const status = faults.some(({ kind }) => kind === "exchange-rejects") ? "EXPIRED" : statusOf(order, crosses);
  const placed = orderEntry.place(key.account, order, status, parameters.get("newClientOrderId") ?? null, faults);
  // faqs/order_count_decrement.md: an order that trades is subtracted from the count of unfilled ones.
  limits.countOrders(key.account, 1);
  if (status === "FILLED") limits.countOrders(key.account, -1);
  if (unlisted) return UNLISTED;
  const body = answerTo(placed, parameters.get("newOrderRespType") ?? (order.type === "LIMIT_MAKER" ? "ACK" : "FULL"));
  return { status: 200, body, headers: limits.orderHeaders(key.account) };
}

function statusOf({ timeInForce }: SpotOrder, crosses: boolean): OrderStatus {
  if (crosses) return "FILLED";
  return timeInForce === "GTC" ? "NEW" : "EXPIRED";
}

function cancel(orderEntry: OrderEntry<SpotOrder>, order: Placed, parameters: Parameters): Answer {
  if (parameters.get("cancelRestrictions") === "ONLY_PARTIALLY_FILLED")
    return refused(-2011, "Order was not canceled due to cancel restrictions.");
  orderEntry.book.cancel(order, orderEntry.clock());
  const clientOrderId = parameters.get("newClientOrderId") ?? `cancel-${order.id}`;
  const { clientOrderId: origClientOrderId, ...rest } = result(order);
  return {
    status: 200,
    body: { ...rest, origClientOrderId, clientOrderId, transactTime: Math.floor(order.updatedAtMs) },
  };
}

const amount = (decimal: string) => withDigits(decimal, SPOT_PRECISION);

/** Returns what every answer about an order has, except its times. */
function result({ id, request, status }: Placed) {
  const { instrument, symbol, clientOrderId, price, quantity, quoteOrderQty, timeInForce, type, side } = request;
  const executed = status === "FILLED" ? quantity : "0";
  return {
    symbol,
    orderId: id,
    orderListId: -1,
    clientOrderId,
    price: amount(price ?? "0"),
    origQty: amount(quantity),
    executedQty: amount(executed),
    origQuoteOrderQty: amount(quoteOrderQty ?? "0"),
    cummulativeQuoteQty: amount(product(executed, instrument.price)),
    status,
    timeInForce,
    type,
    side,
    selfTradePreventionMode: "NONE",
  };
}

function answerTo(order: Placed, form: string): object {
  const { symbol, orderId, orderListId, clientOrderId, ...rest } = result(order);
  const at = Math.floor(order.placedAtMs);
  const ack = { symbol, orderId, orderListId, clientOrderId, transactTime: at };
  if (form === "ACK") return ack;
  const full = { ...ack, ...rest, workingTime: at };
  return form === "RESULT" ? full : { ...full, fills: order.status === "FILLED" ? [fillOf(order)] : [] };
}

function fillOf({ id, request: { instrument, quantity, side } }: Placed): object {
  const paid = side === "BUY" ? quantity : product(quantity, instrument.price);
  return {
    price: amount(instrument.price),
    qty: amount(quantity),
    commission: amount(product(paid, FEE)),
    commissionAsset: side === "BUY" ? instrument.baseAsset : instrument.quoteAsset,
    tradeId: id,
  };
}

function described(order: Placed): object {
  const at = Math.floor(order.placedAtMs);
  return {
    ...result(order),
    stopPrice: amount("0"),
    icebergQty: amount("0"),
    time: at,
    updateTime: Math.floor(order.updatedAtMs),
    isWorking: true,
    workingTime: at,
  };
}
