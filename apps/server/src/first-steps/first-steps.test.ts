import type { FirstSteps } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { readEvents } from "../../test/event-reader.ts";
import { startServer, type SignedUp } from "../../test/server.ts";
import { linkTrader, type Trader } from "../../test/trader.ts";

const server = await startServer();

const PATH = "/users/me/first-steps";
const stepsOf = async ({ api }: SignedUp) => (await api.get(PATH)).body as FirstSteps;
const report = (user: SignedUp, what: string) => user.api.post(PATH, { report: what });

/** Waits until exactly these steps are done. */
const expectDone = (user: SignedUp, done: FirstSteps["done"]) =>
  eventually(async () => expect((await stepsOf(user)).done).toEqual(done));

/** Sends our example order, or a message, as a test, and waits for its end. */
async function testOrder({ user, account, ended }: Trader, count: number, message?: string) {
  const { body } = await user.api.post("/orders/test", { account, ...(message !== undefined && { message }) });
  return (await ended(count)).find(({ id }) => id === body.id);
}

test("each step is ticked by what really happened, and the checklist is gone once its user has seen them all done", async () => {
  const user = await server.signUp();
  expect(await stepsOf(user)).toEqual({ done: [], isHidden: false, isFinished: false });

  const trader = await linkTrader(server, { user });
  await expectDone(user, ["account"]);
  expect((await report(user, "message-copied")).body.done).toEqual(["account", "message"]);
  await testOrder(trader, 1);
  await expectDone(user, ["account", "message", "testOrder"]);
  await trader.alert();
  await expectDone(user, ["account", "message", "testOrder", "alert"]);
  await user.api.post("/accounts/me/list", [{ id: trader.account, telegramChatId: "1001" }]);
  await expectDone(user, ["account", "message", "testOrder", "alert", "telegram"]);

  expect((await report(user, "finished")).body.isFinished).toBe(false);
  await server.grantPro(user);
  await linkTrader(server, { user, environment: "live" });
  const all = ["account", "message", "testOrder", "alert", "telegram", "live"] as const;
  await expectDone(user, [...all]);
  expect((await stepsOf(user)).isFinished).toBe(false);
  expect((await report(user, "finished")).body).toEqual({ done: all, isHidden: false, isFinished: true });
});

test("a page learns of a test order and of an alert without asking", async () => {
  const trader = await linkTrader(server);
  const reader = await readEvents(server.url, trader.user.token);
  const told = () => reader.events.filter(({ name }) => name === "steps").length;
  await testOrder(trader, 1);
  await expect.poll(told).toBe(1);
  await trader.alert();
  await expect.poll(told).toBe(2);
  // Only the first alert of many is recorded.
  const recorded = () =>
    server.parts.database.query("select alerted_at from first_steps where user_id = $1", [trader.user.id]);
  const before = await recorded();
  await trader.alert(trader.message({ comment: "second" }));
  await trader.ended(3);
  await report(trader.user, "hidden");
  await expect.poll(told).toBe(3);
  expect(await recorded()).toEqual(before);
  reader.close();
});

test("a refused key, a refused test order and a refused alert tick nothing", async () => {
  const trader = await linkTrader(server, { key: "readOnly" });
  const { user } = trader;
  await eventually(async () => {
    const [account] = (await user.api.get("/accounts/me/list")).body;
    expect(account.keyRefusal).toBe("NO_RIGHTS");
  });
  expect((await testOrder(trader, 1))?.status).toBe("REJECTED");
  expect((await trader.alert("{ not a message")).status).toBe(400);
  expect((await trader.alert(trader.message({ contracts: "none" }))).status).toBe(400);
  await user.api.post("/accounts/me/list", [{ id: trader.account, isPaused: true }]);
  await trader.alert();
  await trader.ended(3);
  expect((await stepsOf(user)).done).toEqual([]);
});

test("a message of one's own sent as a test counts as built; a later refusal doesn't undo an accepted test", async () => {
  const trader = await linkTrader(server);
  const { user } = trader;
  await testOrder(trader, 1, JSON.stringify(trader.message()));
  await expectDone(user, ["account", "message", "testOrder"]);
  const refused = await testOrder(trader, 2, JSON.stringify(trader.message({ ticker: "NOSUCH" })));
  expect(refused?.status).toBe("REJECTED");
  await expectDone(user, ["account", "message", "testOrder"]);
});

test("an account counts as it is now: once it is removed, the checklist asks for one again", async () => {
  const trader = await linkTrader(server);
  await testOrder(trader, 1);
  await expectDone(trader.user, ["account", "testOrder"]);
  await trader.user.api.post("/accounts/me/list", [{ id: trader.account, isDeleted: true }]);
  await expectDone(trader.user, ["testOrder"]);
});

test("the checklist stays hidden on every device until it is brought back", async () => {
  const user = await server.signUp();
  await report(user, "hidden");
  const { body } = await server.api().post("/auth/login", { email: user.email, password: user.password });
  const elsewhere = server.api(body.accessToken);
  expect((await elsewhere.get(PATH)).body.isHidden).toBe(true);
  expect((await elsewhere.post(PATH, { report: "shown" })).body.isHidden).toBe(false);
});

test("steps are their user's own, and an unknown report is refused in the user's language", async () => {
  const [user, other] = [await server.signUp(), await server.signUp()];
  await report(user, "message-copied");
  expect((await stepsOf(other)).done).toEqual([]);
  expect((await server.api().get(PATH)).status).toBe(401);
  expect((await server.api().post(PATH, { report: "hidden" })).status).toBe(401);
  const unknown = await user.api.post(PATH, { report: "account" }, { "accept-language": "ru" });
  expect([unknown.status, unknown.body.errors]).toEqual([422, { report: expect.stringMatching(/[а-я]/) }]);
});

test("outside the sandbox only a post from TradingView's addresses ticks the alert", async () => {
  const live = await startServer({
    settings: {
      MODE: "live",
      PUBLIC_URL: "https://relay.example.org",
      CREDENTIALS_KEYS: `k:${Buffer.alloc(32, 7).toString("base64")}`,
      TRUST_PROXY: "on",
    },
  });
  const trader = await linkTrader(live);
  const from = (address: string) => trader.alert(trader.message(), { "x-forwarded-for": address });
  expect((await from("203.0.113.9")).status).toBe(200);
  await trader.ended(1);
  await expectDone(trader.user, ["account"]);
  expect((await from("52.32.178.7")).status).toBe(200);
  await expectDone(trader.user, ["account", "message", "alert"]);
});
