/** Pages open on one node, and changes that happen on another. */
import { expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { openCluster } from "../../test/cluster.ts";
import { readEvents } from "../../test/event-reader.ts";
import { linkTrader } from "../../test/trader.ts";

const { url, sandbox, startNode } = await openCluster();
// Two nodes serve users, and a third one sends.
await startNode({ settings: { ROLE: "relay", DATABASE_URL: url } });
const first = await startNode({ settings: { ROLE: "api", DATABASE_URL: url } });
const second = await startNode({ settings: { ROLE: "api", DATABASE_URL: url } });

test("an order that one node accepts and another sends reaches a page on a third, within 300 ms of the venue's answer", async () => {
  const trader = await linkTrader(first);
  const reader = await readEvents(second.url, trader.user.token);
  // Only the sending node can report CREATED: with an instant venue, the row that `first` reports could show it already.
  sandbox.faults.set({ kind: "latency", latencyMs: 200, account: trader.portfolio });
  // The nodes look for each other twice a second; until all have, a node may miss what happens on another.
  await eventually(async () => {
    const { body } = await first.api().post("/orders", trader.message());
    const isHeard = () => reader.events.some(({ data }) => data.id === body.id && data.status === "CREATED");
    await expect.poll(isHeard, { timeout: 1_000 }).toBe(true);
  });
  const lags: number[] = [];
  for (let orders = 1; orders <= 5; orders += 1) {
    const { status, body } = await first.api().post("/orders", trader.message({ contracts: 1 + orders }));
    expect([status, body]).toEqual([200, { id: expect.any(String), status: "NEW" }]);
    const { data, atUs } = await reader.first((event) => event.data.id === body.id && event.data.status === "CREATED");
    lags.push(atUs - data.timeline.answered);
  }
  expect(lags.toSorted((a, b) => a - b)[2]).toBeLessThan(300_000);
  reader.close();
});

test("a pause of all accounts at one node reaches a page at another, and no alert taken there afterwards is sent", async () => {
  const trader = await linkTrader(first);
  const reader = await readEvents(second.url, trader.user.token);
  // By now the second node has the account in memory.
  expect((await second.api().post("/orders", trader.message())).status).toBe(200);
  await trader.ended(1);
  expect((await trader.user.api.post("/accounts/me/pause", { isPaused: true })).status).toBe(200);
  const taken = await Promise.all(
    Array.from({ length: 10 }, (_, index) => second.api().post("/orders", trader.message({ contracts: 2 + index }))),
  );
  expect(taken.map(({ status }) => status)).toEqual(taken.map(() => 200));
  await reader.first(({ name }) => name === "account");
  const [sent, ...refused] = await trader.ended(11);
  expect(sent).toMatchObject({ status: "CREATED" });
  expect(refused.map(({ reason }) => reason)).toEqual(refused.map(() => "ACCOUNT_PAUSED"));
  expect(trader.executed()).toHaveLength(1);
  reader.close();
});

test("signing out at one node ends a stream at another", async () => {
  const user = await first.signUp();
  const reader = await readEvents(second.url, user.token);
  await reader.first(() => true);
  expect((await first.api(user.token).post("/auth/logout")).status).toBe(200);
  await expect(reader.ended).resolves.toBeUndefined();
});
