/** An order as PostOrder and GetOrderState return it: openapi.yaml, v1PostOrderResponse and contractv1OrderState. */
import { isQuotedInPoints, valueOf } from "./listings.ts";
import type { PlacedOrder } from "./order-book.ts";
import { toQuotation } from "./quotation.ts";

/** Returns the fields that both have. Amounts are only plausible. */
function common({ number, request, status }: PlacedOrder) {
  const { listing, lots, price, side, type, requestId } = request;
  const quoted = Number(price ?? listing.instrument.price);
  const currency = listing.instrument.currency.toLowerCase();
  const money = (amount: number) => ({ currency, ...toQuotation(amount.toFixed(9)) });
  const filled = status === "FILL";
  return {
    money,
    currency,
    quoted,
    value: valueOf(listing, quoted, lots),
    fields: {
      orderId: number,
      executionReportStatus: `EXECUTION_REPORT_STATUS_${status}`,
      lotsRequested: String(lots),
      lotsExecuted: String(filled ? lots : 0),
      figi: listing.figi,
      direction: `ORDER_DIRECTION_${side}`,
      orderType: `ORDER_TYPE_${type}`,
      instrumentUid: listing.uid,
      orderRequestId: requestId,
      ticker: listing.ticker,
      classCode: listing.classCode,
      initialOrderPrice: money(valueOf(listing, quoted, lots)),
      initialSecurityPrice: money(valueOf(listing, quoted, 1) / listing.instrument.lotSize),
      initialCommission: money(0),
      executedCommission: money(0),
      totalOrderAmount: money(valueOf(listing, quoted, lots)),
    },
  };
}

/** Returns PostOrder's answer. `message` says why an order was rejected. */
export function postOrderResponse(order: PlacedOrder, message: string, serverTime: string): object {
  const { fields, money, quoted } = common(order);
  const { listing } = order.request;
  return {
    ...fields,
    // An average for one instrument here and a total in GetOrderState: docs/venues/t-invest.md, Contradictions 1.
    executedOrderPrice: money(order.status === "FILL" ? valueOf(listing, quoted, 1) / listing.instrument.lotSize : 0),
    aciValue: money(0),
    ...(isQuotedInPoints(listing) && { initialOrderPricePt: toQuotation(quoted.toFixed(9)) }),
    message,
    responseMetadata: { trackingId: order.number, serverTime },
  };
}

/** Returns GetOrderState's answer, which is also an entry of GetOrders'. */
export function orderState(order: PlacedOrder): object {
  const { fields, money, currency, value, quoted } = common(order);
  const filled = order.status === "FILL";
  const orderDate = new Date(order.placedAtMs).toISOString();
  const stage = {
    price: money(quoted),
    quantity: fields.lotsRequested,
    tradeId: order.number,
    executionTime: orderDate,
  };
  return {
    ...fields,
    executedOrderPrice: money(filled ? value : 0),
    averagePositionPrice: money(filled ? quoted : 0),
    serviceCommission: money(0),
    stages: filled ? [stage] : [],
    currency,
    orderDate,
  };
}
