/** Column types that several tables share. */
import { bigint, customType, timestamp } from "drizzle-orm/pg-core";

export const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
/** Microseconds since the Unix epoch. */
export const micros = (name: string) => bigint(name, { mode: "number" });
