/**
 * An order as PostOrder, GetOrderState and the order-state stream describe it: openapi.yaml, v1PostOrderResponse and
 * contractv1OrderState; orders.proto, OrderStateStreamResponse.OrderState.
 */
import { decimalOf, difference, sum, withDigits } from "@chartrelay/contract";
import type { Market, MarketFill, MarketOrder } from "../market/terms.ts";
import { isQuotedInPoints, pieceValueOf, valueOf } from "./listings.ts";
import { listingOfOrder, requestIdOfOrder, tradeIdOf, type OrderBook } from "./order-book.ts";
import { toQuotation, type Quotation } from "./quotation.ts";

export interface MoneyValue extends Quotation {
  /** In lower case: rub. */
  readonly currency: string;
}

/** Cuts a decimal to the digits that T-Invest's numbers have after the point. */
export function nineDigits(decimal: string): string {
  return decimalOf(withDigits(decimal, 9));
}

/** Converts an amount of any number of digits. */
export function moneyOf(currency: string, amount: string): MoneyValue {
  return { currency: currency.toLowerCase(), ...toQuotation(nineDigits(amount)) };
}

/** There is no status for an order that expired: it was cancelled (docs/venues/t-invest.md, Order states). */
function statusOf({ state, filledQuantity }: MarketOrder): string {
  switch (state) {
    case "filled":
      return "FILL";
    case "cancelled":
    case "expired":
      return "CANCELLED";
    case "rejected":
      return "REJECTED";
    default:
      return filledQuantity === "0" ? "NEW" : "PARTIALLYFILL";
  }
}

const TIMES: Partial<Readonly<Record<MarketOrder["timeInForce"], string>>> = {
  immediate: "FILL_AND_KILL",
  "all-or-nothing": "FILL_OR_KILL",
};

/** Returns what all descriptions of an order are made of. */
function read(order: MarketOrder, market: Market) {
  const listing = listingOfOrder(order);
  const { instrument } = listing;
  const quoted = order.limit ?? order.averagePrice ?? market.price(order.instrument);
  const fees = order.fills.reduce((all, { fee }) => sum(all, fee), "0");
  const money = (amount: string) => moneyOf(instrument.currency, amount);
  const average = order.averagePrice ?? "0";
  return {
    listing,
    money,
    quoted,
    average,
    averagePiece: money(pieceValueOf(listing, average)),
    fees: money(fees),
    total: money(sum(valueOf(listing, average, order.filledQuantity), fees)),
    initial: money(valueOf(listing, quoted, order.quantity)),
    executed: money(valueOf(listing, average, order.filledQuantity)),
    status: `EXECUTION_REPORT_STATUS_${statusOf(order)}`,
    direction: `ORDER_DIRECTION_${order.side}`,
    orderType: `ORDER_TYPE_${order.limit === null ? "MARKET" : "LIMIT"}`,
    orderRequestId: requestIdOfOrder(order),
  };
}

/** Returns the fields that PostOrder's answer and GetOrderState's have in common. */
function common(order: MarketOrder, book: OrderBook, known: ReturnType<typeof read>) {
  const { listing, money, quoted } = known;
  return {
    orderId: book.numberOf(order),
    executionReportStatus: known.status,
    lotsRequested: order.quantity,
    lotsExecuted: order.filledQuantity,
    figi: listing.figi,
    direction: known.direction,
    orderType: known.orderType,
    instrumentUid: listing.uid,
    orderRequestId: known.orderRequestId,
    ticker: listing.ticker,
    classCode: listing.classCode,
    initialOrderPrice: known.initial,
    initialSecurityPrice: money(pieceValueOf(listing, quoted)),
    initialCommission: money("0"),
    executedCommission: known.fees,
    totalOrderAmount: known.total,
  };
}

/** Where an order is described from. */
export interface OrderSource {
  readonly book: OrderBook;
  readonly market: Market;
}

/** Returns PostOrder's answer. `message` says why an order was rejected. */
export function postOrderResponse(order: MarketOrder, { book, market }: OrderSource, message: string): object {
  const known = read(order, market);
  return {
    ...common(order, book, known),
    // An average for one instrument here and a total in GetOrderState: docs/venues/t-invest.md, Contradictions 1.
    executedOrderPrice: known.averagePiece,
    aciValue: known.money("0"),
    ...(isQuotedInPoints(known.listing) && { initialOrderPricePt: toQuotation(known.quoted) }),
    message,
    responseMetadata: { trackingId: book.numberOf(order), serverTime: new Date(market.nowMs()).toISOString() },
  };
}

