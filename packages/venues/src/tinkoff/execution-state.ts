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
  orderDate: z.string().default(""),
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
  createdAt: z.string().default(""),
  completionTime: z.string().default(""),
  timeInForce: z.string().default(""),
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

/** What we know of an order that T-Invest doesn't say with its state. */
export interface KnownOrder {
  /** Prices are as charts quote them, whatever the instrument. Otherwise those of futures and bonds are money. */
  readonly isInPoints: boolean;
  /** If T-Invest calls it cancelled, it has expired: what is left of it never rests, or its session was over. */
  readonly endsByItself: boolean;
}

/** Reads an order's state; undefined if it can't be one. Trades whose prices are money are left out. */
export function readOrderExecution(
  order: OrderState,
  { isInPoints, endsByItself }: KnownOrder = { isInPoints: false, endsByItself: false },
): Execution | undefined {
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
    endsByItself,
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

/** Times in force of orders that nobody has the time to cancel. */
const NEVER_REST: ReadonlySet<string> = new Set(["TIME_IN_FORCE_FILL_AND_KILL", "TIME_IN_FORCE_FILL_OR_KILL"]);

/**
 * Reads a stream's event. Its trades count pieces, and their prices are as charts quote them (points.md). `hasExpired`: it
 * ended with its session.
 */
export function readStreamedExecution(order: StreamedOrder, hasExpired: boolean): Execution | undefined {
  const { lotSize } = order;
  const fills = order.trades.map(({ quantity, price, tradeId, dateTime }) => {
    if (lotSize === "0" || !isMultipleOf(quantity, lotSize)) return undefined;
    return fillOf(order, { quantity: quotient(quantity, lotSize, 0), price, tradeId, time: dateTime });
  });
  const endsByItself = hasExpired || NEVER_REST.has(order.timeInForce);
  const execution = executionOf(order, { fills, isAll: false, endsByItself });
  const cause = CAUSES[order.statusInfo];
  if (!execution || !cause || execution.state === "expired") return execution;
  return { ...execution, cancelledBy: cause.by, reason: cause.reason };
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
  readonly endsByItself: boolean;
  readonly fee?: Execution["fee"];
}

function executionOf(
  order: OrderState | StreamedOrder,
  { fills, isAll, endsByItself, fee }: Trades,
): Execution | undefined {
  const { orderId, orderRequestId, lotsExecuted } = order;
  const state = stateOf(order, endsByItself);
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
    ...endOf(order, state),
  };
}

/** Who ended an order, and why, as far as its state says it. */
function endOf(
  { executionReportStatus, lotsExecuted }: OrderState | StreamedOrder,
  state: ExecutionState,
): Pick<Execution, "cancelledBy" | "reason"> {
  if (executionReportStatus === "EXECUTION_REPORT_STATUS_REJECTED")
    return { cancelledBy: "venue", reason: "VENUE_REFUSED" };
  if (state !== "expired") return { cancelledBy: null, reason: null };
  return { cancelledBy: "venue", reason: lotsExecuted === "0" ? "NOTHING_EXECUTED" : null };
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

/** T-Invest has no status of its own for an order that expired: `endsByItself` says so of a cancelled one. */
function stateOf(
  { executionReportStatus, lotsExecuted, lotsRequested }: OrderState | StreamedOrder,
  endsByItself: boolean,
): ExecutionState | undefined {
  switch (executionReportStatus) {
    case "EXECUTION_REPORT_STATUS_NEW":
    case "EXECUTION_REPORT_STATUS_PARTIALLYFILL":
      return lotsExecuted === "0" ? "working" : "partiallyFilled";
    case "EXECUTION_REPORT_STATUS_FILL":
      return lotsExecuted === lotsRequested ? "filled" : undefined;
    case "EXECUTION_REPORT_STATUS_CANCELLED":
      return endsByItself ? "expired" : "cancelled";
    case "EXECUTION_REPORT_STATUS_REJECTED":
      return "cancelled";
    default:
      return undefined;
  }
}
