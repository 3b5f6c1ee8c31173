import { v7 as uuidv7 } from "uuid";
import { afterAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import { SettableClock } from "../../test/settable-clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { NODE_LOCK } from "../cluster/ownership.ts";
import { acceptSignals } from "./accept.ts";
import { AnswerLog, type OpenAnswer } from "./answers.ts";
import type { NewSignal } from "./signal.ts";
import { signalOf } from "./signal.fixture.ts";
import { silentLog } from "../../test/retry-log.ts";

const storage = await openTestDatabase();
afterAll(() => storage.drop());
const db = storage.database.journal;

const clock = new SettableClock();

const DEAD = 1;
const ALIVE = 2;
const logOf = (node: number, queryable: Queryable = db) =>
  new AnswerLog({ db: queryable, clock, node: () => node, isAlone: true, log: silentLog });

interface Received {
  readonly id: string;
  readonly answer: OpenAnswer;
}

/** Commits an alert that isn't answered yet. */
async function receive(log: AnswerLog, body?: string): Promise<Received> {
  const answer = open(log);
  await accept(log, answer, body);
  return { id: answer.id, answer };
}

/** Receives an alert equal to an earlier one whose answer was lost. */
async function receiveEqual(log: AnswerLog, body: string, queryable = db) {
  const answer = open(log);
  return { answer, row: await accept(log, answer, body, queryable) };
}

async function accept(log: AnswerLog, { id }: OpenAnswer, body = id, queryable = db) {
  return await commit(log, signalOf(body, clock, { id }), queryable);
}

async function commit(log: AnswerLog, signal: NewSignal, queryable = db) {
  const [row] = await acceptSignals(queryable, log.acceptor, [signal], clock);
  return row?.accepted;
}

function open(log: AnswerLog): OpenAnswer {
  return log.open({ id: uuidv7() });
}

/** Returns the id before which all of a node's answers are decided; empty if the node has no row. */
async function decidedBefore(node: number): Promise<string> {
  const [row] = await db.query<{ decided_before: string }>("select decided_before from nodes where node = $1", [node]);
  return row?.decided_before ?? "";
}

/** Waits until an answered alert counts as decided. */
async function decided(node: number, { answer }: Received): Promise<void> {
  await expect.poll(() => decidedBefore(node).then((id) => id > answer.id)).toBe(true);
}

async function lostAmong(orders: readonly Received[]): Promise<boolean[]> {
  const rows = await db.query<{ id: string }>("select id from signals where answer_lost");
  return orders.map(({ id }) => rows.some((row) => row.id === id));
}

test("after a node dies, only the alerts it hadn't answered can be resent", async () => {
  const log = logOf(DEAD);
  await log.start();
  const answered = await receive(log);
  log.close(answered.answer);
  const pending = await receive(log);
  await decided(DEAD, answered);

  const survivor = logOf(ALIVE);
  await survivor.start();
  const own = await receive(survivor);
  await survivor.lostWithNodesOtherThan([ALIVE]);
  expect(await lostAmong([answered, pending, own])).toEqual([false, true, false]);
  await log.stop();
});

test("all alerts count as unanswered if their node dies before it wrote anything", async () => {
  const log = logOf(3);
  await log.start();
  const pending = await receive(log);
  await logOf(ALIVE).lostWithNodesOtherThan([ALIVE]);
  expect(await lostAmong([pending])).toEqual([true]);
});

test("a node that started after another node listed the nodes counts as alive, and its alerts aren't lost", async () => {
  const newcomer = 18;
  const log = logOf(newcomer);
  const session = await storage.database.openSession();
  await session.query("select pg_advisory_lock($1::int, $2::int)", [NODE_LOCK, newcomer]);
  await log.start();
  const pending = await receive(log);
  await logOf(ALIVE).lostWithNodesOtherThan([ALIVE]);
  expect(await lostAmong([pending])).toEqual([false]);
  await session.query("select pg_advisory_unlock($1::int, $2::int)", [NODE_LOCK, newcomer]);
  await session.close();
  await logOf(ALIVE).lostWithNodesOtherThan([ALIVE]);
  expect(await lostAmong([pending])).toEqual([true]);
  await log.stop();
});

test("after a resend is answered, the next equal alert is a new one", async () => {
  const log = logOf(4);
  await log.start();
  const order = await receive(log);
  await log.lost(order.answer, order.id);
  expect(await lostAmong([order])).toEqual([true]);
  await log.found(open(log), order.id);
  expect(await lostAmong([order])).toEqual([false]);
  await log.stop();
  expect(await decidedBefore(4)).toBe("");
});

test("a write that fails while the storage is down is retried until it succeeds", async () => {
  let failures = 2;
  const query: Queryable["query"] = async (text, values) => {
    failures -= 1;
    if (failures >= 0) throw new Error("Connection terminated unexpectedly");
    return await db.query(text, values);
  };
  const log = logOf(5, { query });
  const answer = open(log);
  log.close(answer);
  await expect.poll(() => decidedBefore(5).then((id) => id > answer.id)).toBe(true);
  await log.stop();
});

test("a resend is recognised even before the storage is back", async () => {
  let isAway = true;
  const query: Queryable["query"] = async (text, values) => {
    if (isAway) throw new Error("Connection terminated unexpectedly");
    return await db.query(text, values);
  };
  const log = logOf(6, { query });
  const order = await receive(log);
  const marking = log.lost(order.answer, order.id);
  const { answer, row } = await receiveEqual(log, order.id);
  expect(row).toMatchObject({ id: order.id, kind: "resent" });
  isAway = false;
  await log.found(answer, order.id);
  await marking;
  expect(await lostAmong([order])).toEqual([false]);
  await log.stop();
});

test("right after PostgreSQL starts, a missing node isn't counted as dead: it may be reconnecting", async () => {
  const log = logOf(7);
  await log.start();
  const pending = await receive(log);
  const neighbour = new AnswerLog({
    db: { query: async (text, values) => await db.query(text.replace("pg_postmaster_start_time()", "now()"), values) },
    clock,
    node: () => ALIVE,
    isAlone: false,
    log: silentLog,
  });
  await neighbour.lostWithNodesOtherThan([ALIVE]);
  expect(await lostAmong([pending])).toEqual([false]);
  expect(await decidedBefore(7)).not.toBe("");
  log.close(pending.answer);
  await log.stop();
});

test("two equal alerts whose answers were lost each match one resend, and a third equal alert is new", async () => {
  const log = logOf(8);
  await log.start();
  const [one, other] = [await receive(log, "equal"), await receive(log, "equal")];
  await Promise.all([one, other].map(({ answer, id }) => log.lost(answer, id)));
  expect((await receiveEqual(log, "equal")).row).toMatchObject({ kind: "resent", id: one.id });
  expect((await receiveEqual(log, "equal")).row).toMatchObject({ kind: "resent", id: other.id });
  expect((await receiveEqual(log, "equal")).row).toMatchObject({ kind: "inserted" });
});

test("resends of equal alerts in one commit match a row each", async () => {
  const log = logOf(9);
  const [one, other] = [await receive(log, "batched"), await receive(log, "batched")];
  await Promise.all([one, other].map(({ answer, id }) => log.lost(answer, id)));
  const resends = [1, 2, 3].map(() => signalOf("batched", clock));
  const rows = (await acceptSignals(db, log.acceptor, resends, clock)).map((each) => each?.accepted);
  expect(rows.map((row) => row?.kind)).toEqual(["resent", "resent", "inserted"]);
  expect(rows.slice(0, 2).map((row) => row?.id)).toEqual([one.id, other.id]);
});

test("a resend whose answer is also lost leaves its row to the next resend", async () => {
  const log = logOf(10);
  const order = await receive(log);
  await log.lost(order.answer, order.id);
  const second = await receiveEqual(log, order.id);
  expect(second.row).toMatchObject({ kind: "resent", id: order.id });
  await log.lost(second.answer, order.id);
  expect((await receiveEqual(log, order.id)).row).toMatchObject({ kind: "resent", id: order.id });
});

test("a resend whose commit is uncertain gives up its claim, at the latest when its node dies", async () => {
  const log = logOf(11);
  await log.start();
  const order = await receive(log);
  await log.lost(order.answer, order.id);
  const unsure = await receiveEqual(log, order.id);
  // As when the connection breaks during the commit: only the id that the resend's own row would have had is known.
  await log.lost(unsure.answer, unsure.answer.id);
  expect((await receiveEqual(log, order.id)).row).toMatchObject({ kind: "resent", id: order.id });
  const survivor = logOf(ALIVE);
  await survivor.lostWithNodesOtherThan([ALIVE]);
  expect((await receiveEqual(survivor, order.id)).row).toMatchObject({ kind: "resent", id: order.id });
});

describe("an equal alert that comes before the first one's answer is lost", () => {
  // @covers P1
  test.each([
    ["not stored yet", 19],
    ["stored", 20],
  ])("promise 1: is a new one, while the loss is %s", async (isStored, node) => {
    const log = logOf(node);
    const order = await receive(log, `twin at ${node}`);
    clock.pass(300);
    const twin = signalOf(`twin at ${node}`, clock);
    clock.pass(2_000);
    const marked = log.lost(order.answer, order.id);
    if (isStored === "stored") await marked;
    expect(await commit(log, twin)).toMatchObject({ kind: "inserted" });
    await marked;
    expect((await receiveEqual(log, `twin at ${node}`)).row).toMatchObject({ kind: "resent", id: order.id });
  });

  // @covers P2
  test("promise 2: may be its resend at another node, which can't compare the times", async () => {
    const [log, other] = [logOf(21), logOf(24)];
    const order = await receive(log, "twin elsewhere");
    const twin = signalOf("twin elsewhere", clock);
    await log.lost(order.answer, order.id);
    expect(await commit(other, twin)).toMatchObject({ kind: "resent", id: order.id });
  });

  // @covers P2
  test("promise 2: is its resend after five seconds, because a node may notice the loss later than TradingView", async () => {
    const log = logOf(22);
    const order = await receive(log);
    clock.pass(5_000);
    const resend = signalOf(order.id, clock);
    await log.lost(order.answer, order.id);
    expect(await commit(log, resend)).toMatchObject({ kind: "resent", id: order.id });
  });
});

// @covers P1
test("promise 1: what a node answers after others took it for dead isn't lost, and the next equal alert is a new one", async () => {
  const node = 23;
  const log = logOf(node);
  await log.start();
  const [answeredBefore, answeredAfter, unanswered] = [await receive(log), await receive(log), await receive(log)];
  log.close(answeredBefore.answer);
  await logOf(ALIVE).lostWithNodesOtherThan([ALIVE]);
  const all = [answeredBefore, answeredAfter, unanswered];
  expect(await lostAmong(all)).toEqual([true, true, true]);
  // Writing what is decided shows the node that it was buried.
  await expect.poll(() => decidedBefore(node)).not.toBe("");
  log.close(answeredAfter.answer);
  await expect.poll(() => lostAmong(all)).toEqual([false, false, true]);
  expect((await receiveEqual(log, answeredAfter.id)).row).toMatchObject({ kind: "inserted" });
  expect((await receiveEqual(log, unanswered.id)).row).toMatchObject({ kind: "resent", id: unanswered.id });
});

// @covers F5
test("resends of equal alerts that reach two nodes at the same moment match a row each", async () => {
  const nodes = [logOf(12), logOf(13)];
  for (let round = 0; round < 20; round += 1) {
    const body = `round ${round}`;
    const lost = await Promise.all(nodes.map((log) => receive(log, body)));
    await Promise.all(lost.map(({ answer, id }, index) => nodes[index]?.lost(answer, id)));
    const resent = await Promise.all(nodes.map((log) => receiveEqual(log, body)));
    expect(new Set(resent.map(({ row }) => row?.id))).toEqual(new Set(lost.map(({ id }) => id)));
  }
});

test.each([-30_000, 30_000])(
  "after a node dies, only the alerts it hadn't answered can be resent, though its clock was set by %d ms in between",
  async (byMs) => {
    const log = logOf(DEAD);
    await log.start();
    const answered = await receive(log);
    log.close(answered.answer);
    clock.set(byMs);
    const pending = await receive(log);
    await decided(DEAD, answered);
    await logOf(ALIVE).lostWithNodesOtherThan([ALIVE]);
    expect(await lostAmong([answered, pending])).toEqual([false, true]);
    await log.stop();
  },
);

// @covers F6
test.each([-90_000, 90_000])(
  "a resend is recognised even if the clock was set by %d ms after the alert",
  async (byMs) => {
    const log = logOf(14);
    const order = await receive(log);
    await log.lost(order.answer, order.id);
    clock.set(byMs);
    expect((await receiveEqual(log, order.id)).row).toMatchObject({ kind: "resent", id: order.id });
  },
);

describe("once TradingView can no longer resend, 24 s after the alert,", () => {
  const LATEST_RESEND_MS = 24_000;
  const TOO_LATE_MS = 25_500;

  test.each([
    [LATEST_RESEND_MS, "resent"],
    [TOO_LATE_MS, "inserted"],
  ])("an equal alert is a new one: %d ms later at the same node it is %s", async (laterMs, kind) => {
    const log = logOf(15);
    const order = await receive(log);
    await log.lost(order.answer, order.id);
    clock.pass(laterMs);
    expect((await receiveEqual(log, order.id)).row).toMatchObject({ kind });
  });

  test.each([
    [LATEST_RESEND_MS, "resent"],
    [TOO_LATE_MS, "inserted"],
  ])(
    "an equal alert is a new one: %d ms later by PostgreSQL's clock at another node it is %s",
    async (laterMs, kind) => {
      const log = logOf(16);
      const order = await receive(log);
      await log.lost(order.answer, order.id);
      await db.query("update signals set received_at_database = received_at_database - $2 where id = $1", [
        order.id,
        laterMs * 1_000,
      ]);
      expect((await receiveEqual(logOf(17), order.id)).row).toMatchObject({ kind });
    },
  );
});
