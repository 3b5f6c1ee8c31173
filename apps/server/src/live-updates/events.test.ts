import { type Order, order as orderShape } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { readEvents } from "../../test/event-reader.ts";
import { startServer } from "../../test/server.ts";
import { linkTrader } from "../../test/trader.ts";
import { systemClock } from "../platform/clock.ts";

const A_SESSIONS_LIFE_MS = 30 * 86_400_000;

let aheadMs = 0;
const server = await startServer({ parts: { clock: { ...systemClock, nowMs: () => Date.now() + aheadMs } } });

test("each step of an order is pushed as the list shows it, its end within 300 ms of the venue's answer", async () => {
  const trader = await linkTrader(server);
  const reader = await readEvents(server.url, trader.user.token);
  expect(reader.status).toBe(200);
  expect(reader.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(reader.headers.get("content-encoding"), "each event is sent at once").toBe(null);
  await reader.first(({ name }) => name === "ready");

  const [ids, lags]: [string[], number[]] = [[], []];
  for (let orders = 1; orders <= 5; orders += 1) {
    const { body: accepted } = await trader.alert(trader.message({ contracts: orders }));
    const isEnd = ({ id, status }: { id: string; status: string }) => id === accepted.id && status === "CREATED";
    const end = await reader.first(({ name, data }) => name === "order" && isEnd(data));
    const isFilled = ({ id, execution }: Order) => id === accepted.id && execution?.state === "filled";
    const filled = await reader.first(({ name, data }) => name === "order" && isFilled(data));
    expect(orderShape.parse(filled.data)).toEqual((await trader.orders())[0]);
    ids.push(accepted.id);
    lags.push(end.atUs - end.data.timeline.answered);
  }
  expect(lags.toSorted((a, b) => a - b)[2]).toBeLessThan(300_000);
  const received = reader.events.filter(({ name }) => name === "order").map(({ data }) => data);
  expect(new Set(received.map(({ id }) => id))).toEqual(new Set(ids));
  expect(
    received.filter(({ isNew }) => isNew).map(({ id }) => id),
    "each row is said to be new once",
  ).toEqual(ids);
  reader.close();
});

test("a refused message is pushed, and nobody gets another user's orders", async () => {
  const [one, other] = await Promise.all([linkTrader(server), linkTrader(server)]);
  const [own, others] = await Promise.all([one, other].map(({ user }) => readEvents(server.url, user.token)));
  await one.alert(one.message({ ticker: "" }));
  const refused = await own?.first(({ name, data }) => name === "order" && data.status === "REJECTED");
  expect(refused?.data.reason).toBe("BAD_MESSAGE");
  await other.alert();
  await others?.first(({ name, data }) => name === "order" && data.status === "CREATED");
  expect(others?.events.filter(({ data }) => data.id === refused?.data.id)).toEqual([]);
  own?.close();
  others?.close();
});

test("a returning reader learns that it may have missed something", async () => {
  const { token } = await server.signUp();
  const reader = await readEvents(server.url, token, { "last-event-id": "7" });
  expect((await reader.first(() => true)).name).toBe("resync");
  reader.close();
});

test("without a session there is no stream, and signing out ends it at once", async () => {
  expect((await readEvents(server.url, "nobody's-token")).status).toBe(401);
  const user = await server.signUp();
  const { body: elsewhere } = await server.api().post("/auth/login", user);
  const [first, second] = [
    await readEvents(server.url, user.token),
    await readEvents(server.url, elsewhere.accessToken),
  ];
  await user.api.post("/auth/logout");
  await first.ended;
  // The other session continues until a password change ends it.
  const change = { password: user.password, newPassword: "fresh-password", confirmNewPassword: "fresh-password" };
  const { body: third } = await server.api().post("/auth/login", user);
  expect((await server.api(third.accessToken).post("/users/password", change)).status).toBe(200);
  await second.ended;
});

// @covers E4
test("a stream ends with its session", async () => {
  const { token } = await server.signUp();
  const reader = await readEvents(server.url, token);
  await reader.first(({ name }) => name === "ready");
  aheadMs = A_SESSIONS_LIFE_MS;
  await expect(reader.ended).resolves.toBeUndefined();
  aheadMs = 0;
});

test("a user may have 20 streams; one more ends the oldest", async () => {
  const { token } = await server.signUp();
  const readers = [];
  for (let index = 0; index < 21; index += 1) readers.push(await readEvents(server.url, token));
  const [oldest, ...others] = readers;
  await oldest?.ended;
  await eventually(() => expect(server.app.events.size).toBe(20));
  for (const each of others) each.close();
  await eventually(() => expect(server.app.events.size).toBe(0));
});

test("a server with open streams can stop, and the streams end", async () => {
  const own = await startServer();
  const { token } = await own.signUp();
  const reader = await readEvents(own.url, token);
  await reader.first(({ name }) => name === "ready");
  await own.app.http.close();
  await expect(reader.ended).resolves.toBeUndefined();
});
