/**
 * What an order would do at the present price: part of the answer of POST /orders/validate. Numbers are plain decimals;
 * what isn't known, because a placeholder stands in its place or the venue doesn't say, is null.
 */
import * as z from "zod/mini";
import { ORDER_SIDES } from "./enumerations.ts";

const unknowable = z.nullable(z.string());

/** A price of the message compared with the present one. */
const distance = z.object({
  price: z.string(),
  /** Percent of the present price; negative below it. */
  percent: z.string(),
  /** Whether it is reached already: a limit order would be executed at once, a stop would be triggered at once. */
  isReached: z.boolean(),
});

export const orderEstimate = z.object({
  direction: z.nullable(z.enum(ORDER_SIDES)),
  /** As the message has it, in its units. */
  asked: unknowable,
  /** As it would be sent; null if it wouldn't be. */
  quantity: unknowable,
  /** The same in pieces: lots times the size of a lot. */
  pieces: unknowable,
  /** The price of the last trade, as charts quote it. */
  price: unknowable,
  /** When we read it. */
  readAt: unknowable,
  /** When that trade took place. */
  tradedAt: unknowable,
  /** Why the price is unknown. */
  unpriced: z.nullable(z.object({ code: z.string(), message: z.string() })),
  /** What the order is worth: at its own limit, if it has one, else at the present price. */
  amount: unknowable,
  /** What one lot, or one base unit, is worth. */
  unitAmount: unknowable,
  currency: unknowable,
  /**
   * What that money is: what the buyer pays, the same without a bond's accrued interest, or a contract's value, of which
   * only a margin is blocked.
   */
  amountKind: z.nullable(z.enum(["price", "clean-price", "contract"])),
  limit: z.nullable(distance),
  trigger: z.nullable(distance),
  /** The venue's own limits for the order's value. */
  minAmount: unknowable,
  maxAmount: unknowable,
  /** Whether the value is outside of them. */
  valueFault: z.nullable(z.enum(["below", "above"])),
  /** The smallest quantity that isn't worth too little. */
  leastQuantity: unknowable,
});
export type OrderEstimate = z.infer<typeof orderEstimate>;
