/**
 * How an order's quantity came about: kept with the order and shown with it (docs/decisions/sizing.md). Quantities are
 * signed where they are positions, in the units of messages at the venue, and plain decimal strings throughout.
 */
import * as z from "zod/mini";

/** What sized an order. `close`: what the ledger holds. `written`: the message, as it is; there is no ledger. */
export const SIZING_RULES = ["multiplier", "fixed", "money", "equityPercent", "close", "written"] as const;
export type SizingRule = (typeof SIZING_RULES)[number];

/**
 * What else a trader should know about a planned order.
 * `SHORT_NOT_POSSIBLE`: the strategy is short, which spot can't be; flat instead.
 * `LESS_HELD`: an exit was cut to what the strategy holds.
 * `LESS_FREE`: an exit was cut to what the account has free, as fees were taken from the coins bought.
 * `NOTHING_HELD`: the strategy exits, and nothing is held for it.
 * `ENTRY_STOPPED`: the order closes; what it would have opened was stopped by `limit`.
 * `ENTRY_LEFT`: the order closes; what it would have opened can't go into the same order here.
 * `DUST_LEFT`: less than the venue's smallest quantity is left, and counts as nothing.
 * `FEES_KEPT`: a part of the money was kept back for fees.
 * `OPPOSITE_WORKING`: working orders of the strategy would trade beyond the position.
 * `CONTRACT_EXPIRED`: what was held has expired, and counts as nothing.
 * `CONTRACT_HELD`: the order is for the contract that is held, not the present one.
 * `CONTRACT_CHOSEN`: TradingView's contract and the strategy's rule disagree, and one was taken as the trader chose.
 */
export const SIZING_NOTICES = [
  "SHORT_NOT_POSSIBLE",
  "LESS_HELD",
  "LESS_FREE",
  "NOTHING_HELD",
  "ENTRY_STOPPED",
  "ENTRY_LEFT",
  "DUST_LEFT",
  "FEES_KEPT",
  "OPPOSITE_WORKING",
  "CONTRACT_EXPIRED",
  "CONTRACT_HELD",
  "CONTRACT_CHOSEN",
] as const;
export type SizingNoticeCode = (typeof SIZING_NOTICES)[number];

/** With the numbers and names that its text needs. */
export const sizingNotice = z.object({ code: z.enum(SIZING_NOTICES), values: z.record(z.string(), z.string()) });
export type SizingNotice = z.infer<typeof sizingNotice>;

const known = z.nullable(z.string());

export const sizingRecord = z.object({
  rule: z.enum(SIZING_RULES),
  /** Of the rule: a factor, a quantity, money, or percent. Null where it has none. */
  value: known,
  /** TradingView's position before and after, in its own units. */
  from: known,
  to: known,
  /** What the strategy held when this was planned; null if there is no ledger. */
  held: known,
  /** The unfilled rest of the strategy's working orders. */
  working: z.object({ buy: z.string(), sell: z.string() }),
  /** Quantity for one unit of TradingView's position. */
  scale: known,
  /** The quantity wanted, before it was rounded. */
  exact: known,
  /** The order's quantity: what of it closes and what opens. All "0" when none is placed. */
  quantity: z.string(),
  closes: z.string(),
  opens: z.string(),
  /** The position once all of it is filled; null if there is no ledger. */
  after: known,
  quantityStep: z.string(),
  lotSize: z.string(),
  minQuantity: known,
  /** The least that an order may be worth; null if there is no such rule, or it wasn't needed. */
  minAmount: known,
  /** The price that was counted with, what a lot or base unit is worth at it, and when it was read. */
  price: known,
  unitAmount: known,
  currency: known,
  priceReadAt: known,
  /** The equity that was counted with, and when it was read. */
  equity: known,
  equityReadAt: known,
  /** What the order was refused for, in numbers: the limit and what would have been. */
  limit: z.nullable(z.object({ allowed: z.string(), wanted: z.string() })),
  notices: z.array(sizingNotice),
});
export type SizingRecord = z.infer<typeof sizingRecord>;
