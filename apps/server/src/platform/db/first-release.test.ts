/** The first release's data: every later release must start on it. */
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
/** When the first migration was written, as in the migrator's table. */
const FIRST_MIGRATION_AT = 1_795_403_271_549;

const KEYS = `first:${Buffer.alloc(32, 11).toString("base64")}`;
const EMAIL = "first@example.com";
const PASSWORD = "first release";

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

const MADE_BY = TABLES.split("--> statement-breakpoint");
const isConstraint = (statement: string) => /^\s*ALTER TABLE/.test(statement);
/** The statements that create that database: its tables, its rows, and the migrator's record of the first migration. */
const STATEMENTS = [
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
];

const storage = await openFilledDatabase(STATEMENTS);
afterAll(() => storage.drop());
const server = await startServer({ settings: { CREDENTIALS_KEYS: KEYS }, parts: { database: storage.database } });

test("the first migration is unchanged since its release: every change to the tables is a new migration", () => {
  expect(readFileSync(join(MIGRATIONS_DIR, "0000_spine.sql"), "utf8")).toBe(TABLES);
});

test("a user of the first release signs in, and finds orders, alerts and accounts unchanged", async () => {
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

test("an alert for an account of the first release is accepted, and the account's key still opens", async () => {
  const { body } = await server.api().post("/auth/login", { email: EMAIL, password: PASSWORD });
  const api = server.api(body.accessToken);
  const [{ id: account }] = (await api.get("/accounts/me/list")).body;
  const message = { account, ticker: "SBER", direction: "buy", type: "market", contracts: 30 };
  expect(await server.api().post("/orders", message)).toMatchObject({ status: 200, body: { status: "NEW" } });
  // The simulated venue no longer knows that portfolio; it is called with the key that the first release sealed.
  const newest = async () => (await api.get("/orders/me/list")).body.content[0];
  await expect
    .poll(newest)
    .toMatchObject({ quantity: "30", status: "REJECTED", reason: expect.not.stringMatching("UNREADABLE|MISSING") });
});
