/** What can't be decided is refused: no order is sent, and nobody is let in, because something is broken. */
import { expect, test } from "vitest";
import { startServer } from "../../test/server.ts";
import { linkTrader } from "../../test/trader.ts";

// @covers E17
test("an order whose key was changed in the database isn't sent, and says why; another account's order is", async () => {
  const server = await startServer();
  const trader = await linkTrader(server);
  // One character of the sealed key: the envelope is well formed, and doesn't open.
  await server.parts.database.query(
    `update accounts set secret_key = overlay(secret_key placing
       case when right(secret_key, 5) like 'A%' then 'B' else 'A' end from length(secret_key) - 4 for 1)
     where id = $1`,
    [trader.accountId],
  );
  await server.parts.database.query("select pg_notify('accounts_changed', $1)", [trader.accountId]);
  const other = await linkTrader(server, { user: trader.user });
  expect((await trader.alert()).status).toBe(200);
  expect((await other.alert()).status).toBe(200);
  expect(await trader.ended(1)).toMatchObject([{ status: "REJECTED", reason: "CREDENTIALS_UNREADABLE" }]);
  expect(await other.ended(1)).toMatchObject([{ status: "CREATED" }]);
  expect(trader.executed()).toEqual([]);
});

// @covers E17
test("while the tables that decide can't be read, nobody is let in and nothing is granted or accepted", async () => {
  const server = await startServer();
  const trader = await linkTrader(server);
  const stranger = await server.signUp();
  const { database } = server.parts;
  const hide = async (table: string, ask: () => Promise<{ status: number }>) => {
    await database.query(`alter table ${table} rename to hidden`);
    const { status } = await ask();
    await database.query(`alter table hidden rename to ${table}`);
    return [table, status];
  };
  expect(await hide("sessions", () => stranger.api.get("/users/me"))).toEqual(["sessions", 500]);
  expect(await hide("users", () => server.api().post("/auth/login", stranger))).toEqual(["users", 500]);
  expect(await hide("throttles", () => server.api().post("/auth/login", stranger))).toEqual(["throttles", 500]);
  expect(await hide("signals", () => trader.alert())).toEqual(["signals", 500]);
  expect((await stranger.api.get("/users/me")).status).toBe(200);
  expect(trader.executed()).toEqual([]);
});
