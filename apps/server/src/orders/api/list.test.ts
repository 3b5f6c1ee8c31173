import { MASKED_ACCOUNT_ID, type Order, type Page } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { startServer, type SignedUp } from "../../../test/server.ts";
import { linkTrader } from "../../../test/trader.ts";

const server = await startServer();

const DAY_US = 86_400_000_000;
const FIRST_DAY_US = Date.UTC(2026, 0, 1) * 1_000;

/**
 * Stores ended orders, one a minute from 1 January 2026. The first of each hundred is refused, for one of two reasons;
 * every fourth sells, every fifth is live, and each order's price is its number.
 */
async function storeOrders({ id: userId }: Pick<SignedUp, "id">, count: number): Promise<void> {
  await server.parts.database.query(
    `with numbered as (
       select n, gen_random_uuid() as id, $3::bigint + n * 60000000::bigint as at from generate_series(1, $2::int) n
     ), signalled as (
       insert into signals (id, user_id, account_id, body, body_hash, accepted_by, received_at)
       select id, $1, 'account-' || n % 2, convert_to('{"comment":"Сигнал ' || n || '!"}', 'UTF8'), '', 1, at from numbered
     )
     insert into orders (id, signal_id, user_id, account_id, venue, is_demo, partition, status, stage, reason, ticker, direction,
       type, open, quantity, response_server_json, received_at, committed_at, is_notified)
     select id, id, $1, 'account-' || n % 2, case when n % 10 = 0 then 'BINANCE_SPOT' else 'ALOR_BROKER' end, n % 5 > 0,
       1, case when n % 100 = 1 then 'REJECTED' else 'CREATED' end, 'done',
       case n % 400 when 1 then 'NO_RIGHTS' when 101 then 'MARKET_CLOSED' when 201 then 'MARKET_CLOSED' when 301 then 'MARKET_CLOSED' end,
       case when n % 10 = 0 then 'BTCUSDT' else 'SBER' end, case when n % 4 = 0 then 'SELL' else 'BUY' end, 'LIMIT',
       n::text, '1', '{"answer":"no-' || n || '"}', at, at + 900, true
     from numbered order by at`,
    [userId, count, FIRST_DAY_US],
  );
}

const listed = async ({ api }: Pick<SignedUp, "api">, query: string): Promise<Page<Order>> => {
  const { status, text, body } = await api.get(`/orders/me/list?${query}`);
  expect([status, text.slice(0, 200)]).toEqual([200, expect.stringContaining("content")]);
  return body;
};
const numbers = ({ content }: Page<Order>) => content.map(({ open }) => Number(open));
const downFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first - index);

test("every page of a long list has the right orders, before and after the list was first counted", async () => {
  const user = await server.signUp();
  await storeOrders(await server.signUp(), 10);
  const total = 7_503;
  await storeOrders(user, total);
  for (const round of ["first", "second"]) {
    for (const page of [0, 1, 9, 10, 44, 50, 73, 74, 75]) {
      const answer = await listed(user, `page=${page}&size=100`);
      expect([round, page, answer.totalElements, answer.totalPages]).toEqual([round, page, total, 76]);
      const newest = total - page * 100;
      expect([round, page, numbers(answer)]).toEqual([round, page, downFrom(newest, Math.min(100, newest))]);
    }
    expect((await listed(user, "page=76&size=100")).content).toEqual([]);
  }
  await storeOrders(user, 1);
  expect((await listed(user, "page=0&size=10")).totalElements).toBe(total + 1);
  expect(numbers(await listed(user, "page=75&size=100"))).toEqual([4, 3, 2, 1]);
});

