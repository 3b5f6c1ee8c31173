/**
 * What T-Invest says of an order after it was placed: in GetOrderState's answer, which is also an entry of GetOrders',
 * and in the order-state stream (docs/venues/t-invest.md, Order states and Streams).
 */
import {
  compareDecimals,
  decimalOf,
  isMultipleOf,
  product,
  quotient,
  sum,
  type OrderSide,
  type Reason,
} from "@chartrelay/contract";
import * as z from "zod";
import type { Execution, ExecutionState, Fill } from "../execution.ts";
import { fromQuotation } from "./quotation.ts";

/** Numbers arrive as strings: see readExactJson. proto3 omits what is zero, empty or unspecified. */
export const quotation = z.object({ units: z.string().optional(), nano: z.string().optional() });
export const money = quotation.extend({ currency: z.string().default("") });
const count = z
  .string()
  .regex(/^\d{1,19}$/)
  .default("0");

const common = {
  orderId: z.string().default(""),
  orderRequestId: z.string().default(""),
  executionReportStatus: z.string().default(""),
  direction: z.string().default(""),
  ticker: z.string().default(""),
  classCode: z.string().default(""),
  lotsRequested: count,
  lotsExecuted: count,
};
/** openapi.yaml, contractv1OrderState. */
export const orderState = z.object({
  ...common,
  executedCommission: money.optional(),
  stages: z
    .array(
      z.object({
        price: quotation.default({}),
        quantity: count,
        tradeId: z.string().default(""),
        executionTime: z.string().default(""),
      }),
    )
    .default([]),
});
/** orders.proto, OrderStateStreamResponse.OrderState. */
export const streamedOrder = z.object({
  ...common,
  accountId: z.string(),
  lotSize: count,
  statusInfo: z.string().default(""),
  marker: z.string().default(""),
  trades: z
    .array(
      z.object({
        price: quotation.default({}),
        quantity: count,
        tradeId: z.string().default(""),
        dateTime: z.string().default(""),
      }),
    )
    .default([]),
});
export type OrderState = z.output<typeof orderState>;
export type StreamedOrder = z.output<typeof streamedOrder>;

/** Class codes whose prices are money wherever they stand; those of futures and bonds may be points (points.md). */
const PRICED_IN_MONEY: ReadonlySet<string> = new Set(["TQBR", "TQPI", "TQTF", "CETS"]);

/**
 * Reads an order's state; undefined if it can't be one. `isInPoints`: prices are as charts quote them, whatever the
 * instrument. Otherwise those of futures and bonds are money, and their trades are left out.
 */
export function readOrderExecution(order: OrderState, isInPoints: boolean): Execution | undefined {
  const isReadable = isInPoints || PRICED_IN_MONEY.has(order.classCode);
  const fills = isReadable
    ? order.stages.map(({ quantity, price, tradeId, executionTime }) =>
        fillOf(order, { quantity, price, tradeId, time: executionTime }),
      )
    : [];
  const amount = fromQuotation(order.executedCommission ?? {});
  const currency = order.executedCommission?.currency.toUpperCase() ?? "";
  return executionOf(order, {
    fills,
    isAll: isReadable,
    ...(amount !== undefined && currency !== "" && order.lotsExecuted !== "0" && { fee: { amount, currency } }),
  });
}

/** Why an order ended, as the stream says it (orders.proto, StatusCauseInfo). */
const CAUSES: Readonly<Record<string, { readonly by: Execution["cancelledBy"]; readonly reason: Reason | null }>> = {
  CAUSE_CANCELLED_BY_CLIENT: { by: "client", reason: null },
  CAUSE_CANCELLED_BY_EXCHANGE: { by: "venue", reason: null },
  CAUSE_CANCELLED_NOT_ENOUGH_POSITION: { by: "venue", reason: "INSUFFICIENT_FUNDS" },
  CAUSE_CANCELLED_BY_CLIENT_BLOCK: { by: "venue", reason: "ACCOUNT_BLOCKED" },
  CAUSE_CANCELLED_BY_BROKER: { by: "venue", reason: "VENUE_REFUSED" },
  CAUSE_REJECTED_BY_BROKER: { by: "venue", reason: "VENUE_REFUSED" },
  CAUSE_REJECTED_BY_EXCHANGE: { by: "venue", reason: "VENUE_REFUSED" },
};

