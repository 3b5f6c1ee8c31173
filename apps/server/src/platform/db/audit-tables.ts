/** The audit log and its hash chain. Triggers keep both append-only: the migration audit_chain. */
import { bigint, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytea, instant } from "./columns.ts";

/** What was done, by whom and to whom. Append-only; the rows outlive the users they name. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant("at").notNull(),
    /** The user whose log shows it. */
    userId: uuid("user_id"),
    /** A user's id, `operator` or `system`. */
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    subject: text("subject"),
    details: jsonb("details").$type<Readonly<Record<string, string>>>().notNull(),
    address: text("address"),
    agent: text("agent"),
  },
  (table) => [index("audit_log_of_user").on(table.userId, table.at, table.id)],
);

/** The chain: a row for each entry of the audit log, in the order in which they were sealed (identity/audit/seal). */
export const auditSeals = pgTable("audit_seals", {
  /** 1, 2, 3 ... without gaps. */
  position: bigint("position", { mode: "number" }).primaryKey(),
  entryId: bigint("entry_id", { mode: "number" }).notNull().unique(),
  /** By PostgreSQL's clock. Entries that were sealed in one transaction have the same time. */
  sealedAt: instant("sealed_at").notNull(),
  /** SHA-256 over the previous row's hash, this row, and the entry (identity/audit/chain). */
  hash: bytea("hash").notNull(),
});

/** The entries that aren't in the chain yet. A trigger adds each new entry, in the transaction that writes it. */
export const auditUnsealed = pgTable("audit_unsealed", {
  entryId: bigint("entry_id", { mode: "number" }).primaryKey(),
});
