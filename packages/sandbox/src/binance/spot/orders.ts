/** Placing, finding and cancelling: `/api/v3/order…`, `/api/v3/openOrders`. */
import { compare, product, withDigits } from "../../decimal.ts";
import type { Answer } from "../../fault-delivery.ts";
import type { PartyFault } from "../../faults.ts";
import { HiddenOrders } from "../../hidden-orders.ts";
import type { SpotKey } from "../api-keys.ts";
import type { Desk } from "../desk.ts";
import type { Endpoint } from "../endpoints.ts";
import type { OrderStatus, PlacedOrder } from "../order-book.ts";
import { BOOLEAN, CLIENT_ORDER_ID, LONG, oneOf, required, SYMBOL, type Parameters } from "../parameters.ts";
import { bothMissing, NO_SUCH_ORDER, NOTHING_TO_CANCEL, refused, UNKNOWN_SYMBOL } from "../refusals.ts";
import { SPOT_INSTRUMENTS, SPOT_MAX_OPEN_ORDERS, SPOT_PRECISION } from "./catalogue.ts";
import { ORDER_PARAMETERS, readOrder, type SpotOrder } from "./order-request.ts";

type Placed = PlacedOrder<SpotOrder>;

const NAMED = { symbol: required(SYMBOL), orderId: LONG, origClientOrderId: CLIENT_ORDER_ID };
const NO_MONEY = refused(-2010, "Account has insufficient balance for requested action.");
const DUPLICATE = refused(-2010, "Duplicate order sent.");
const NOT_TRADING = refused(-2010, "Market is closed.");
const WOULD_TAKE = refused(-2010, "Order would immediately match and take.");

export function orderEndpoints(desk: Desk<SpotOrder>): readonly Endpoint<SpotKey>[] {
  const hidden = new HiddenOrders();
  const find = (parameters: Parameters, account: string): Placed | Answer | undefined => {
    const [symbol = "", id, clientOrderId] = ["symbol", "orderId", "origClientOrderId"].map((name) =>
      parameters.get(name),
    );
    if (!SPOT_INSTRUMENTS.has(symbol)) return UNKNOWN_SYMBOL;
    if (id === undefined && clientOrderId === undefined) return bothMissing("origClientOrderId", "orderId");
    return desk.book.find(account, symbol, id, clientOrderId);
  };
  return [
    {
      method: "POST",
      path: "/api/v3/order",
      operation: "order",
      security: "trade",
      weight: 1,
      parameters: ORDER_PARAMETERS,
      answer: ({ key, parameters, faults }) => place(desk, key, parameters, faults),
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
        return "status" in order ? order : { status: 200, body: {} };
      },
    },
    {
      method: "GET",
      path: "/api/v3/order",
      operation: "find",
      security: "read",
      weight: 4,
      parameters: NAMED,
      answer: ({ key, parameters, faults }) => {
        const order = find(parameters, key.account);
        if (order && !("id" in order)) return order;
        return order && !hidden.hides(order, faults) ? { status: 200, body: described(order) } : NO_SUCH_ORDER;
      },
    },
    {
      method: "GET",
      path: "/api/v3/openOrders",
      operation: "find",
      security: "read",
      weight: (parameters) => (parameters.has("symbol") ? 6 : 80),
      parameters: { symbol: SYMBOL },
      answer: ({ key, parameters, faults }) => {
        const symbol = parameters.get("symbol");
        if (symbol !== undefined && !SPOT_INSTRUMENTS.has(symbol)) return UNKNOWN_SYMBOL;
        const open = desk.book.open(key.account, symbol);
        return { status: 200, body: open.filter((order) => !hidden.hides(order, faults)).map(described) };
      },
    },
    {
      method: "DELETE",
      path: "/api/v3/order",
      operation: "cancel",
      security: "trade",
      weight: 1,
      parameters: {
        ...NAMED,
        newClientOrderId: CLIENT_ORDER_ID,
        cancelRestrictions: oneOf(["ONLY_NEW", "ONLY_PARTIALLY_FILLED"], refused(-1145, "Invalid cancelRestrictions")),
      },
      answer: ({ key, parameters }) => cancel(desk, find(parameters, key.account), parameters),
    },
  ];
}

function place(desk: Desk<SpotOrder>, key: SpotKey, parameters: Parameters, faults: readonly PartyFault[]): Answer {
  const order = readOrder(parameters);
  if ("status" in order) return order;
  const { book, limits } = desk;
  const tooMany = limits.refuseOrder(key.account);
  if (tooMany) return tooMany;
  const crosses = order.price === null || reaches(order, order.instrument.price);
  if (order.instrument.status !== "TRADING") return NOT_TRADING;
  if (book.isOpen(key.account, order.clientOrderId)) return DUPLICATE;
  if (book.open(key.account, order.symbol).length >= SPOT_MAX_OPEN_ORDERS)
    return refused(-1013, "Filter failure: MAX_NUM_ORDERS");
  if (key.insufficientFunds) return NO_MONEY;
  if (order.type === "LIMIT_MAKER" && crosses) return WOULD_TAKE;
  const status = faults.some(({ kind }) => kind === "exchange-rejects") ? "EXPIRED" : statusOf(order, crosses);
  const placed = desk.place(key.account, order, status, parameters.get("newClientOrderId") ?? null, faults);
  // faqs/order_count_decrement.md: an order that trades is taken off the count of unfilled ones.
  limits.countOrders(key.account, 1);
  if (status === "FILLED") limits.countOrders(key.account, -1);
  const body = answerTo(placed, parameters.get("newOrderRespType") ?? (order.type === "LIMIT_MAKER" ? "ACK" : "FULL"));
  return { status: 200, body, headers: limits.orderHeaders(key.account) };
}

function reaches({ side, price }: SpotOrder, market: string): boolean {
  const above = compare(price ?? market, market);
  return side === "BUY" ? above >= 0 : above <= 0;
}

function statusOf({ timeInForce }: SpotOrder, crosses: boolean): OrderStatus {
  if (crosses) return "FILLED";
  return timeInForce === "GTC" ? "NEW" : "EXPIRED";
}

function cancel(desk: Desk<SpotOrder>, order: Placed | Answer | undefined, parameters: Parameters): Answer {
  if (order && !("id" in order)) return order;
  if (order?.status !== "NEW") return NOTHING_TO_CANCEL;
  if (parameters.get("cancelRestrictions") === "ONLY_PARTIALLY_FILLED")
    return refused(-2011, "Order was not canceled due to cancel restrictions.");
  desk.book.cancel(order, desk.clock());
  const clientOrderId = parameters.get("newClientOrderId") ?? `cancel-${order.id}`;
  const { clientOrderId: origClientOrderId, ...rest } = result(order);
  return {
    status: 200,
    body: { ...rest, origClientOrderId, clientOrderId, transactTime: Math.floor(order.updatedAtMs) },
  };
}

const amount = (decimal: string) => withDigits(decimal, SPOT_PRECISION);

/** What every answer about an order has, but for its times. */
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

const FEE = "0.001";

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
