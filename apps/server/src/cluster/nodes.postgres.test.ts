/** Several nodes on one PostgreSQL. Tests that kill a process are in bench/chaos. */
import { expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { openCluster } from "../../test/cluster.ts";
import { linkTrader, type Trader } from "../../test/trader.ts";
import { systemClock } from "../platform/clock.ts";
import { PARTITION_LOCK } from "./ownership.ts";
import { PARTITIONS } from "./queue.ts";

const { sandbox, startNode } = await openCluster();
const first = await startNode();
const second = await startNode();

/** Returns how many partitions each live session holds, in descending order. */
async function shares(): Promise<number[]> {
  const rows = await first.parts.database.query<{ partitions: number }>(
    `select count(*)::int as partitions from pg_locks
     where locktype = 'advisory' and classid = $1::bigint::oid
       and database = (select oid from pg_database where datname = current_database())
     group by pid order by 1 desc`,
    [PARTITION_LOCK],
  );
  return rows.map(({ partitions }) => partitions);
}

const shared = () => eventually(async () => expect(await shares()).toEqual([PARTITIONS / 2, PARTITIONS / 2]));

/** Posts alerts of increasing size one after another, to the two nodes in turn. */
async function alternate(trader: Trader, sizes: readonly number[]): Promise<void> {
  for (const contracts of sizes) {
    const node = contracts % 2 === 0 ? first : second;
    const { status } = await node.api().post("/orders", trader.message({ contracts }));
    expect(status).toBe(200);
  }
}

test("two nodes share the partitions", async () => {
  await shared();
  expect((await shares()).reduce((sum, share) => sum + share)).toBe(PARTITIONS);
});

// @covers P4
test("promise 4: alerts of one account that arrive at two nodes reach the venue in order, each once", async () => {
  await shared();
  const traders = await Promise.all(Array.from({ length: 6 }, () => linkTrader(first)));
  const sizes = Array.from({ length: 20 }, (_, index) => index + 1);
  await Promise.all(traders.map((trader) => alternate(trader, sizes)));
  for (const trader of traders) {
    await trader.ended(sizes.length);
    expect(trader.executed().map(({ quantity }) => Number(quantity))).toEqual(sizes);
  }
});

test("every node knows a changed account id at once, and no node accepts the old one once it is ended", async () => {
  const trader = await linkTrader(first);
  const { user, account } = trader;
  const statuses = async (id: string) => {
    const answers = [first, second].map((node) => node.api().post("/orders", trader.message({ account: id })));
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  expect(await statuses(account)).toEqual([200, 200]);
  const [{ id: newId }] = (await user.api.post("/accounts/me/change-id", { id: account })).body;
  expect(await statuses(newId)).toEqual([200, 200]);
  expect(await statuses(account)).toEqual([200, 200]);
  const { body: list } = await second.api(user.token).get("/orders/me/list?size=100");
  expect(new Set(list.content.map(({ accountId }: { accountId: string }) => accountId))).toEqual(new Set([newId]));
  await second.api(user.token).post("/accounts/me/end-old-id", { id: newId });
  await eventually(async () => expect(await statuses(account)).toEqual([404, 404]));
  expect(await statuses(newId)).toEqual([200, 200]);
});

// @covers P2
test("promise 2: a node that loses its locks sends nothing twice, and its queues keep moving", async () => {
  await shared();
  const traders = await Promise.all(Array.from({ length: 6 }, () => linkTrader(first)));
  const sizes = Array.from({ length: 20 }, (_, index) => index + 1);
  const posting = Promise.all(traders.map((trader) => alternate(trader, sizes)));
  await eventually(() => expect(sandbox.ledger.entries().length).toBeGreaterThan(5));
  await first.parts.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'chartrelay session' and datname = current_database() order by pid limit 1`,
  );
  await posting;
  for (const trader of traders) {
    await trader.ended(sizes.length);
    expect(trader.executed().map(({ quantity }) => Number(quantity))).toEqual(sizes);
  }
  await shared();
});

test("promise 3: when a node stops, another node takes over its waiting orders within two seconds", async () => {
  await shared();
  const leaving = await startNode();
  await eventually(async () => expect(await shares()).toHaveLength(3));
  const traders = await Promise.all(Array.from({ length: 9 }, () => linkTrader(first)));
  // Each account is slow, so that it has orders waiting when the node stops.
  for (const { portfolio } of traders) sandbox.faults.set({ kind: "latency", latencyMs: 150, account: portfolio });
  for (const contracts of [1, 2, 3, 4, 5]) {
    await Promise.all(traders.map((trader) => leaving.api().post("/orders", trader.message({ contracts }))));
  }
  await leaving.app.http.close();
  const stoppedAtUs = systemClock.nowUs();
  const takenUpAfterUs: number[] = [];
  for (const trader of traders) {
    const orders = await trader.ended(5);
    expect(trader.executed().map(({ quantity }) => Number(quantity))).toEqual([1, 2, 3, 4, 5]);
    const next = orders.map(({ timeline }) => timeline.sent ?? 0).find((sentUs) => sentUs > stoppedAtUs);
    if (next !== undefined) takenUpAfterUs.push(next - stoppedAtUs);
  }
  expect(takenUpAfterUs).not.toEqual([]);
  expect(Math.max(...takenUpAfterUs)).toBeLessThan(2_000_000);
  sandbox.faults.reset();
});
