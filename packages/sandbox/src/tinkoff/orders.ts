/** OrdersService: placing, looking up and cancelling orders. */
import type { Answer } from "../fault-delivery.ts";
import type { PartyFault } from "../faults.ts";
import type { HiddenOrders } from "../hidden-orders.ts";
import type { Environment, Ledger } from "../ledger.ts";
import { accountOf, addMethod, type Asked, type Gateway, type JsonObject } from "./method.ts";
import type { OrderBook, OrderStatus, PlacedOrder } from "./order-book.ts";
import { readOrder, requestIdOf, type OrderRequest } from "./order-request.ts";
import { orderState, postOrderResponse } from "./order-state.ts";
import { refused, UNLISTED } from "./refusals.ts";

/** What placing an order uses. */
export interface OrderEntry extends Gateway {
  readonly environment: Environment;
  readonly book: OrderBook;
  readonly hidden: HiddenOrders;
  readonly ledger: Ledger;
}

/** Adds PostOrder, GetOrderState, GetOrders and CancelOrder. */
export function orderMethods(orderEntry: OrderEntry): void {
  const { book, hidden } = orderEntry;

  addMethod(orderEntry, "OrdersService/PostOrder", (asked) => {
    const account = accountOf(asked, orderEntry.accounts);
    if ("status" in account) return account;
    if (account.readOnly) return refused(40002);
    const requestId = requestIdOf(asked.json);
    if (typeof requestId !== "string") return requestId;
    const repeated = repeatOf(orderEntry, account.account, requestId, asked.faults);
    if (repeated) return repeated;
    const clearing = asked.faults.find((fault) => fault.kind === "clearing");
    if (clearing) {
      if (clearing.remembered) book.spend(account.account, requestId);
      return refused(30079);
    }
    const heldLots = (listing: OrderRequest["listing"]) => account.heldLots + book.tradedLots(account.account, listing);
    const order = readOrder(asked.json, requestId, { account, heldLots });
    if ("status" in order) return order;
    const unlisted = asked.faults.find((fault) => fault.kind === "unlisted-refusal");
    if (!unlisted) return place(orderEntry, order, asked.faults);
    if (unlisted.executed) place(orderEntry, order, asked.faults);
    else book.spend(account.account, requestId);
    return UNLISTED;
  });

  addMethod(orderEntry, "OrdersService/GetOrderState", (asked) => {
    const account = accountOf(asked, orderEntry.accounts);
    if ("status" in account) return account;
    const { orderId } = asked.json;
    if (typeof orderId !== "string" || orderId === "") return refused(30027);
    const order = find(orderEntry, account.account, asked.json);
    return order && !hidden.hides(order, asked.faults) ? { status: 200, body: orderState(order) } : refused(50005);
  });

  addMethod(orderEntry, "OrdersService/GetOrders", (asked) => {
    const account = accountOf(asked, orderEntry.accounts);
    if ("status" in account) return account;
    const orders = book.working(account.account).filter((order) => !hidden.hides(order, asked.faults));
    return { status: 200, body: { orders: orders.map(orderState) } };
  });

  addMethod(orderEntry, "OrdersService/CancelOrder", (asked) => cancel(orderEntry, asked));
}

/**
 * Implements both documented answers to a repeat (docs/venues/t-invest.md, Contradictions 2): the order's current
 * state, and 30057, which applies while the report can't be found, as its text suggests. So a repeat gets the state
 * unless the report is hidden, or the fault "repeat-as-refusal" demands 30057 in any case.
 */
function repeatOf(
  { book, hidden, now }: OrderEntry,
  account: string,
  requestId: string,
  faults: readonly PartyFault[],
): Answer | undefined {
  if (book.isSpent(account, requestId)) return refused(30057);
  const first = book.byRequest(account, requestId);
  if (!first) return undefined;
  const isRefused = hidden.hides(first, faults) || faults.some(({ kind }) => kind === "repeat-as-refusal");
  return isRefused ? refused(30057) : answerOf(first, now);
}

function answerOf(order: PlacedOrder, now: () => number): Answer {
  const message = order.status === "REJECTED" ? "Заявка отклонена биржей" : "";
  return { status: 200, body: postOrderResponse(order, message, new Date(now()).toISOString()) };
}

function place(orderEntry: OrderEntry, request: OrderRequest, faults: readonly PartyFault[]): Answer {
  const isRejected = faults.some(({ kind }) => kind === "exchange-rejects");
  const receivedAtUs = Math.round(orderEntry.now() * 1000);
  const order = orderEntry.book.place(request, receivedAtUs / 1000, isRejected ? "REJECTED" : statusOf(request));
  if (!isRejected) record(orderEntry, order, receivedAtUs);
  return answerOf(order, orderEntry.now);
}

/**
 * Returns an order's first status. A market order fills at once, as does a limit order whose price reaches the market;
 * other orders work, or end by their time in force.
 */
function statusOf({ price, side, listing, timeInForce }: OrderRequest): OrderStatus {
  const market = listing.instrument.price;
  if (price === null || (side === "BUY" ? Number(price) >= market : Number(price) <= market)) return "FILL";
  return timeInForce === "DAY" ? "NEW" : "CANCELLED";
}

function record({ environment, ledger }: OrderEntry, { number, request }: PlacedOrder, receivedAtUs: number): void {
  const { listing } = request;
  ledger.record({
    venue: "TINKOFF",
    account: request.account,
    clientOrderId: request.requestId,
    instrument: listing.ticker,
    side: request.side,
    quantity: String(request.lots),
    price: request.price,
    receivedAt: new Date(receivedAtUs / 1000).toISOString(),
    receivedAtUs,
    environment,
    type: request.type,
    venueOrderId: number,
    requestId: null,
    exchange: listing.instrument.exchange,
    board: listing.classCode,
    timeInForce: request.timeInForce,
  });
}

/** Finds an order by our key or, by default, by the exchange's number. */
function find({ book }: OrderEntry, account: string, { orderId, orderIdType }: JsonObject): PlacedOrder | undefined {
  const id = String(orderId);
  return orderIdType === "ORDER_ID_TYPE_REQUEST" ? book.byRequest(account, id) : book.byNumber(account, id);
}

function cancel(orderEntry: OrderEntry, asked: Asked): Answer {
  const account = accountOf(asked, orderEntry.accounts);
  if ("status" in account) return account;
  if (account.readOnly) return refused(40002);
  if (typeof asked.json["orderId"] !== "string") return refused(30027);
  const order = find(orderEntry, account.account, asked.json);
  if (!order) return refused(50005);
  if (order.status !== "NEW") return refused(30059);
  order.status = "CANCELLED";
  const time = new Date(orderEntry.now()).toISOString();
  return { status: 200, body: { time, responseMetadata: { trackingId: order.number, serverTime: time } } };
}