/**
 * Returns GetOrderState's answer, which is also an entry of GetOrders'. `isInPoints`: prices of trades are as charts
 * quote them, otherwise money (docs/venues/t-invest.md, Order states).
 */
export function orderState(order: MarketOrder, { book, market }: OrderSource, isInPoints: boolean): object {
  const known = read(order, market);
  const { listing, money } = known;
  const piece = (price: string) => money(isInPoints ? price : pieceValueOf(listing, price));
  return {
    ...common(order, book, known),
    executedOrderPrice: known.executed,
    averagePositionPrice: piece(known.average),
    serviceCommission: money("0"),
    stages: order.fills.map((fill) => ({
      price: piece(fill.price),
      quantity: fill.quantity,
      tradeId: tradeIdOf(fill),
      executionTime: new Date(fill.atMs).toISOString(),
    })),
    currency: listing.instrument.currency.toLowerCase(),
    orderDate: new Date(order.placedAtMs).toISOString(),
  };
}

/** Why an order ended, in the stream only. By whose hand a client's cancellation came isn't said. */
function statusInfoOf({ state, cancelledBy }: MarketOrder): object {
  if (state === "rejected") return { statusInfo: "CAUSE_REJECTED_BY_EXCHANGE" };
  if (state === "cancelled" && cancelledBy !== "venue") return { statusInfo: "CAUSE_CANCELLED_BY_CLIENT" };
  return state === "cancelled" || state === "expired" ? { statusInfo: "CAUSE_CANCELLED_BY_EXCHANGE" } : {};
}

/**
 * Returns an order as the order-state stream has it, with `fills` as its trades: pieces here, lots elsewhere, and prices
 * as charts quote them (docs/venues/t-invest.md, Streams).
 */
export function streamedOrder(
  order: MarketOrder,
  { book, market }: OrderSource,
  fills: readonly MarketFill[],
): Readonly<Record<string, unknown>> {
  const known = read(order, market);
  const { listing, money } = known;
  const { instrument } = listing;
  const isOver = !["NEW", "PARTIALLYFILL"].includes(statusOf(order));
  const rest = difference(order.quantity, order.filledQuantity);
  return {
    orderId: book.numberOf(order),
    orderRequestId: known.orderRequestId,
    clientCode: `77${order.account}`,
    createdAt: new Date(order.placedAtMs).toISOString(),
    executionReportStatus: known.status,
    ...statusInfoOf(order),
    ticker: listing.ticker,
    classCode: listing.classCode,
    lotSize: instrument.lotSize,
    direction: known.direction,
    timeInForce: `TIME_IN_FORCE_${TIMES[order.timeInForce] ?? "DAY"}`,
    orderType: known.orderType,
    accountId: order.account,
    initialOrderPrice: known.initial,
    orderPrice: money(order.limit ?? "0"),
    amount: known.initial,
    executedOrderPrice: known.averagePiece,
    currency: instrument.currency,
    lotsRequested: order.quantity,
    lotsExecuted: order.filledQuantity,
    lotsLeft: isOver ? "0" : rest,
    lotsCancelled: isOver ? rest : "0",
    marker: "MARKER_UNKNOWN",
    trades: fills.map((fill) => ({
      dateTime: new Date(fill.atMs).toISOString(),
      price: toQuotation(fill.price),
      quantity: String(BigInt(fill.quantity) * BigInt(instrument.lotSize)),
      tradeId: tradeIdOf(fill),
    })),
    ...(isOver && { completionTime: new Date(order.changedAtMs).toISOString() }),
    exchange: instrument.exchange,
    instrumentUid: listing.uid,
  };
}

/** Returns the first message of an order: the broker has it, and the exchange hasn't numbered it yet. */
export function streamedReceipt(order: MarketOrder, source: OrderSource): Readonly<Record<string, unknown>> {
  const received = { ...order, state: "working", filledQuantity: "0", averagePrice: null, fills: [] } as const;
  return { ...streamedOrder(received, source, []), orderId: source.book.receiptOf(order) };
}
