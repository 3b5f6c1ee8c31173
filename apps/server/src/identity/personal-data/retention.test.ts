import type { Alert } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { startServer } from "../../../test/server.ts";
import { linkChat } from "../../../test/chat.ts";
import { systemClock } from "../../platform/clock.ts";
import { createRetention } from "./retention.ts";
import { failingLog } from "../../../test/retry-log.ts";

const DAY_MS = 86_400_000;
const server = await startServer({ settings: { ORDERS_KEPT_DAYS: "100" } });
const { database, config } = server.parts;

/** Returns the job as it will run this many days from now. */
const after = (days: number) =>
  createRetention({
    database,
    kept: config.kept,
    clock: { ...systemClock, nowMs: () => systemClock.nowMs() + days * DAY_MS },
    log: failingLog,
  });
const rowsOf = async (userId: string) => {
  const [row] = await database.query<Record<string, number>>(
    `select (select count(*)::int from orders where user_id = $1) as orders,
       (select count(*)::int from alerts where user_id = $1) as alerts,
       (select count(*)::int from consents where user_id = $1) as consents,
       (select count(*)::int from audit_log where user_id = $1) as audit`,
    [userId],
  );
  return row;
};

test("orders, alerts and audit entries are deleted when their time is up, consents once their user has been gone for as long", async () => {
  const trader = await linkChat(server);
  const { api, id } = trader.user;
  await api.post("/users/me/consents", { documents: ["offer", "personal-data"] });
  await trader.alert();
  await trader.tell("hello");
  await trader.ended(1);
  await trader.endedAlerts(1);
  const before = await rowsOf(id);
  expect(before).toMatchObject({ orders: 1, alerts: 1, consents: 2 });

  // However old the consents are, they are kept that long after their user is gone.
  const gone = await server.signUp();
  await gone.api.post("/users/me/consents", { documents: ["offer", "personal-data"] });
  const given = "update consents set accepted_at = accepted_at - $2 * interval '1 day' where user_id = $1";
  await database.query(given, [gone.id, config.kept.recordsDays]);
  const removed = { method: "DELETE", headers: { "content-type": "application/json" } };
  const body = JSON.stringify({ password: gone.password });
  expect((await gone.api.request("/users/me", { ...removed, body })).status).toBe(200);
  const beforeGone = await rowsOf(gone.id);
  expect(beforeGone).toMatchObject({ consents: 2 });

  await after(config.kept.ordersDays - 1).forget();
  expect(await rowsOf(id)).toEqual(before);
  await after(config.kept.ordersDays + 1).forget();
  expect(await rowsOf(id)).toEqual({ ...before, orders: 0, alerts: 0 });
  await after(config.kept.recordsDays - 1).forget();
  expect([await rowsOf(id), await rowsOf(gone.id)]).toEqual([{ ...before, orders: 0, alerts: 0 }, beforeGone]);
  await after(config.kept.recordsDays + 1).forget();
  expect(await rowsOf(id)).toEqual({ orders: 0, alerts: 0, consents: 2, audit: 0 });
  expect(await rowsOf(gone.id)).toMatchObject({ consents: 0, audit: 0 });
});