/** Reads a stream's event. Its trades count pieces, and their prices are as charts quote them (points.md). */
export function readStreamedExecution(order: StreamedOrder): Execution | undefined {
  const { lotSize } = order;
  const fills = order.trades.map(({ quantity, price, tradeId, dateTime }) => {
    if (lotSize === "0" || !isMultipleOf(quantity, lotSize)) return undefined;
    return fillOf(order, { quantity: quotient(quantity, lotSize, 0), price, tradeId, time: dateTime });
  });
  const execution = executionOf(order, { fills, isAll: false });
  const cause = CAUSES[order.statusInfo];
  return execution && cause ? { ...execution, cancelledBy: cause.by, reason: cause.reason } : execution;
}

interface Trade {
  /** Lots. */
  readonly quantity: string;
  readonly price: z.output<typeof quotation>;
  readonly tradeId: string;
  readonly time: string;
}

function fillOf(order: OrderState | StreamedOrder, { quantity, price, tradeId, time }: Trade): Fill | undefined {
  const side = sideOf(order);
  const at = fromQuotation(price);
  const atMs = Date.parse(time);
  if (!side || at === undefined || tradeId === "" || quantity === "0" || Number.isNaN(atMs)) return undefined;
  return { tradeId, symbol: order.ticker, side, quantity, price: at, fee: null, atMs };
}

function sideOf({ direction }: { readonly direction: string }): OrderSide | undefined {
  if (direction === "ORDER_DIRECTION_BUY") return "BUY";
  return direction === "ORDER_DIRECTION_SELL" ? "SELL" : undefined;
}

interface Trades {
  /** Undefined for a trade that can't be read. */
  readonly fills: readonly (Fill | undefined)[];
  /** Whether they are all of the order's. */
  readonly isAll: boolean;
  readonly fee?: Execution["fee"];
}

function executionOf(order: OrderState | StreamedOrder, { fills, isAll, fee }: Trades): Execution | undefined {
  const { orderId, orderRequestId, lotsExecuted } = order;
  const state = stateOf(order);
  if (state === undefined || orderId === "" || orderRequestId === "") return undefined;
  const known = fills.filter((fill) => fill !== undefined);
  const traded = known.reduce((lots, { quantity }) => sum(lots, quantity), "0");
  // Trades of more than was executed aren't counted in lots: which unit it is can't be known.
  const isPlausible = compareDecimals(traded, lotsExecuted) <= 0;
  return {
    clientOrderId: orderRequestId.toLowerCase(),
    venueOrderId: orderId,
    state,
    filledQuantity: lotsExecuted,
    averagePrice: isAll && traded === lotsExecuted && traded !== "0" ? averageOf(known) : null,
    fills: isPlausible ? known : [],
    ...(fee && { fee }),
    ...(order.executionReportStatus === "EXECUTION_REPORT_STATUS_REJECTED"
      ? { cancelledBy: "venue", reason: "VENUE_REFUSED" }
      : { cancelledBy: null, reason: null }),
  };
}

/** Digits after the point of an average price. */
const AVERAGE_DIGITS = 9;

function averageOf(fills: readonly Fill[]): string {
  const [value, lots] = fills.reduce(
    ([all, of], { price, quantity }) => [sum(all, decimalOf(product(price, quantity))), sum(of, quantity)],
    ["0", "0"],
  );
  return quotient(value, lots, AVERAGE_DIGITS);
}

/** An order that expired is cancelled here: T-Invest has no status of its own for it. */
function stateOf({
  executionReportStatus,
  lotsExecuted,
  lotsRequested,
}: OrderState | StreamedOrder): ExecutionState | undefined {
  switch (executionReportStatus) {
    case "EXECUTION_REPORT_STATUS_NEW":
    case "EXECUTION_REPORT_STATUS_PARTIALLYFILL":
      return lotsExecuted === "0" ? "working" : "partiallyFilled";
    case "EXECUTION_REPORT_STATUS_FILL":
      return lotsExecuted === lotsRequested ? "filled" : undefined;
    case "EXECUTION_REPORT_STATUS_CANCELLED":
    case "EXECUTION_REPORT_STATUS_REJECTED":
      return "cancelled";
    default:
      return undefined;
  }
}
