/** Placing futures orders, and orders as the venue returns them: `/fapi/v1/order…`, `/fapi/v1/openOrders`. */
import { product } from "@chartrelay/contract";
import type { Answer } from "../../fault-delivery.ts";
import type { PartyFault } from "../../faults.ts";
import type { FuturesKey } from "../api-keys.ts";
import type { OrderEntry } from "../order-entry.ts";
import type { Endpoint } from "../endpoints.ts";
import { lookUpEndpoints } from "../look-ups.ts";
import { fillsAtOnce, type OrderStatus, type PlacedOrder } from "../order-book.ts";
import type { Parameters } from "../parameters.ts";
import { refused, UNLISTED } from "../refusals.ts";
import { FUTURES_INSTRUMENTS } from "./catalogue.ts";
import { ORDER_PARAMETERS, readOrder, type FuturesOrder } from "./order-request.ts";

type Placed = PlacedOrder<FuturesOrder>;

const NO_MARGIN = refused(-2019, "Margin is insufficient.");
const DUPLICATE = refused(-4116, "ClientOrderId is duplicated.");
const NOT_TRADING = refused(-4140, "Invalid symbol status for opening position.");
const KILLED = refused(-5021, "Due to the order could not be filled immediately, the FOK order has been rejected.");
const NOT_MAKER = refused(
  -5022,
  "Due to the order could not be executed as maker, the Post Only order will be rejected.",
);

export function orderEndpoints(orderEntry: OrderEntry<FuturesOrder>): readonly Endpoint<FuturesKey>[] {
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
        const order = readOrder(parameters, key);
        if ("status" in order) return order;
        const [id, now] = [0, orderEntry.clock()];
        const tested: Placed = {
          id,
          account: key.account,
          request: order,
          placedAtMs: now,
          updatedAtMs: now,
          status: "NEW",
        };
        return { status: 200, body: answerTo(tested, "ACK") };
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
      cancel: (order) => {
        orderEntry.book.cancel(order, orderEntry.clock());
        return { status: 200, body: { ...result(order), cumQty: "0", cumQuote: "0" } };
      },
    }),
  ];
}

function place(
  orderEntry: OrderEntry<FuturesOrder>,
  key: FuturesKey,
  parameters: Parameters,
  faults: readonly PartyFault[],
): Answer {
  const order = readOrder(parameters, key);
  if ("status" in order) return order;
  const { book, limits } = orderEntry;
  const tooMany = limits.refuseOrder(key.account);
  if (tooMany) return tooMany;
  const crosses = fillsAtOnce(order, order.instrument.price);
  if (order.instrument.status !== "TRADING") return NOT_TRADING;
  if (book.isOpen(key.account, order.clientOrderId)) return DUPLICATE;
  if (key.insufficientFunds) return NO_MARGIN;
  if (order.timeInForce === "FOK" && !crosses) return KILLED;
  if ((order.timeInForce === "GTX" || order.timeInForce === "RPI") && crosses) return NOT_MAKER;
  const unlisted = faults.find((fault) => fault.kind === "unlisted-refusal");
  if (unlisted && !unlisted.executed) return UNLISTED;
  const status = faults.some(({ kind }) => kind === "exchange-rejects") ? "EXPIRED" : statusOf(order, crosses);
  const placed = orderEntry.place(key.account, order, status, parameters.get("newClientOrderId") ?? null, faults);
  limits.countOrders(key.account, 1);
  if (unlisted) return UNLISTED;
  const body = answerTo(placed, parameters.get("newOrderRespType") ?? "ACK");
  return { status: 200, body, headers: limits.orderHeaders(key.account) };
}

function statusOf({ timeInForce }: FuturesOrder, crosses: boolean): OrderStatus {
  if (crosses) return "FILLED";
  return timeInForce === "IOC" ? "EXPIRED" : "NEW";
}

/** Returns what every answer about an order has. */
function result({ id, request, status, updatedAtMs }: Placed) {
  const { symbol, clientOrderId, price, quantity, timeInForce, type, side, positionSide, reduceOnly } = request;
  return {
    orderId: id,
    symbol,
    status,
    clientOrderId,
    price: price ?? "0",
    origQty: quantity,
    executedQty: status === "FILLED" ? quantity : "0",
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
    goodTillDate: 0,
    updateTime: Math.floor(updatedAtMs),
  };
}

/**
 * Returns the answer to an order. ACK doesn't say what became of the order. Since 2026-07-15 only the look-up says what
 * it cost.
 */
function answerTo(order: Placed, form: string): object {
  return form === "ACK" ? { ...result(order), status: "NEW", executedQty: "0" } : result(order);
}

function described(order: Placed): object {
  const { instrument, quantity } = order.request;
  const filled = order.status === "FILLED";
  return {
    ...result(order),
    avgPrice: filled ? instrument.price : "0.00000",
    cumQuote: filled ? product(quantity, instrument.price) : "0",
    time: Math.floor(order.placedAtMs),
  };
}
