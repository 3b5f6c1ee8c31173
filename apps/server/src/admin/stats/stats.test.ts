import type { Page, UserStats } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { startServer, type TestServer } from "../../../test/server.ts";
import { linkTrader } from "../../../test/trader.ts";
import { createOrderCounts } from "./order-counts.ts";
import { failingLog } from "../../../test/retry-log.ts";

const settings = { ADMIN_EMAIL: "admin@example.com", ADMIN_PASSWORD: "admin-password" };
const server = await startServer({ settings });
const admin = await adminOf(server);

async function adminOf({ api }: TestServer) {
  const login = { email: settings.ADMIN_EMAIL, password: settings.ADMIN_PASSWORD };
  return api((await api().post("/auth/login", login)).body.accessToken);
}
const stats = async (query: string, api = admin) => (await api.get(`/users/stats?${query}`)).body as Page<UserStats>;

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

test("a page of 100,000 users loads at once, whatever they are sorted by", { timeout: 120_000 }, async () => {
  const own = await startServer({ settings });
  const boss = await adminOf(own);
  const { database, clock } = own.parts;
  await database.query(
    `insert into users (id, email, full_name, roles, password_hash, created_at)
    select gen_random_uuid(), 'u' || n || '@example.com', 'User ' || n, array['USER'], '-', now() - n * interval '1 minute'
    from generate_series(1, 100000) as n`,
  );
  // Two orders of every second user, one a second until now; ids grow with time.
  await database.query(
    `insert into orders (id, signal_id, user_id, account_id, venue, is_demo, partition, status, stage, received_at,
      committed_at, is_notified)
    select (lpad(to_hex(at / 1000), 12, '0') || '7' || substr(md5(id::text), 1, 19))::uuid, id, id, 'a', 'ALOR_BROKER', true, 1,
      'CREATED', 'done', at, at, true
    from (
      select id, (extract(epoch from now()) * 1000000)::bigint - row_number() over () * 1000000 as at
      from users, generate_series(1, 2) where get_byte(uuid_send(id), 0) % 2 = 0
    ) each`,
  );
  await createOrderCounts({ db: database, clock, log: failingLog }).count();
  for (const table of ["users", "orders", "order_counts"]) await database.query(`vacuum analyze ${table}`);
  const figures: Record<string, number> = {};
  const queries = ["", "page=5000&size=15", "search=u77"];
  for (const sort of ["email", "fullName", "lastOrderDate", "countOrders"]) queries.push(`sort=${sort}&direction=desc`);
  for (const query of queries) {
    const times: number[] = [];
    for (let tries = 0; tries < 3; tries += 1) {
      const startedAt = performance.now();
      const page = await stats(query, boss);
      times.push(performance.now() - startedAt);
      expect(page.content).toHaveLength(15);
    }
    figures[query] = Math.round(Math.min(...times));
  }
  console.log("user statistics of 100,000 users, best of 3, ms:", JSON.stringify(figures));
  expect(figures[""]).toBeLessThan(1_000);
});
