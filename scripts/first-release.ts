/** The database of the first release, from apps/server/test/first-release: every later release must start on it. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../apps/server/test/first-release");
const TABLES = readFileSync(join(FOLDER, "tables.sql"), "utf8");
const ROWS = JSON.parse(readFileSync(join(FOLDER, "rows.json"), "utf8")) as Record<string, Record<string, unknown>[]>;
/** When the first migration was written, as in the migrator's table. */
const FIRST_MIGRATION_AT = 1_795_403_271_549;

const MADE_BY = TABLES.split("--> statement-breakpoint");
const isConstraint = (statement: string) => /^\s*ALTER TABLE/.test(statement);
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

export const FIRST_RELEASE = {
  /** Its first migration. */
  tables: TABLES,
  /** The CREDENTIALS_KEYS that open its secrets. */
  keys: `first:${Buffer.alloc(32, 11).toString("base64")}`,
  /** Its only user. */
  user: { email: "first@example.com", password: "first release" },
  /** What creates it in an empty database: its tables, its rows, and the migrator's record of the first migration. */
  statements: [
    ...MADE_BY.filter((statement) => !isConstraint(statement)),
    ...Object.entries(ROWS).map(
      ([table, rows]) =>
        `insert into ${table} overriding system value
         select * from json_populate_recordset(null::${table}, ${literal(JSON.stringify(rows))}::json)`,
    ),
    // With foreign keys the rows would have to be in a certain order.
    ...MADE_BY.filter(isConstraint),
    // Sequences continue after the last row.
    ...Object.entries(ROWS).flatMap(([table, rows]) =>
      ["seq", "id"]
        .filter((column) => rows.some((row) => typeof row[column] === "number"))
        .map(
          (column) =>
            `select setval(pg_get_serial_sequence('${table}', '${column}'), (select max(${column}) from ${table}))`,
        ),
    ),
    "create schema drizzle",
    "create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
    `insert into drizzle.__drizzle_migrations (hash, created_at)
     values (${literal(hash("sha256", TABLES))}, ${FIRST_MIGRATION_AT})`,
  ],
} as const;
