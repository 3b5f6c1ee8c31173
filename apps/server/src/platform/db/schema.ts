/** The tables. Change them here and in the files below, then run `npm run db:generate` to write the migration. */
import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { bytea, instant } from "./columns.ts";

export * from "./account-tables.ts";
export * from "./audit-tables.ts";
export * from "./egress-tables.ts";
export * from "./message-tables.ts";
export * from "./order-tables.ts";
export * from "./payment-tables.ts";
export * from "./position-tables.ts";
export * from "./report-tables.ts";
export * from "./signal-tables.ts";
export * from "./status-tables.ts";
export * from "./strategy-tables.ts";
export * from "./user-tables.ts";

/** One row: this database's mode, written at its first start (platform/db/mode). */
export const deployment = pgTable(
  "deployment",
  {
    isOnly: boolean("is_only").primaryKey().default(true),
    mode: text("mode").$type<"sandbox" | "live">().notNull(),
  },
  (table) => [check("deployment_has_one_row", sql`${table.isOnly}`)],
);

/** Rows that a node writes to check whether the storage accepts writes: see platform/db/write-check. */
export const writeChecks = pgTable("write_checks", {
  id: integer("id").primaryKey(),
  writtenAt: instant("written_at").notNull(),
  filler: bytea("filler"),
});

/**
 * In the first cell: which cell the user of an e-mail address lives in, by a keyed hash of the address (cells/directory).
 * Empty without CELLS.
 */
export const userCells = pgTable("user_cells", {
  emailKey: bytea("email_key").primaryKey(),
  cell: text("cell").notNull(),
  reservedAt: instant("reserved_at").notNull(),
});

/** Counts of limited attempts, shared by all nodes: see platform/security/throttle. */
export const throttles = pgTable(
  "throttles",
  {
    /** SHA-256 of the subject, so that the table isn't a list of the addresses that somebody tried. */
    key: bytea("key").primaryKey(),
    hits: integer("hits").notNull(),
    /** Attempts are blocked until then; null while nothing is blocked. */
    blockedUntil: instant("blocked_until"),
    /** When the count starts over. */
    forgottenAt: instant("forgotten_at").notNull(),
  },
  (table) => [index("throttles_forgotten").on(table.forgottenAt)],
);
