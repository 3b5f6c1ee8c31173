import { MASKED_ACCOUNT_ID } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import { newBuyer, notify, paymentOf, refundOf } from "../../../test/buyer.ts";
import { readEvents } from "../../../test/event-reader.ts";
import { startServer } from "../../../test/server.ts";
import { linkTrader } from "../../../test/trader.ts";
import { systemClock } from "../../platform/clock.ts";

let aheadMs = 0;
const server = await startServer({ parts: { clock: { ...systemClock, nowMs: () => Date.now() + aheadMs } } });
const { database } = server.parts;

/** Returns the tables that still hold rows of a user. */
async function tablesWith(userId: string): Promise<string[]> {
  const tables = await database.query<{ table: string }>(
    `select table_name as table from information_schema.columns
     where table_schema = 'public' and column_name = 'user_id' order by 1`,
  );
  const held = [];
  for (const { table } of tables) {
    const rows = await database.query(`select 1 from ${table} where user_id = $1 limit 1`, [userId]);
    if (rows.length > 0) held.push(table);
  }
  return held;
}

test("the export contains everything about its user, no secret, and nothing about others", async () => {
  const trader = await linkTrader(server);
  const { api, email, password, token } = trader.user;
  await trader.alert();
  await trader.ended(1);
  const { body: strategies } = await api.post("/strategies/me/list", [
    { name: "Mine", members: [{ accountId: trader.account, sizing: { kind: "fixed", value: "1" } }] },
  ]);
  const other = await linkTrader(server);
  await other.alert();
  const { accountId } = trader;
  const file = await api.get("/users/me/export");
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="chartrelay.json"');
  const posted = JSON.stringify(trader.message()).replace(trader.account, MASKED_ACCOUNT_ID);
  expect(file.body).toMatchObject({
    webhookIds: [{ account_id: accountId, works_until: null }],
    user: { email, full_name: "Ivan Petrov" },
    accounts: [
      { id: accountId, name: null, key_ending: expect.any(String), venue: "ALOR_BROKER", has_secret_key: true },
    ],
    strategies: [{ name: "Mine", mode: "target" }],
    strategyMembers: [{ account_id: accountId, sizing: { kind: "fixed", value: "1" } }],
    strategyLog: [{ kind: "created" }],
    signals: [{ account_id: accountId, body: posted }],
    orders: [{ ticker: "SBER", status: "CREATED", account_id: accountId }],
  });
  const actions = file.body.audit.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(["signup", "account_added", "strategy_added", "data_exported"]);
  const [{ api_key, secret_key, password_hash }] = (await database.query<Record<string, string>>(
    `select api_key, secret_key, password_hash from accounts join users on users.id = user_id where accounts.id = $1`,
    [accountId],
  )) as [Record<string, string>];
  const secrets = [
    strategies[0].id,
    trader.account,
    trader.portfolio,
    api_key,
    secret_key,
    password_hash,
    password,
    token,
  ];
  expect(secrets.filter((secret) => file.text.includes(secret ?? "-"))).toEqual([]);
  expect([other.account, other.user.email, other.user.id].filter((each) => file.text.includes(each))).toEqual([]);
});

test("the export contains payments, refunds and the payment service's notifications, but nothing that could be used to pay", async () => {
  const [buyer, other] = [await newBuyer(server), await newBuyer(server)];
  const [payment, others] = [paymentOf(await buyer.checkout()), paymentOf(await other.checkout())];
  for (const kind of ["check", "pay"] as const) {
    await notify(server, kind, { ...payment, IpAddress: "203.0.113.77" });
    await notify(server, kind, others);
  }
  const abandoned = paymentOf(await buyer.checkout());
  await notify(server, "fail", { ...abandoned, Reason: "InsufficientFunds", ReasonCode: 5051 });
  await notify(server, "refund", refundOf(payment));
  const { body, text } = await buyer.user.api.get("/users/me/export");
  expect(body.payments).toMatchObject([{ transaction_id: payment["TransactionId"], amount_kopecks: 50_000 }]);
  expect(body.refunds).toMatchObject([
    { payment_transaction_id: payment["TransactionId"], kind: "refund", amount_kopecks: 50_000 },
  ]);
  const notices = body.paymentNotices as { kind: string; body: string }[];
  expect(notices.map(({ kind }) => kind)).toEqual(["check", "pay", "fail", "refund"]);
  expect(notices[1]?.body).toContain("203.0.113.77");
  expect(text).not.toMatch(/tk_secret_token|IVAN PETROV/);
  expect(text).not.toContain(String(others["TransactionId"]));
});

// @covers E4
test("a user is deleted at once, their orders in the background, and only what must be kept stays", async () => {
  const trader = await linkTrader(server);
  const { api, id, email, password, token } = trader.user;
  for (let orders = 0; orders < 3; orders += 1) await trader.alert();
  await trader.ended(3);
  await api.post("/strategies/me/list", [{ name: "Mine" }, { name: "Former" }]);
  const { body: strategies } = await api.get("/strategies/me/list");
  await api.post("/strategies/me/list", [{ id: strategies[1].id, isDeleted: true }]);
  await database.query(
    `insert into strategy_positions (strategy_id, account_id, symbol, user_id, venue, quantity) values ('s', 'a', 'SBER', $1, 'ALOR_BROKER', 1)`,
    [id],
  );
  await database.query(
    `insert into position_chains (source_id, ticker, user_id, partition, state, revision) values ('s', 'SBER', $1, 1, '{}', 1)`,
    [id],
  );
  const stream = await readEvents(server.url, token);
  const remove = (payload: object) =>
    api.request("/users/me", {
      method: "DELETE",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(payload),
    });
  expect((await remove({ password: "not-it" })).body.errors).toHaveProperty("password");
  expect((await api.get("/users/me")).status).toBe(200);

  expect((await remove({ password })).status).toBe(200);
  await stream.ended;
  expect((await api.get("/users/me")).status).toBe(401);
  expect((await server.api().post("/auth/login", { email, password })).status).toBe(401);
  await expect.poll(async () => (await trader.alert()).status).toBe(404);
  await expect.poll(() => tablesWith(id)).toEqual(["audit_log", "erasures"]);

  aheadMs = 61_000;
  await expect.poll(() => tablesWith(id)).toEqual(["audit_log"]);
  aheadMs = 0;
  expect((await server.signUp({ email, password })).id).not.toBe(id);
});

test("an order in flight when its user is deleted ends by its own rules, and is then deleted too", async () => {
  const trader = await linkTrader(server);
  const { api, id, password } = trader.user;
  server.sandbox.faults.set({ kind: "latency", latencyMs: 6_000, account: trader.portfolio, times: 1 });
  await trader.alert();
  await trader.alert();
  await eventually(async () => expect((await trader.orders()).some(({ stage }) => stage === "sending")).toBe(true));
  const removed = await api.request("/users/me", {
    method: "DELETE",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ password }),
  });
  expect(removed.status).toBe(200);
  await expect.poll(() => tablesWith(id)).toEqual(["audit_log", "erasures"]);
  // The first order had been sent; the one queued behind it had no key to be sent with.
  expect(trader.executed()).toHaveLength(1);
});
