import { expect, test } from "vitest";
import { startServer } from "../../../test/server.ts";
import { linkTrader } from "../../../test/trader.ts";
import { createOrderCounts } from "./order-counts.ts";
import { failingLog } from "../../../test/retry-log.ts";
import { millisecondOf } from "../../platform/db/id-time.ts";
import { adminOf, readStats, settings } from "./admin.fixture.ts";

const server = await startServer({ settings });
const admin = await adminOf(server);
const stats = (query: string, api = admin) => readStats(query, api);

// @covers S3.25
test("a user's row shows their sign-up data, subscription and orders", async () => {
  const trader = await linkTrader(server, { user: await server.signUp({ fullName: "Мария Трейдер" }) });
  await server.grantPro(trader.user);
  await trader.alert();
  await trader.alert();
  const [, newest] = await trader.ended(2);
  await trader.user.api.post("/users/info", { telegram: "@maria" });
  const { content, totalElements } = await stats(`search=${encodeURIComponent(trader.user.email)}`);
  expect(totalElements).toBe(1);
  expect(content).toEqual([
    {
      id: trader.user.id,
      createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      email: trader.user.email,
      fullName: "Мария Трейдер",
      telegram: "@maria",
      utm: null,
      isPro: true,
      expirationPro: expect.any(String),
      countOrders: 2,
      lastOrderDate: newest?.createdDate,
    },
  ]);
});

// @covers S7.9
test("users who aren't admins have no access", async () => {
  const user = await server.signUp();
  for (const path of ["/users/stats", "/users/stats/csv"]) {
    const refused = await user.api.get(path);
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      403,
      "forbidden",
      "You don't have access to this.",
    ]);
    expect((await server.api().get(path)).status).toBe(401);
  }
});

// @covers S7.9
test("users can be searched, filtered by tariff and dates, sorted and paged", async () => {
  const own = await startServer({ settings });
  const boss = await adminOf(own);
  const { database } = own.parts;
  const add = (index: number, createdAt: string, fullName: string, utm: string | null) =>
    database.query(
      `insert into users (id, email, full_name, roles, password_hash, utm_source, created_at)
      values (gen_random_uuid(), $1, $2, array['USER'], '-', $3, $4)`,
      [`trader-${index}@example.com`, fullName, utm, createdAt],
    );
  await add(1, "2026-01-01T10:00:00Z", "Борис", "habr");
  await add(2, "2026-01-02T10:00:00Z", "anna_100%", null);
  await add(3, "2026-01-03T10:00:00Z", "Вера", null);
  await database.query(
    `insert into subscriptions (user_id, pro_until) select id, case email when 'trader-1@example.com'
      then now() + interval '1 day' else now() - interval '1 day' end from users where email in ('trader-1@example.com', 'trader-3@example.com')`,
  );
  const shown = async (query: string) =>
    (await stats(`to=2026-02-01&${query}`, boss)).content.map(({ email }) => Number(/-(\d)@/.exec(email ?? "")?.[1]));

  expect(await shown("")).toEqual([3, 2, 1]);
  expect(await shown("sort=createdDate&direction=asc")).toEqual([1, 2, 3]);
  expect(await shown("sort=fullName&direction=asc")).toEqual([2, 1, 3]);
  expect(await shown("sort=email&direction=desc")).toEqual([3, 2, 1]);
  expect((await shown("sort=expirationPro&direction=asc")).slice(0, 2)).toEqual([3, 1]);
  expect((await shown("sort=expirationPro&direction=desc")).slice(0, 2)).toEqual([1, 3]);
  expect(await shown("tariff=PRO")).toEqual([1]);
  expect(await shown("tariff=TRIAL")).toEqual([3, 2]);
  expect(await shown("from=2026-01-02")).toEqual([3, 2]);
  expect(await shown("search=HABR")).toEqual([1]);
  expect(await shown(`search=${encodeURIComponent("_100%")}`)).toEqual([2]);
  expect(await shown(`search=${encodeURIComponent("%")}`)).toEqual([2]);

  const second = await stats("to=2026-02-01&page=1&size=2", boss);
  expect(second).toMatchObject({ totalElements: 3, totalPages: 2, pageable: { pageNumber: 1, pageSize: 2 } });
  expect(second.content.map(({ email }) => email)).toEqual(["trader-1@example.com"]);
  expect((await boss.get("/users/stats?sort=passwordHash")).status).toBe(422);
});

test("when sorted by orders, users without any come last, however many of the orders have been counted", async () => {
  const own = await startServer({ settings });
  const boss = await adminOf(own);
  const { database, clock } = own.parts;
  const [idle, busy] = [await linkTrader(own), await linkTrader(own)];
  /** Counts as the job will this much later. */
  const countAfter = (ms: number) =>
    createOrderCounts({ db: database, clock: { ...clock, nowMs: () => clock.nowMs() + ms }, log: failingLog }).count();
  const expectSorted = async () => {
    for (const sort of ["countOrders", "lastOrderDate"]) {
      const { content } = await stats(`sort=${sort}&direction=desc`, boss);
      expect([sort, content.map(({ email }) => email)]).toEqual([
        sort,
        [busy.user.email, idle.user.email, settings.ADMIN_EMAIL],
      ]);
    }
  };
  await idle.alert();
  await idle.ended(1);
  for (let orders = 0; orders < 3; orders += 1) await busy.alert();
  await busy.ended(3);
  await expectSorted();
  // All of the orders are too new to be counted.
  await countAfter(0);
  await expectSorted();
  await Promise.all([countAfter(61_000), countAfter(61_000), countAfter(61_000)]);
  const counted = await database.query<{ orders: number }>("select orders from order_counts order by orders");
  expect(counted).toEqual([{ orders: 1 }, { orders: 3 }]);
  await expectSorted();
});

test("the file has every user that matches the filter, and nothing that a spreadsheet would run", async () => {
  const own = await startServer({ settings });
  const boss = await adminOf(own);
  // More than are read at a time, all of the same moment.
  await own.parts.database.query(
    `insert into users (id, email, full_name, roles, password_hash, created_at)
    select gen_random_uuid(), 'many-' || n || '@example.com', '=HYPERLINK("x")', array['USER'], '-', '2026-01-01T00:00:00.123456Z'
    from generate_series(1, 1200) as n`,
  );
  const { status, headers, text } = await boss.get("/users/stats/csv?search=many-", { "accept-language": "ru" });
  expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  const lines = text.trimEnd().split("\r\n");
  expect(lines[0]).toContain("Эл. почта");
  expect(new Set(lines.slice(1).map((line) => line.split(",")[1])).size).toBe(1_200);
  expect(lines).toHaveLength(1_201);
  expect(lines[1]).toContain(`"'=HYPERLINK(""x"")"`);
});

test("a count up to within the millisecond in which an order was received ends, and leaves it to the next one", async () => {
  const own = await startServer({ settings });
  const { database, clock } = own.parts;
  const trader = await linkTrader(own);
  await trader.alert();
  const [order] = await trader.ended(1);
  const receivedMs = millisecondOf(order?.id ?? "");
  const countAt = async (nowMs: number) => {
    await createOrderCounts({ db: database, clock: { ...clock, nowMs: () => nowMs }, log: failingLog }).count();
    return await database.query<{ orders: number }>("select orders from order_counts");
  };
  expect(await countAt(receivedMs + 60_000.5)).toEqual([]);
  expect(await countAt(receivedMs + 60_001)).toEqual([{ orders: 1 }]);
});
