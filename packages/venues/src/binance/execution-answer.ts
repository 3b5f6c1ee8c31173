/** What Binance says of an order after its acceptance, in answers and events of both products. */
import { compareDecimals, decimalOf, quotient } from "@chartrelay/contract";
import * as z from "zod";
import type { Execution, ExecutionState, Fill } from "../execution.ts";

/** A number that is written as a text, possibly negative, without needless zeros. */
export const decimal = z
  .string()
  .regex(/^-?\d{1,40}(\.\d{1,40})?$/)
  .transform((text) => decimalOf(text));
/** An id or a time: a number, read exactly. */
export const integer = z.string().regex(/^-?\d{1,20}$/);
export const side = z.enum(["BUY", "SELL"]);

/** `refused`: by the matching engine, after the order was accepted. */
type AnsweredState = ExecutionState | "refused";

const STATES: Readonly<Record<string, AnsweredState>> = {
  NEW: "working",
  PENDING_NEW: "working",
  PENDING_CANCEL: "working",
  PARTIALLY_FILLED: "partiallyFilled",
  FILLED: "filled",
  CANCELED: "cancelled",
  EXPIRED: "expired",
  EXPIRED_IN_MATCH: "expired",
  REJECTED: "refused",
};
export const status = z
  .string()
  .transform((text, context) => STATES[text] ?? (context.addIssue("a status that we don't know"), z.NEVER));

const AVERAGE_DIGITS = 12;

/** Returns an average price: of all that was paid. Null while nothing is filled, and for a sum that Binance lost. */
export function averageOf(paid: string, filled: string): string | null {
  const isKnown = compareDecimals(filled, "0") > 0 && compareDecimals(paid, "0") > 0;
  return isKnown ? quotient(paid, filled, AVERAGE_DIGITS) : null;
}

/** What an order's state says; `CANCELED` is always somebody's request, `EXPIRED` the exchange's own doing. */
export function executionOf(
  order: Pick<Execution, "clientOrderId" | "venueOrderId" | "filledQuantity" | "averagePrice"> & {
    readonly state: AnsweredState;
  },
  fills: readonly Fill[],
): Execution {
  const { state, filledQuantity } = order;
  if (state === "refused")
    return { ...order, state: "cancelled", fills, cancelledBy: "venue", reason: "VENUE_REFUSED" };
  const isEmpty = compareDecimals(filledQuantity, "0") === 0;
  return {
    ...order,
    state,
    fills,
    cancelledBy: state === "cancelled" ? "client" : state === "expired" ? "venue" : null,
    reason: state === "expired" && isEmpty ? "NOTHING_EXECUTED" : null,
  };
}

const answered = z
  .object({
    orderId: integer,
    clientOrderId: z.string(),
    status,
    executedQty: decimal,
    updateTime: integer,
    /** Spot; below zero if it isn't known any more. */
    cummulativeQuoteQty: decimal.optional(),
    /** Futures. */
    cumQuote: decimal.optional(),
    avgPrice: decimal.optional(),
  })
  .transform(({ orderId, clientOrderId, status: state, executedQty: filledQuantity, updateTime, ...paid }) => ({
    venueOrderId: orderId,
    clientOrderId,
    state,
    filledQuantity,
    averagePrice:
      averageOf(paid.cummulativeQuoteQty ?? paid.cumQuote ?? "0", filledQuantity) ??
      (paid.avgPrice !== undefined && compareDecimals(paid.avgPrice, "0") > 0 ? paid.avgPrice : null),
    changedAtMs: Number(updateTime),
  }));
export type AnsweredOrder = z.output<typeof answered>;

/** Reads an order; undefined if it can't be read. */
export function readAnsweredOrder(json: unknown): AnsweredOrder | undefined {
  return answered.safeParse(json).data;
}

/** Reads a list of orders. One that can't be read makes the list unreadable: it may be ours. */
export function readAnsweredOrders(json: unknown): readonly AnsweredOrder[] | undefined {
  return z.array(answered).safeParse(json).data;
}

const trade = z
  .object({
    id: integer,
    symbol: z.string(),
    price: decimal,
    qty: decimal,
    commission: decimal,
    commissionAsset: z.string(),
    time: integer,
    /** Spot. */
    isBuyer: z.boolean().optional(),
    /** Futures. */
    buyer: z.boolean().optional(),
  })
  .transform(({ id, symbol, price, qty, commission, commissionAsset, time, isBuyer, buyer }): Fill => ({
    tradeId: id,
    symbol,
    side: (isBuyer ?? buyer) ? "BUY" : "SELL",
    quantity: qty,
    price,
    fee: { amount: commission, currency: commissionAsset },
    atMs: Number(time),
  }));

/** Reads an order's trades; undefined if one of them can't be read. */
export function readTrades(json: unknown): readonly Fill[] | undefined {
  return z.array(trade).safeParse(json).data;
}

const OUR_ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** Returns whether a client order id can be ours: those of Binance's own programs are never UUIDs. */
export function isOurs(clientOrderId: string): boolean {
  return OUR_ID.test(clientOrderId);
}
