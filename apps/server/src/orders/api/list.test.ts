import type { Order, Page } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { startServer, type SignedUp } from "../../../test/server.ts";
import { FIRST_DAY_US, storeOrders } from "./stored-orders.fixture.ts";

const server = await startServer();

const DAY_US = 86_400_000_000;

const listed = async ({ api }: Pick<SignedUp, "api">, query: string): Promise<Page<Order>> => {
  const { status, text, body } = await api.get(`/orders/me/list?${query}`);
  expect([status, text.slice(0, 200)]).toEqual([200, expect.stringContaining("content")]);
  return body;
};
const numbers = ({ content }: Page<Order>) => content.map(({ open }) => Number(open));
const downFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first - index);

test("every page of a long list has the right orders, before and after the list was first counted", async () => {
  const user = await server.signUp();
  await storeOrders(server, await server.signUp(), 10);
  const total = 7_503;
  await storeOrders(server, user, total);
  for (const round of ["first", "second"]) {
    for (const page of [0, 1, 9, 10, 44, 50, 73, 74, 75]) {
      const answer = await listed(user, `page=${page}&size=100`);
      expect([round, page, answer.totalElements, answer.totalPages]).toEqual([round, page, total, 76]);
      const newest = total - page * 100;
      expect([round, page, numbers(answer)]).toEqual([round, page, downFrom(newest, Math.min(100, newest))]);
    }
    expect((await listed(user, "page=76&size=100")).content).toEqual([]);
  }
  await storeOrders(server, user, 1);
  expect((await listed(user, "page=0&size=10")).totalElements).toBe(total + 1);
  expect(numbers(await listed(user, "page=75&size=100"))).toEqual([4, 3, 2, 1]);
});

test("the list can be filtered by status, venue, ticker, account, side, environment, reasons, dates and search, which all must match", async () => {
  const user = await server.signUp();
  await storeOrders(server, user, 4_000);
  await listed(user, "page=0");
  const day = (days: number) => new Date((FIRST_DAY_US + days * DAY_US) / 1_000).toISOString();
  const cases: Record<string, number> = {
    "status=REJECTED": 40,
    "venue=BINANCE_SPOT": 400,
    "ticker=btcusdt": 400,
    "account=account-1": 2_000,
    "side=SELL": 1_000,
    "environment=live": 800,
    "environment=demo": 3_200,
    "reason=NO_RIGHTS": 10,
    "reason=NO_RIGHTS,MARKET_CLOSED": 40,
    "reason=NO_RIGHTS&reason=MARKET_CLOSED": 40,
    "reason=CLEARING": 0,
    "side=SELL&environment=live&venue=BINANCE_SPOT": 200,
    [`from=${day(1)}`]: 4_000 - 1_439,
    [`to=${day(1)}`]: 1_439,
    [`from=${day(1)}&to=${day(2)}`]: 1_440,
    "from=2026-01-02&to=2026-01-03": 1_440,
    "search=no-39": 111,
    [`search=${encodeURIComponent("Сигнал 39!")}`]: 1,
    "search=%25": 0,
    "status=&venue=&ticker=&account=&side=&environment=&reason=&from=&to=&search=&sort=": 4_000,
    "status=REJECTED&ticker=SBER&from=2026-01-02&to=2026-01-03": 14,
  };
  for (const [query, orders] of Object.entries(cases)) {
    expect([query, (await listed(user, `${query}&size=100`)).totalElements]).toEqual([query, orders]);
  }
  expect(numbers(await listed(user, "status=REJECTED&size=10&page=1"))).toEqual(
    Array.from({ length: 10 }, (_, index) => 2_901 - index * 100),
  );
  const [shown] = (await listed(user, "size=1")).content;
  expect(numbers(await listed(user, `search=${shown?.id}`))).toEqual([4_000]);
  const bad = ["side=UP", "environment=moon", "reason=BECAUSE", "reason=NO_RIGHTS,BECAUSE", "sort=price"];
  for (const query of ["status=GONE", "venue=MARS", "from=yesterday", "size=101", "page=-1", ...bad]) {
    expect([query, (await user.api.get(`/orders/me/list?${query}`)).status]).toEqual([query, 422]);
  }
});

test("the list can begin with the oldest order: filtered or not, every page has the right orders", async () => {
  const user = await server.signUp();
  const total = 7_503;
  await storeOrders(server, user, total);
  const upFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);
  for (const round of ["before the list was counted", "after"]) {
    for (const page of [0, 9, 10, 44, 50, 74, 75]) {
      const answer = await listed(user, `sort=oldest&page=${page}&size=100`);
      expect([round, page, answer.totalElements]).toEqual([round, page, total]);
      expect([round, page, numbers(answer)]).toEqual([
        round,
        page,
        upFrom(page * 100 + 1, Math.min(100, total - page * 100)),
      ]);
    }
  }
  expect((await listed(user, "sort=oldest&page=76&size=100")).content).toEqual([]);
  expect(numbers(await listed(user, "sort=oldest&status=REJECTED&size=3&page=1"))).toEqual([301, 401, 501]);
  const lines = (await user.api.get("/orders/me/csv?sort=oldest&ticker=btcusdt")).text.trimEnd().split("\r\n");
  expect(lines).toHaveLength(751);
  expect(lines.slice(1, 3)).toEqual([
    expect.stringContaining("2026-01-01T00:10:00.000Z"),
    expect.stringContaining("2026-01-01T00:20:00.000Z"),
  ]);
});

test("a page takes no longer while PostgreSQL doesn't know yet how many orders its user has", async () => {
  // Statistics that know another user, but not the next one.
  await storeOrders(server, await server.signUp(), 10);
  await server.parts.database.query("analyze");
  const user = await server.signUp();
  await storeOrders(server, user, 7_503);
  async function fastestMs(): Promise<number> {
    const times: number[] = [];
    for (let reading = 1; reading <= 3; reading += 1) {
      const startedAt = performance.now();
      await listed(user, "page=44&size=100");
      times.push(performance.now() - startedAt);
    }
    return Math.min(...times);
  }
  const unknownMs = await fastestMs();
  await server.parts.database.query("analyze");
  // It took forty times as long, and longer the more orders there were.
  expect(unknownMs).toBeLessThan(10 * (await fastestMs()));
});

test("the reasons that a user's orders have can be listed, the most frequent first", async () => {
  const user = await server.signUp();
  await storeOrders(server, await server.signUp(), 100);
  expect((await user.api.get("/orders/me/reasons")).body).toEqual([]);
  await storeOrders(server, user, 1_000);
  expect((await user.api.get("/orders/me/reasons")).body).toEqual(["MARKET_CLOSED", "NO_RIGHTS"]);
});