test("the list can be filtered by status, venue, ticker, account, side, environment, reasons, dates and search, which all must match", async () => {
  const user = await server.signUp();
  await storeOrders(user, 4_000);
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
  await storeOrders(user, total);
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

test("the reasons that a user's orders have can be listed, the most frequent first", async () => {
  const user = await server.signUp();
  await storeOrders(await server.signUp(), 100);
  expect((await user.api.get("/orders/me/reasons")).body).toEqual([]);
  await storeOrders(user, 1_000);
  expect((await user.api.get("/orders/me/reasons")).body).toEqual(["MARKET_CLOSED", "NO_RIGHTS"]);
});

test("the file has the whole list under the same filter, in the reader's language", async () => {
  const user = await server.signUp();
  await storeOrders(user, 2_500);
  const file = await user.api.get("/orders/me/csv?venue=BINANCE_SPOT", { "accept-language": "ru" });
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="orders.csv"');
  const [head, ...lines] = file.text.trimEnd().split("\r\n");
  expect(head).toBe(
    "Дата (UTC),Биржа,Счёт,Название счёта,Конец ключа,Среда,Тикер,Направление,Тип,Цена,Количество,Статус,Причина,Ответ сервера," +
      '"От приёма до отправки, мс","От отправки до ответа, мс",Номер,Прочие поля',
  );
  expect(lines).toHaveLength(250);
  expect(lines[0]).toMatch(
    /^2026-01-02T17:40:00\.000Z,Binance Spot,…nt-0,,,реальная,BTCUSDT,продажа,лимитная,2500,1,принята,,"\{""answer"":""no-2500""\}",,,/,
  );
});

test("a file of 50,000 orders starts at once and is streamed", { timeout: 120_000 }, async () => {
  const user = await server.signUp();
  const count = 50_000;
  await storeOrders(user, count);
  const startedAt = performance.now();
  const answer = await fetch(`${server.url}/api/v1/orders/me/csv?ticker=sber`, {
    headers: { authorization: `Bearer ${user.token}` },
  });
  let [firstMs, lines] = [0, 0];
  for await (const piece of answer.body ?? []) {
    firstMs ||= performance.now() - startedAt;
    for (const byte of piece) if (byte === 10) lines += 1;
  }
  const wholeMs = performance.now() - startedAt;
  console.log(`file of ${lines - 1} orders: first byte ${firstMs.toFixed(0)} ms, whole ${wholeMs.toFixed(0)} ms`);
  expect(lines - 1).toBe(count * 0.9);
  expect(firstMs).toBeLessThan(wholeMs / 4);
});

test("an order's details have its message, what was made of it, and the latency of each segment, for its owner only", async () => {
  const trader = await linkTrader(server);
  const posted = `${JSON.stringify(trader.message()).slice(0, -1)},}`;
  const { body: accepted } = await trader.alert(posted, { "content-type": "text/plain" });
  await trader.ended(1);
  await expect.poll(async () => (await trader.orders())[0]?.execution?.state).toBe("filled");
  const [listedOrder] = await trader.orders();
  const { status, body } = await trader.user.api.get(`/orders/me/${accepted.id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...listedOrder,
    isDemo: true,
    // Anyone who knows the account's id could post orders.
    body: posted.replace(trader.account, MASKED_ACCOUNT_ID),
    verdict: "repaired",
    problems: [],
    attempts: 1,
    extras: {},
  });
  expect(body.repairs).toEqual([expect.objectContaining({ code: expect.any(String), message: expect.any(String) })]);
  const { received, committed, sent, answered } = body.timeline;
  const legs = Object.fromEntries(body.legs.map(({ leg, us }: { leg: string; us: number }) => [leg, us]));
  expect(legs).toMatchObject({
    commit: committed - received,
    queue: sent - committed,
    venue: answered - sent,
    total: answered - received,
  });

  const otherUser = await server.signUp();
  expect((await otherUser.api.get(`/orders/me/${accepted.id}`)).status).toBe(404);
  expect((await trader.user.api.get("/orders/me/none")).status).toBe(422);
});

test("an order refused before anything leaves this machine has no sent or answered time", async () => {
  const trader = await linkTrader(server);
  const { body: refused } = await trader.alert(trader.message({ ticker: "NOSUCHTICKER" }));
  await trader.ended(1);
  const { body } = await trader.user.api.get(`/orders/me/${refused.id}`);
  expect(body).toMatchObject({ status: "REJECTED", reason: "INSTRUMENT_NOT_FOUND", attempts: 0 });
  expect(body.timeline).toMatchObject({ sent: null, answered: null });
  expect(body.legs.map(({ leg }: { leg: string }) => leg)).toEqual(["commit"]);
});

test("the file says whether each order went to a demo or a live account", async () => {
  const user = await server.signUp();
  await storeOrders(user, 1);
  await server.parts.database.query("update orders set is_demo = false where user_id = $1", [user.id]);
  const [head = "", line = ""] = (await user.api.get("/orders/me/csv")).text.split("\r\n");
  expect(line.split(",")[head.split(",").indexOf("Environment")]).toBe("live");
});

test("fields that aren't ours stay with the order: its details and the file have them", async () => {
  const trader = await linkTrader(server);
  const others = { comment: "early; entry", strategy: "Golden cross", bar: { close: 300.5, tags: ["a", null] } };
  const { status, body: accepted } = await trader.alert(JSON.stringify({ ...trader.message(), ...others }));
  expect(status).toBe(200);
  await trader.ended(1);
  const { body } = await trader.user.api.get(`/orders/me/${accepted.id}`);
  const bar = '{"close":300.5,"tags":["a",null]}';
  expect(body).toMatchObject({ status: "CREATED", extras: { comment: "early; entry", strategy: "Golden cross", bar } });
  const file = await fetch(`${server.url}/api/v1/orders/me/csv`, {
    headers: { authorization: `Bearer ${trader.user.token}` },
  });
  expect(await file.text()).toContain('"comment: early; entry; strategy: Golden cross; bar: {""close"":300.5,');
});

test("a refused message's details show where it was wrong, in the reader's language", async () => {
  const trader = await linkTrader(server);
  const { body: refused } = await trader.alert(trader.message({ contracts: "many" }));
  const { body } = await trader.user.api.get(`/orders/me/${refused.id}`, { "accept-language": "ru" });
  expect(body).toMatchObject({ verdict: "refused", reason: "BAD_MESSAGE", attempts: 0 });
  expect(body.problems).toEqual([
    expect.objectContaining({ field: "contracts", message: expect.stringMatching(/[а-я]/) }),
  ]);
});

test("what can be read of a refused message is in the order's columns, exactly as it was sent", async () => {
  const trader = await linkTrader(server);
  const price = "270.050000000000000001";
  await trader.alert(trader.message({ type: "limit", price, contracts: -5 }));
  await trader.alert(JSON.stringify(trader.message({ direction: "up" })).replace('"ticker"', '"tickr"'));
  await trader.alert(`${JSON.stringify(trader.message({ contracts: "0.10" })).slice(0, -1)}]`);
  const [one, other, broken] = await trader.ended(3);
  expect(one).toMatchObject({
    reason: "BAD_MESSAGE",
    direction: "BUY",
    type: "LIMIT",
    open: price,
    quantity: "-5",
    instrument: { exchange: "ALOR_BROKER", ticker: "SBER" },
    problem: { code: "NOT_POSITIVE", field: "contracts" },
  });
  expect(other).toMatchObject({ instrument: { ticker: "SBER" }, direction: null, type: "MARKET", open: null });
  expect(broken).toMatchObject({ instrument: { ticker: "SBER" }, direction: "BUY", quantity: "0.10" });
  const found = await trader.user.api.get("/orders/me/list?side=BUY&ticker=sber&reason=BAD_MESSAGE&sort=oldest");
  expect(found.body.content).toEqual([one, broken]);
});

test("a refused message's fields never show the account's id", async () => {
  const trader = await linkTrader(server);
  await trader.alert(trader.message({ ticker: trader.account, contracts: "many" }));
  const [order] = await trader.ended(1);
  expect(order?.instrument?.ticker).toBe(MASKED_ACCOUNT_ID);
});

test("an order says what its account is called, also after the account was renamed and deleted", async () => {
  const trader = await linkTrader(server);
  await trader.alert();
  const ending = trader.portfolio.slice(-4);
  const rename = (name: string) => trader.user.api.post("/accounts/me/list", [{ id: trader.account, name }]);
  const called = async () => {
    const [order] = await trader.ended(1);
    const { body } = await trader.user.api.get(`/orders/me/${order?.id}`);
    expect(body).toMatchObject({ accountName: order?.accountName, accountEnding: order?.accountEnding });
    return [order?.accountName, order?.accountEnding];
  };
  expect(await called()).toEqual([null, ending]);
  await rename("Scalping");
  expect(await called()).toEqual(["Scalping", ending]);
  await rename("Swing");
  await trader.user.api.post("/accounts/me/list", [{ id: trader.account, isDeleted: true }]);
  expect(await called()).toEqual(["Swing", ending]);
  const [head = "", line = ""] = (await trader.user.api.get("/orders/me/csv")).text.split("\r\n");
  const cell = (column: string) => line.split(",")[head.split(",").indexOf(column)];
  expect([cell("Account name"), cell("Key ending")]).toEqual(["Swing", ending]);
});
