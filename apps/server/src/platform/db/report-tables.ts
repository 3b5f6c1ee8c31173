/** What fills add up to: docs/decisions/profit.md. */
import { sql } from "drizzle-orm";
import { bigint, index, integer, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { micros } from "./columns.ts";

const zero = sql`0`;
const amount = (name: string) => numeric(name).notNull().default(zero);
const count = (name: string) => integer(name).notNull().default(0);
const millis = (name: string) => bigint(name, { mode: "number" }).notNull().default(0);

/**
 * What an account's fills of one instrument in a quarter of an hour add up to in one currency, by strategy; see
 * reports/summing. The row in the instrument's own currency and without a strategy is always there: it also has what was
 * held at the quarter's end, and the terms by which the quarter was counted. Rows in other currencies have only fees.
 */
export const fillSums = pgTable(
  "fill_sums",
  {
    userId: uuid("user_id").notNull(),
    /** No foreign key: sums outlive their account, as orders do. */
    accountId: text("account_id").notNull(),
    symbol: text("symbol").notNull(),
    /** In quarters of an hour since the Unix epoch. */
    quarter: integer("quarter").notNull(),
    currency: text("currency").notNull(),
    /** By the name in the messages; empty without one. */
    strategy: text("strategy").notNull(),
    venue: text("venue").notNull(),
    ticker: text("ticker").notNull(),

    fills: count("fills"),
    realised: amount("realised"),
    fees: amount("fees"),

    /** Held at its end; null in all rows but one. */
    quantity: numeric("quantity"),
    cost: numeric("cost"),
    /** Money per unit of price, for one unit of a message's quantity. */
    unitValue: numeric("unit_value"),
    tick: numeric("tick"),

    /** Against the signal's price, of the fills whose message has one. */
    signalFills: count("signal_fills"),
    slippage: amount("slippage"),
    signalValue: amount("signal_value"),
    /** Price steps × quantity, and that quantity. */
    slippageTicks: amount("slippage_ticks"),
    tickQuantity: amount("tick_quantity"),

    /** Each step's milliseconds, summed, and how many fills they are of. */
    signalMs: millis("signal_ms"),
    signalMsFills: count("signal_ms_fills"),
    relayMs: millis("relay_ms"),
    relayMsFills: count("relay_ms_fills"),
    venueMs: millis("venue_ms"),
    venueMsFills: count("venue_ms_fills"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.symbol, table.quarter, table.currency, table.strategy] }),
    index("fill_sums_of_user").on(table.userId, table.quarter),
  ],
);

/** What an account holds of an instrument by the fills that are summed. */
export const ownHoldings = pgTable(
  "own_holdings",
  {
    accountId: text("account_id").notNull(),
    symbol: text("symbol").notNull(),
    userId: uuid("user_id").notNull(),
    venue: text("venue").notNull(),
    ticker: text("ticker").notNull(),
    currency: text("currency").notNull(),
    unitValue: numeric("unit_value").notNull(),
    tick: numeric("tick"),
    quantity: numeric("quantity").notNull(),
    cost: numeric("cost").notNull(),
    /** The number of times that the instrument was summed, which the compare-and-set between two leaders compares. */
    version: integer("version").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.symbol] }), index("own_holdings_of_user").on(table.userId)],
);

/** What funding brought and cost while an account held a perpetual contract by our fills; see reports/funding. */
export const fundingPayments = pgTable(
  "funding_payments",
  {
    accountId: text("account_id").notNull(),
    /** The venue's id of it. */
    paymentId: text("payment_id").notNull(),
    userId: uuid("user_id").notNull(),
    venue: text("venue").notNull(),
    symbol: text("symbol").notNull(),
    ticker: text("ticker").notNull(),
    currency: text("currency").notNull(),
    /** Negative: paid. */
    amount: numeric("amount").notNull(),
    /** By the venue's clock. */
    paidAt: micros("paid_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.paymentId] }),
    index("funding_payments_of_user").on(table.userId, table.paidAt),
  ],
);
