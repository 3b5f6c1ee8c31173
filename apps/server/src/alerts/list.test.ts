import { alert as alertShape, type Alert } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { readEvents } from "../../test/event-reader.ts";
import { startServer, type SignedUp } from "../../test/server.ts";

const server = await startServer();

/** Stores ended alerts, one an hour from 1 January 2026. Every tenth is refused, and every fifth is JSON. */
async function storeAlerts({ id: userId }: Pick<SignedUp, "id">, count: number): Promise<void> {
  await server.parts.database.query(
    `with numbered as (
       select n, gen_random_uuid() as id, $3::bigint + n * 3600000000::bigint as at from generate_series(1, $2::int) n
     ), signalled as (
       insert into signals (id, user_id, account_id, body_hash, accepted_by, received_at)
       select id, $1, 'account-' || n % 2, '', 1, at from numbered
     )
     insert into alerts (id, user_id, account_id, chat_id, status, reason, message, json, received_at)
     select id, $1, 'account-' || n % 2, '7', case when n % 10 = 0 then 'REJECTED' else 'CREATED' end,
       case when n % 10 = 0 then 'CHAT_BLOCKED' end, case when n % 5 > 0 then 'Signal no. ' || n || ' =1+1' end,
       case when n % 5 = 0 then '{"n":' || n || '}' end, at
     from numbered order by at`,
    [userId, count, Date.UTC(2026, 0, 1) * 1_000],
  );
}

test("alerts can be filtered by status, account, reason, dates and search, sorted, and saved as a file under the same filter", async () => {
  const user = await server.signUp();
  await storeAlerts(await server.signUp(), 5);
  await storeAlerts(user, 100);
  const total = async (query: string) => (await user.api.get(`/alerts/me/list?size=100&${query}`)).body.totalElements;
  const cases: Record<string, number> = {
    "": 100,
    "status=REJECTED": 10,
    "account=account-1": 50,
    "reason=CHAT_BLOCKED,CHAT_MISSING": 10,
    "reason=CHAT_MISSING": 0,
    "from=2026-01-02&to=2026-01-03": 24,
    "search=no. 4": 9,
    "search=%22n%22": 20,
    "search=%25": 0,
  };
  for (const [query, alerts] of Object.entries(cases)) expect([query, await total(query)]).toEqual([query, alerts]);
  const { content } = (await user.api.get("/alerts/me/list?size=3&page=1")).body;
  expect(content.map(({ createdDate }: Alert) => createdDate.slice(0, 13))).toEqual([
    "2026-01-05T01",
    "2026-01-05T00",
    "2026-01-04T23",
  ]);
  const { content: oldest } = (await user.api.get("/alerts/me/list?size=2&page=1&sort=oldest&status=REJECTED")).body;
  expect(oldest.map(({ json }: Alert) => json)).toEqual(['{"n":30}', '{"n":40}']);
  expect((await user.api.get("/alerts/me/reasons")).body).toEqual(["CHAT_BLOCKED"]);
  const file = await user.api.get("/alerts/me/csv?status=REJECTED");
  expect(file.text.trimEnd().split("\r\n")).toHaveLength(11);
  expect(file.text).toContain('"{""n"":100}"');
});

test("in Russian the status in the file has the grammatical gender of an alert", async () => {
  const user = await server.signUp();
  await storeAlerts(user, 200);
  const file = await user.api.get("/alerts/me/csv", { "accept-language": "ru" });
  expect(file.text).toContain(",отклонён,");
  expect(file.text).toContain(",принят,");
  expect(file.text).not.toMatch(/,(?:новая|принята|отклонена),/);
});

test("every page of a long list of alerts has the right alerts, before and after the list was first counted", async () => {
  const user = await server.signUp();
  await storeAlerts(await server.signUp(), 10);
  const total = 7_503;
  await storeAlerts(user, total);
  const numbersOn = async (page: number) => {
    const { body } = await user.api.get(`/alerts/me/list?page=${page}&size=100`);
    expect([page, body.totalElements, body.totalPages]).toEqual([page, total, 76]);
    return body.content.map(({ message, json }: Alert) => Number(/\d+/.exec(message ?? json ?? "")?.[0]));
  };
  for (const round of ["first", "second"]) {
    for (const page of [0, 9, 10, 44, 74, 75]) {
      const newest = total - page * 100;
      const wanted = Array.from({ length: Math.min(100, newest) }, (_, index) => newest - index);
      expect([round, page, await numbersOn(page)]).toEqual([round, page, wanted]);
    }
  }
  const [counted] = await server.parts.database.query<{ milestones: number }>(
    "select count(*)::int as milestones from milestones where list = 'alerts' and user_id = $1",
    [user.id],
  );
  expect(counted?.milestones).toBeGreaterThan(0);
});

test("open pages get an alert, as the list shows it, when it is accepted and when it has ended", async () => {
  const user = await server.signUp();
  const { body: accounts } = await user.api.post("/accounts/me/list", [
    { exchange: "ALOR_BROKER", telegramChatId: "424242" },
  ]);
  const reader = await readEvents(server.url, user.token);
  await reader.first(({ name }) => name === "ready");
  const { body } = await server
    .api()
    .post(`/alerts?account=${accounts[0].id}`, "hello", { "content-type": "text/plain" });
  const ended = await reader.first(({ name, data }) => name === "alert" && data.status !== "NEW");
  expect(alertShape.parse(ended.data).id).toBe(body.id);
  expect((await user.api.get("/alerts/me/list")).body.content).toEqual([ended.data]);
  reader.close();
});

test("an alert says what its account is called, also after the account was deleted", async () => {
  const user = await server.signUp();
  const { body: accounts } = await user.api.post("/accounts/me/list", [
    { exchange: "ALOR_BROKER", name: "Scalping", apiKey: "D71234", secretKey: "secret", telegramChatId: "424242" },
  ]);
  const { id } = accounts[0];
  await server.api().post(`/alerts?account=${id}`, "hello", { "content-type": "text/plain" });
  const listed = async () => (await user.api.get("/alerts/me/list")).body.content[0];
  const called = { accountName: "Scalping", accountEnding: "1234", exchange: "ALOR_BROKER", isDemo: true };
  expect(await listed()).toMatchObject({ accountId: id, ...called });
  await user.api.post("/accounts/me/list", [{ id, isDeleted: true }]);
  expect(await listed()).toMatchObject(called);
});
