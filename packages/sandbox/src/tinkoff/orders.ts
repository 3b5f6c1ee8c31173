/** OrdersService: placing, looking up and cancelling orders. */
import { isTrading } from "../russian-market.ts";
import type { Answer } from "../fault-delivery.ts";
import type { PartyFault } from "../faults.ts";
import type { HiddenOrders } from "../hidden-orders.ts";
import type { Environment, Ledger } from "../ledger.ts";
import type { TinkoffAccount } from "./accounts.ts";
import type { MarketOrder } from "../market/terms.ts";
import { isQuotedInPoints, lastPriceOf, marketNameAt, type Listing } from "./listings.ts";
import { accountOf, addMethod, type Asked, type Gateway, type JsonObject } from "./method.ts";
import { listingOfOrder, type OrderBook } from "./order-book.ts";
import { readOrder, requestIdOf, toMarketOrder, type Asker, type OrderRequest } from "./order-request.ts";
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
    const order = readOrder(asked.json, requestId, askerOf(orderEntry, account));
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
    if (!order || hidden.hides(order, asked.faults)) return refused(50005);
    const isInPoints = asked.json["priceType"] === "PRICE_TYPE_POINT" && isQuotedInPoints(listingOfOrder(order));
    return { status: 200, body: orderState(order, orderEntry, isInPoints) };
  });

  addMethod(orderEntry, "OrdersService/GetOrders", (asked) => {
    const account = accountOf(asked, orderEntry.accounts);
    if ("status" in account) return account;
    const orders = book.working(account.account).filter((order) => !hidden.hides(order, asked.faults));
    return { status: 200, body: { orders: orders.map((order) => orderState(order, orderEntry, false)) } };
  });

  addMethod(orderEntry, "OrdersService/CancelOrder", (asked) => cancel(orderEntry, asked));
}

/**
 * Implements both documented answers to a repeat (docs/venues/t-invest.md, Contradictions 2): the order's current
 * state, and 30057, which applies while the report can't be found, as its text suggests. So a repeat gets the state
 * unless the report is hidden, or the fault "repeat-as-refusal" demands 30057 in any case.
 */
function repeatOf(
  orderEntry: OrderEntry,
  account: string,
  requestId: string,
  faults: readonly PartyFault[],
): Answer | undefined {
  const { book, hidden } = orderEntry;
  if (book.isSpent(account, requestId)) return refused(30057);
  const first = book.byRequest(account, requestId);
  if (!first) return undefined;
  const isRefused = hidden.hides(first, faults) || faults.some(({ kind }) => kind === "repeat-as-refusal");
  return isRefused ? refused(30057) : answerOf(first, orderEntry);
}

function answerOf(order: MarketOrder, orderEntry: OrderEntry): Answer {
  const message = order.state === "rejected" ? "Заявка отклонена биржей" : "";
  return { status: 200, body: postOrderResponse(order, orderEntry, message) };
}

/** Returns what an account's orders are checked against. */
export function askerOf({ market }: Pick<OrderEntry, "market">, account: TinkoffAccount): Asker {
  return {
    account,
    heldLots: (listing: Listing) => {
      const name = marketNameAt(listing);
      const traded = market.positions(account.account).find(({ instrument }) => instrument === name);
      return account.heldLots + Number(traded?.quantity ?? "0");
    },
    lastPrice: (listing) => lastPriceOf(listing, market),
    isOpen: (instrument) => isTrading(instrument, market),
    canPay: (order) => market.requirement(toMarketOrder(order)).isCovered,
  };
}

function place(orderEntry: OrderEntry, request: OrderRequest, faults: readonly PartyFault[]): Answer {
  const isRejected = faults.some(({ kind }) => kind === "exchange-rejects");
  const receivedAtUs = Math.round(orderEntry.now() * 1000);
  const order = orderEntry.book.place(request, isRejected);
  if (!isRejected) record(orderEntry, order, request, receivedAtUs);
  return answerOf(order, orderEntry);
}

function record(
  { environment, ledger, book }: OrderEntry,
  order: MarketOrder,
  request: OrderRequest,
  receivedAtUs: number,
): void {
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
    venueOrderId: book.numberOf(order),
    requestId: null,
    exchange: listing.instrument.exchange,
    board: listing.classCode,
    timeInForce: request.timeInForce,
  });
}

/** Finds an order by our key or, by default, by the exchange's number. */
function find({ book }: OrderEntry, account: string, { orderId, orderIdType }: JsonObject): MarketOrder | undefined {
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
  if (!orderEntry.market.cancel(order, "client")) return refused(30059, "заявка уже исполнена или отменена");
  const time = new Date(orderEntry.market.nowMs()).toISOString();
  const responseMetadata = { trackingId: orderEntry.book.numberOf(order), serverTime: time };
  return { status: 200, body: { time, responseMetadata } };
}
