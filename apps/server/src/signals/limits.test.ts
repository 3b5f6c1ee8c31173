/** The limits on an account, tested on the real server. */
import { expect, test } from "vitest";
import { linkChat } from "../../test/chat.ts";
import { startServer } from "../../test/server.ts";

const server = await startServer({ settings: { ALERTS_PER_MINUTE: "20" } });

test("alerts over the limit per minute are answered 429 with the reason, and the first refusal is stored", async () => {
  const trader = await linkChat(server);
  const verdicts = await Promise.all(
    Array.from({ length: 25 }, () => trader.alert(trader.message({ contracts: 0.1 }))),
  );
  const refused = verdicts.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(5);
  expect(refused[0]?.body).toMatchObject({ code: "too_many_alerts", detail: expect.stringContaining("20") });
  const orders = await trader.orders();
  expect(orders.filter(({ reason }) => reason === "TOO_MANY_ALERTS")).toHaveLength(1);
  expect(orders).toHaveLength(21);
});

test("a chat has its own limit, shared by all accounts that send to it", async () => {
  const [one, two] = [await linkChat(server), await linkChat(server)];
  const chat = { chat_id: String(one.chatId) };
  for (const index of Array.from({ length: 10 }).keys()) {
    expect((await one.tell(`a ${index}`, chat)).status).toBe(200);
    expect((await two.tell(`b ${index}`, chat)).status).toBe(200);
  }
  const answer = await two.tell("one more", chat);
  expect([answer.status, answer.body.code]).toEqual([429, "too_many_alerts"]);
  expect((await two.tell("to another chat")).status).toBe(200);
  expect((await two.alerts())[1]).toMatchObject({ status: "REJECTED", reason: "TOO_MANY_ALERTS" });
});

test("the chat is warned once about an alert that TradingView will soon stop", async () => {
  const trader = await linkChat(server);
  for (const index of Array.from({ length: 14 }).keys()) await trader.tell(`SBER at 30${index}`);
  const warnings = () =>
    trader
      .shown()
      .join("\n")
      .match(/fifteenth/g) ?? [];
  await expect.poll(warnings).toHaveLength(1);
  await trader.endedAlerts(14);
  expect(warnings()).toHaveLength(1);
});

test("different alerts of one account don't count as one alert that triggers too often", async () => {
  const trader = await linkChat(server);
  for (const name of "ABCDEFGHIJKLMN") await trader.tell(`alert ${name}`);
  await trader.endedAlerts(14);
  expect(trader.shown().join("\n")).not.toMatch(/fifteenth/);
});

test("alerts of a paused account are answered 200, stored REJECTED with the reason, and sent nowhere", async () => {
  const trader = await linkChat(server);
  const save = (isPaused: boolean) => trader.user.api.post("/accounts/me/list", [{ id: trader.account, isPaused }]);
  expect((await save(true)).body[0].isPaused).toBe(true);
  expect((await trader.alert()).body.status).toBe("REJECTED");
  const alert = await trader.tell("hello");
  expect([alert.status, alert.body.status]).toEqual([200, "REJECTED"]);
  expect((await trader.alerts())[0]).toMatchObject({ status: "REJECTED", reason: "ACCOUNT_PAUSED" });
  expect((await trader.orders())[0]).toMatchObject({
    status: "REJECTED",
    reason: "ACCOUNT_PAUSED",
    instrument: { ticker: "SBER" },
  });
  await save(false);
  expect((await trader.tell("on again")).body.status).toBe("NEW");
  await expect.poll(() => trader.shown().join("\n")).toContain("on again");
  expect(trader.shown().join("\n")).not.toContain("hello");
});
