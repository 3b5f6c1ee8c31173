/** Lists so long that PostgreSQL can't look through them as it likes best. */
import { afterAll, expect, test } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import { openTestDatabase } from "../../../test/database.ts";
import { startServer } from "../../../test/server.ts";
import { openPostgres } from "../../platform/db/postgres.ts";
import { storeOrders } from "./stored-orders.fixture.ts";

const storage = await openTestDatabase();
afterAll(() => storage.drop());

/** As little memory for a statement as PostgreSQL allows: some thousand messages fill it, and not some hundred thousand. */
const address = new URL(storage.url ?? "");
address.searchParams.set("options", "-c work_mem=64kB");
const database = await openPostgres({
  url: address.href,
  directUrl: storage.url ?? "",
  onConnectionError: () => undefined,
});
afterAll(() => database.close());
const server = await startServer({ parts: { database } });

test("a search finds every order of a list whose messages don't fit in memory", async () => {
  const orders = 20_000;
  const user = await server.signUp();
  await storeOrders(server, user, orders);
  await database.query("analyze orders, signals");
  const { status, body } = await user.api.get(`/orders/me/list?search=${encodeURIComponent("Сигнал")}`);
  expect([status, body.totalElements]).toEqual([200, orders]);
});

const WAITING = "from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";

test("a filter that PostgreSQL gives up on is answered with what to do, not as if the storage were gone", async () => {
  const user = await server.signUp();
  await storeOrders(server, user, 1);
  const session = await database.openSession();
  await session.query("begin");
  await session.query("lock table orders in access exclusive mode");
  const answered = user.api.get("/orders/me/list?status=REJECTED");
  // As the time limit does.
  await eventually(async () =>
    expect(await storage.database.query(`select pg_cancel_backend(pid) ${WAITING}`)).toHaveLength(1),
  );
  expect(await answered).toMatchObject({
    status: 503,
    body: { code: "list_too_long", detail: expect.stringContaining("shorter span of dates") },
  });
  await session.query("rollback");
  await session.close();
  expect((await user.api.get("/orders/me/list?status=REJECTED")).body.totalElements).toBe(1);
});
