/** The first release's data: every later release must start on it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { FIRST_RELEASE } from "../../../../../scripts/first-release.ts";
import { openFilledDatabase } from "../../../test/database.ts";
import { startServer } from "../../../test/server.ts";
import { MIGRATIONS_DIR } from "./database.ts";

const storage = await openFilledDatabase(FIRST_RELEASE.statements);
afterAll(() => storage.drop());
const server = await startServer({
  settings: { CREDENTIALS_KEYS: FIRST_RELEASE.keys },
  parts: { database: storage.database },
});

test("the first migration is unchanged since its release: every change to the tables is a new migration", () => {
  expect(readFileSync(join(MIGRATIONS_DIR, "0000_spine.sql"), "utf8")).toBe(FIRST_RELEASE.tables);
});

test("a user of the first release signs in, and finds orders, alerts and accounts unchanged", async () => {
  const { body } = await server.api().post("/auth/login", FIRST_RELEASE.user);
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
  const { body } = await server.api().post("/auth/login", FIRST_RELEASE.user);
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
