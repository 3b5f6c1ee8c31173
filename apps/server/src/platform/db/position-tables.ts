/** What is held at the venues, as last read, and what a user closed by hand. */
import { integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accounts } from "./account-tables.ts";
import { micros } from "./columns.ts";

/** The latest reading of an account; see positions/reader. */
export const holdings = pgTable("holdings", {
  accountId: text("account_id")
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  /** The version of the account's key that it was read with: another key may belong to another account at the venue. */
  keyVersion: integer("key_version").notNull(),
  /** State, time and what was read; the shapes are in positions/reader. */
  positions: jsonb("positions").$type<unknown>().notNull(),
  money: jsonb("money").$type<unknown>().notNull(),
});

/** The last order with which a user closed a position by hand; see positions/close. */
export const positionCloses = pgTable(
  "position_closes",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** In capitals. */
    ticker: text("ticker").notNull(),
    orderId: uuid("order_id").notNull(),
    /** By PostgreSQL's clock. */
    closedAt: micros("closed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.ticker] })],
);