test("fills go with their orders, and sums but for the last one, from which profit counts on", async () => {
  const { id: userId } = await server.signUp();
  const accountId = userId;
  const cutMs = systemClock.nowMs() - config.kept.ordersDays * DAY_MS;
  const sum = `insert into fill_sums (account_id, symbol, user_id, venue, ticker, quarter, currency, strategy, quantity, cost)
    values ($1, 'SBER', $2, 'ALOR_BROKER', 'SBER', $3, 'RUB', '', 1, 100)`;
  const quarters = [-9, -2, 2].map((days) => Math.floor((cutMs + days * DAY_MS) / 900_000));
  for (const quarter of quarters) await database.query(sum, [accountId, userId, quarter]);
  await database.query(
    `insert into funding_payments (account_id, payment_id, user_id, venue, symbol, ticker, currency, amount, paid_at)
     values ($1, '1', $2, 'BINANCE_FUTURES', 'BTCUSDT', 'BTCUSDT.P', 'USDT', -1, $3)`,
    [accountId, userId, (cutMs - DAY_MS) * 1_000],
  );
  const trader = await linkChat(server);
  await trader.alert();
  await trader.ended(1);
  const fills = () => database.query("select from fills where user_id = $1", [trader.user.id]);
  await expect.poll(async () => (await fills()).length).toBe(1);

  await after(0).forget();
  expect(await fills()).toHaveLength(1);
  const kept = await database.query<{ quarter: number }>("select quarter from fill_sums where user_id = $1", [userId]);
  expect(kept.map(({ quarter }) => quarter).toSorted()).toEqual(quarters.slice(1));
  expect(await database.query("select from funding_payments where user_id = $1", [userId])).toEqual([]);
  await after(config.kept.ordersDays + 1).forget();
  expect(await fills()).toEqual([]);
});

test("an order in flight stays however old it is, and a list that lost its oldest rows is recounted", async () => {
  const trader = await linkChat(server);
  const { id } = trader.user;
  for (let orders = 0; orders < 3; orders += 1) await trader.alert();
  await trader.ended(3);
  await database.query(
    "update orders set status = 'NEW' where seq = (select max(seq) from orders where user_id = $1)",
    [id],
  );
  await database.query(
    `insert into milestones (user_id, list, position, seq, received_at)
     select user_id, 'orders', 2, seq, received_at from orders where user_id = $1 order by seq offset 1 limit 1`,
    [id],
  );
  const total = async () => (await trader.user.api.get("/orders/me/list")).body.totalElements;
  expect(await total()).toBe(3);
  await after(config.kept.ordersDays + 1).forget();
  expect(await total()).toBe(1);
  expect((await trader.orders()).map(({ status }) => status)).toEqual(["NEW"]);
});

test("every page of a long list is right after its oldest rows were deleted, without the list being counted anew", async () => {
  const user = await server.signUp();
  await database.query(
    `with numbered as (
       select n, ms, (lpad(to_hex(ms), 12, '0') || substr(md5(n::text || $1), 1, 20))::uuid as id
       from (select n, (extract(epoch from now()) * 1000)::bigint - (9000 - n) * 3600000::bigint as ms
         from generate_series(1, 9000) n) each
     ), signalled as (
       insert into signals (id, user_id, account_id, body_hash, accepted_by, received_at)
       select id, $1::uuid, 'account', '', 1, ms * 1000 from numbered
     )
     insert into alerts (id, user_id, account_id, status, message, received_at)
     select id, $1::uuid, 'account', 'CREATED', 'no. ' || n, ms * 1000 from numbered order by ms`,
    [user.id],
  );
  const page = async (number: number, sort = "newest") => {
    const { body } = await user.api.get(`/alerts/me/list?page=${number}&size=100&sort=${sort}`);
    return { total: body.totalElements, numbers: body.content.map(({ message }: Alert) => Number(message?.slice(4))) };
  };
  const milestones = () =>
    database.query("select position, seq from milestones where user_id = $1 order by position", [user.id]);
  expect((await page(0)).total).toBe(9_000);
  const counted = await milestones();

  await after(0).forget();
  const { total } = await page(0);
  expect(total).toBeGreaterThan(2_000);
  expect(total).toBeLessThan(2_500);
  const upTo = (newest: number, step: number) => Array.from({ length: 100 }, (_, index) => newest + index * step);
  for (const number of [0, 3, 4, 11, 12, 19]) {
    expect(await page(number)).toEqual({ total, numbers: upTo(9_000 - number * 100, -1) });
    expect(await page(number, "oldest")).toEqual({ total, numbers: upTo(9_001 - total + number * 100, 1) });
  }
  expect(await milestones()).toEqual(counted.slice(-2));
});
