/** Orders and trades as Alor's lists and streams write them, and what they say of an order. Numbers are strings here. */
import { compareDecimals, product, quotient, signOf, sum } from "@chartrelay/contract";
import * as z from "zod";
import { isFinal, type Execution, type ExecutionState, type Fill } from "../execution.ts";
import { reasonOf } from "./order-answer.ts";

const id = z.union([z.string().min(1), z.number().transform(String)]);
const decimal = z.string().regex(/^-?\d/);

const common = {
  id,
  symbol: z.string(),
  comment: z.string().nullish(),
  status: z.enum(["working", "filled", "canceled", "rejected", "unknown"]).catch("unknown"),
  /** In lots. There is no "partially filled": such an order works, or is cancelled, with something in here. */
  filledQtyBatch: decimal.nullish().transform((lots) => lots ?? "0"),
  qtyBatch: decimal.nullish(),
  updateTime: z.string().nullish(),
  endTime: z.string().nullish(),
  timeInForce: z.string().nullish(),
  /** Why it failed. */
  error: z.string().nullish().catch(undefined),
};

// Rows are kept by the thousand: of what Alor says, they have only what is read.
export const orderRow = z.object(common);
export type OrderRow = z.output<typeof orderRow>;

export const stopRow = z.object({
  ...common,
  /** The order that it became when it fired. */
  exchangeOrderId: id.nullish(),
});
export type StopRow = z.output<typeof stopRow>;

export const tradeRow = z.object({
  id,
  orderno: id,
  comment: z.string().nullish(),
  symbol: z.string(),
  exchange: z.string().nullish(),
  /** ISO 8601, UTC. */
  date: z.string(),
  /** In lots. */
  qtyBatch: decimal,
  price: decimal,
  side: z.enum(["buy", "sell"]),
  /** Null for derivatives. */
  commission: decimal.nullish(),
});
export type TradeRow = z.output<typeof tradeRow>;

export function toFill({ id: tradeId, symbol, exchange, date, qtyBatch, price, side, commission }: TradeRow): Fill {
  return {
    tradeId,
    symbol,
    side: side === "buy" ? "BUY" : "SELL",
    quantity: qtyBatch,
    price,
    // In Moscow every instrument is settled in roubles; of the other exchange Alor doesn't say.
    fee: commission && exchange !== "SPBX" ? { amount: commission, currency: "RUB" } : null,
    atMs: Date.parse(date),
  };
}

/** An order of ours, by both of its names. */
export interface OwnOrder {
  readonly clientOrderId: string;
  readonly venueOrderId: string;
}

/**
 * Returns what an order's row and its trades say together. Either may be older than the other: what is filled is the
 * larger of both.
 */
export function toExecution(own: OwnOrder, row: OrderRow, fills: readonly Fill[]): Execution {
  const traded = quantityOf(fills);
  const filledQuantity = compareDecimals(traded, row.filledQtyBatch) > 0 ? traded : row.filledQtyBatch;
  const state = stateOf(row, filledQuantity);
  const endedByVenue = (state === "expired" && neverRests(row)) || (state === "cancelled" && row.status === "rejected");
  return {
    clientOrderId: own.clientOrderId,
    venueOrderId: own.venueOrderId,
    state,
    filledQuantity,
    averagePrice: averagePriceOf(fills, filledQuantity),
    fills,
    // Alor doesn't say who cancelled an order; what is left of one that never rests, only the exchange can.
    cancelledBy: endedByVenue ? "venue" : null,
    reason: reasonIn(state, row, endedByVenue && signOf(filledQuantity) === 0),
  };
}

/** Returns what a trade says of an order whose row isn't known: at least that much is filled. */
export function toPartialExecution(own: OwnOrder, fills: readonly Fill[]): Execution {
  const filledQuantity = quantityOf(fills);
  const averagePrice = averagePriceOf(fills, filledQuantity);
  return { ...own, state: "partiallyFilled", filledQuantity, averagePrice, fills, cancelledBy: null, reason: null };
}

/** Returns whether `row` says less than `known` does: an order only moves forward. */
export function isOlder(row: OrderRow, known: OrderRow): boolean {
  const filled = compareDecimals(row.filledQtyBatch, known.filledQtyBatch);
  return filled < 0 || (filled === 0 && row.status === "working" && known.status !== "working");
}

export function quantityOf(fills: readonly Fill[]): string {
  return fills.reduce((total, { quantity }) => sum(total, quantity), "0");
}

function stateOf(row: OrderRow, filledQuantity: string): ExecutionState {
  const isWhole = row.qtyBatch ? compareDecimals(filledQuantity, row.qtyBatch) >= 0 : false;
  if (isWhole && signOf(filledQuantity) > 0) return "filled";
  switch (row.status) {
    case "working":
    case "unknown":
      return signOf(filledQuantity) > 0 ? "partiallyFilled" : "working";
    case "filled":
      return "filled";
    case "rejected":
      return "cancelled";
    case "canceled":
      return neverRests(row) || endedByTime(row) ? "expired" : "cancelled";
  }
}

/** Nobody has the time to cancel it: what doesn't fill at once ends by itself. */
function neverRests({ timeInForce }: OrderRow): boolean {
  return timeInForce === "immediateorcancel" || timeInForce === "fillorkill";
}

/** Alor has no status for an expired order: one that was cancelled at its own end has expired. */
function endedByTime({ updateTime, endTime }: OrderRow): boolean {
  return Date.parse(updateTime ?? "") >= Date.parse(endTime ?? "");
}

function reasonIn(state: ExecutionState, row: OrderRow, isNothingExecuted: boolean): Execution["reason"] {
  if (isFinal(state) && state !== "filled") {
    if (row.error) return reasonOf(row.error);
    if (row.status === "rejected") return "VENUE_REFUSED";
  }
  return isNothingExecuted ? "NOTHING_EXECUTED" : null;
}

const AVERAGE_DIGITS = 12;

/** Returns null unless all that is filled is known. */
function averagePriceOf(fills: readonly Fill[], filledQuantity: string): string | null {
  if (signOf(filledQuantity) === 0 || compareDecimals(quantityOf(fills), filledQuantity) !== 0) return null;
  const cost = fills.reduce((total, { price, quantity }) => sum(total, product(price, quantity)), "0");
  return signOf(cost) < 0 ? null : quotient(cost, filledQuantity, AVERAGE_DIGITS);
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Returns the client order id in a comment; undefined for a comment that can't be ours. */
export function clientOrderIdIn({ comment }: { readonly comment?: string | null | undefined }): string | undefined {
  return comment && UUID.test(comment) ? comment : undefined;
}
