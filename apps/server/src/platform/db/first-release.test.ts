/** Data of the first release: every later one must start on it. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openFilledDatabase } from "../../../test/database.ts";
import { startServer } from "../../../test/server.ts";
import { MIGRATIONS_DIR } from "./database.ts";

const FIXTURE = join(import.meta.dirname, "../../../test/first-release");
const TABLES = readFileSync(join(FIXTURE, "tables.sql"), "utf8");
const ROWS = JSON.parse(readFileSync(join(FIXTURE, "rows.json"), "utf8")) as Record<string, Record<string, unknown>[]>;
/** When the first migration was written, as the migrator's own table has it. */
const FIRST_MIGRATION_AT = 1_795_403_271_549;

const KEYS = `first:${Buffer.alloc(32, 11).toString("base64")}`;
const EMAIL = "first@example.com";
const PASSWORD = "first release";

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

const MADE_BY = TABLES.split("--> statement-breakpoint");
const isConstraint = (statement: string) => /^\s*ALTER TABLE/.test(statement);
/** What made that database: its tables, its rows, and the migrator's note that the first migration is done. */
const STATEMENTS = [
  ...MADE_BY.filter((statement) => !isConstraint(statement)),
  ...Object.entries(ROWS).map(
    ([table, rows]) =>
      `insert into ${table} overriding system value
       select * from json_populate_recordset(null::${table}, ${literal(JSON.stringify(rows))}::json)`,
  ),
  // Foreign keys would ask for an order among the rows.
  ...MADE_BY.filter(isConstraint),
  // Sequences go on where the rows end.
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
];

const storage = await openFilledDatabase(STATEMENTS);
afterAll(() => storage.drop());
const server = await startServer({ settings: { CREDENTIALS_KEYS: KEYS }, parts: { database: storage.database } });

test("the first migration is what it was when it was released: a change of the tables is a migration of its own", () => {
  expect(readFileSync(join(MIGRATIONS_DIR, "0000_spine.sql"), "utf8")).toBe(TABLES);
});

test("a user of the first release signs in, and finds orders, alerts and accounts as they were", async () => {
  const { body } = await server.api().post("/auth/login", { email: EMAIL, password: PASSWORD });
  const api = server.api(body.accessToken);
  expect((await api.get("/orders/me/list")).body.content).toMatchObject([
    { status: "CREATED", quantity: "20" },
    { status: "CREATED", quantity: "10" },
  ]);
  expect((await api.get("/alerts/me/list")).body.content).toMatchObject([{ status: "CREATED" }]);
  const [newest] = (await api.get("/orders/me/list")).body.content;
  expect((await api.get(`/orders/me/${newest.id}`)).body).toMatchObject({ extras: { comment: "kept" }, verdict: "ok" });
  expect((await api.get("/accounts/me/list")).body).toHaveLength(2);
});

test("an alert that names an account of the first release is taken, and its key still opens", async () => {
  const { body } = await server.api().post("/auth/login", { email: EMAIL, password: PASSWORD });
  const api = server.api(body.accessToken);
  const [{ id: account }] = (await api.get("/accounts/me/list")).body;
  const message = { account, ticker: "SBER", direction: "buy", type: "market", contracts: 30 };
  expect(await server.api().post("/orders", message)).toMatchObject({ status: 200, body: { status: "NEW" } });
  // The simulated venue doesn't know that portfolio any more; it is asked with the key that the first release sealed.
  const newest = async () => (await api.get("/orders/me/list")).body.content[0];
  await expect
    .poll(newest)
    .toMatchObject({ quantity: "30", status: "REJECTED", reason: expect.not.stringMatching("UNREADABLE|MISSING") });
});
