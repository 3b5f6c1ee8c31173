/** Column types that several tables share. */
import { sql } from "drizzle-orm";
import { bigint, customType, timestamp } from "drizzle-orm/pg-core";
import { DATABASE_NOW_US } from "./age.ts";

export const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
/** Microseconds since the Unix epoch. */
export const micros = (name: string) => bigint(name, { mode: "number" });

/** When an alert was received, by the clocks for computing ages (see platform/db/age); `received_at` is for display. */
export const receiptClocks = {
  /** By the accepting node's monotonic clock, whose zero only that process knows. */
  receivedAtMonotonic: micros("received_at_monotonic").notNull().default(0),
  /** By PostgreSQL's clock. */
  receivedAtDatabase: micros("received_at_database").notNull().default(sql.raw(DATABASE_NOW_US)),
};
