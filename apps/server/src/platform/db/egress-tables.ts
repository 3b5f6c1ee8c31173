/** What nodes that leave by one address have used of the venues' budgets; see egress-budgets. */
import { bigint, integer, pgTable, text } from "drizzle-orm/pg-core";

export const egressWeights = pgTable("egress_weights", {
  /** The group of nodes, and the venue's host. */
  budget: text("budget").primaryKey(),
  /** The venue's minute, counted from the Unix epoch. */
  minute: bigint("minute", { mode: "number" }).notNull(),
  /** The weight used in that minute, or set aside. */
  used: integer("used").notNull(),
});

export const egressStarts = pgTable("egress_starts", {
  budget: text("budget").primaryKey(),
  /** When the latest requests started, or will: as many as may start within a second; ascending, by PostgreSQL's clock. */
  starts: bigint("starts", { mode: "number" }).array().notNull(),
});
