/** Signals of one strategy at several nodes, and nodes that end while a signal is held. */
import { expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { openCluster } from "../../test/cluster.ts";
import { createStrategist, type Strategist } from "../../test/strategist.ts";
import type { FailpointName } from "../platform/failpoint.ts";

/** Called at each failpoint of either node. */
let onPoint: (point: FailpointName) => void = () => undefined;

const cluster = await openCluster();
const startNode = () => cluster.startNode({ parts: { failpoint: (point) => onPoint(point) } });
const first = await startNode();
const second = await startNode();

const signalsOf = async ({ strategyId }: Strategist) =>
  await second.parts.database.query<{ id: string; verdict: string }>(
    "select id, link ->> 'verdict' as verdict from signals where strategy_id = $1 order by seq",
    [strategyId],
  );
const ordersOf = async ({ strategyId }: Strategist) =>
  await second.parts.database.query<{ signalId: string; to: string; stage: string }>(
    "select signal_id as \"signalId\", instruction ->> 'to' as to, stage from orders where strategy_id = $1 order by seq",
    [strategyId],
  );
const verdictsOf = async (strategist: Strategist) => (await signalsOf(strategist)).map(({ verdict }) => verdict);

/** Fails as if the database went away at this point, once. */
function breakAt(failpoint: FailpointName): void {
  onPoint = (point) => {
    if (point !== failpoint) return;
    onPoint = () => undefined;
    throw Object.assign(new Error("Connection terminated"), { code: "57P01" });
  };
}

// @covers P4
test("promise 4: signals that reach two nodes in the wrong order are traded in the order of their chain", async () => {
  const strategist = await createStrategist(first);
  await strategist.post(strategist.link(0, 4));
  await strategist.post(strategist.link(3, 1), {}, second);
  await strategist.post(strategist.link(4, 3), {}, first);
  await eventually(async () => expect(await verdictsOf(strategist)).toEqual(["start", "swapped", "next"]));
  expect((await ordersOf(strategist)).map(({ to }) => to)).toEqual(["4", "3", "1"]);
});

test("alternating between two nodes, a strategy's signals are all followed", async () => {
  const strategist = await createStrategist(first);
  const nodes = [first, second] as const;
  for (let at = 0; at < 10; at += 1) await strategist.post(strategist.link(at, at + 1), {}, nodes[(at % 2) as 0 | 1]);
  expect(await verdictsOf(strategist)).toEqual(["start", ...Array.from({ length: 9 }, () => "next")]);
});

test("signals of one chain that reach two nodes at the same moment are each followed once", async () => {
  const strategist = await createStrategist(first);
  const nodes = [first, second] as const;
  // Whichever came first would begin the chain, and the others before it would be late.
  await strategist.post(strategist.link(0, 1));
  const answers = await Promise.all(
    Array.from({ length: 7 }, (_, at) =>
      strategist.post(strategist.link(at + 1, at + 2), {}, nodes[(at % 2) as 0 | 1]),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await eventually(async () => expect((await ordersOf(strategist)).some(({ stage }) => stage === "held")).toBe(false));
  expect((await ordersOf(strategist)).map(({ to }) => Number(to))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

for (const failpoint of ["release.before", "release.after"] as const) {
  test(`a failure at ${failpoint} neither loses a held signal nor trades it twice`, async () => {
    const strategist = await createStrategist(first);
    await strategist.post(strategist.link(0, 4));
    breakAt(failpoint);
    await strategist.post(strategist.link(2, 1));
    await eventually(async () => expect(await verdictsOf(strategist)).toEqual(["start", "gap"]));
    const orders = await ordersOf(strategist);
    expect(orders.map(({ to }) => to)).toEqual(["4", "1"]);
    expect(orders.map(({ stage }) => stage)).not.toContain("held");
  });
}

// @covers P2
test("promise 2: the resend of a held signal whose answer was lost gets its answer, and trades nothing more", async () => {
  const strategist = await createStrategist(first);
  await strategist.post(strategist.link(0, 4));
  breakAt("commit.after");
  const lost = await strategist.post(strategist.link(2, 1));
  expect(lost.status).toBe(503);
  const resent = await strategist.post(strategist.link(2, 1));
  const [, held] = await signalsOf(strategist);
  expect(resent).toMatchObject({ status: 200, body: { id: held?.id, orders: [{ accountId: expect.any(String) }] } });
  await eventually(async () => expect(await verdictsOf(strategist)).toEqual(["start", "gap"]));
  expect(await ordersOf(strategist)).toHaveLength(2);
});

test("a signal that failed before its commit moves no chain", async () => {
  const strategist = await createStrategist(first);
  await strategist.post(strategist.link(0, 4));
  breakAt("commit.before");
  expect((await strategist.post(strategist.link(4, 6))).status).toBe(503);
  await strategist.post(strategist.link(4, 6));
  expect(await verdictsOf(strategist)).toEqual(["start", "next"]);
});

test("when a node ends while a signal is held, another one releases it", async () => {
  const third = await startNode();
  const strategists = await Promise.all(Array.from({ length: 6 }, () => createStrategist(first)));
  for (const strategist of strategists) {
    await strategist.post(strategist.link(0, 4), {}, third);
    await strategist.post(strategist.link(2, 1), {}, third);
  }
  await third.app.http.close();
  for (const strategist of strategists) {
    await eventually(async () => expect(await verdictsOf(strategist)).toEqual(["start", "gap"]));
    expect((await ordersOf(strategist)).map(({ to }) => to)).toEqual(["4", "1"]);
  }
});
