import { v7 as uuidv7 } from "uuid";
import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "../../../test/database.ts";
import { systemClock } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { acceptOrders } from "./accept-sql.ts";
import { AnswerLog, type OpenAnswer } from "./answers.ts";

const storage = await openTestDatabase();
afterAll(() => storage.drop());
const db = storage.database.journal;

const DEAD = 1;
const ALIVE = 2;
const logOf = (node: number, queryable: Queryable = db) =>
  new AnswerLog({ db: queryable, clock: systemClock, node: () => node, isAlone: true, onTrouble: () => undefined });

interface Received {
  readonly id: string;
  readonly answer: OpenAnswer;
}

/** An alert as the intake hands it on; its body is what tells it from others. */
function alertOf(body: string) {
  const message = { account: "account", ticker: "SBER", direction: "BUY", type: "MARKET", contracts: "1" } as const;
  const origin = { userId: uuidv7(), accountId: "account", venue: "ALOR_BROKER", isDemo: true, partition: 0 } as const;
  return { ...origin, body: Buffer.from(body), idempotencyKey: undefined, content: { message, repairs: [] } };
}

/** An alert that `node` has committed, and not answered yet. */
async function receive(log: AnswerLog, node: number): Promise<Received> {
  const receivedAtUs = systemClock.nowUs();
  const answer = log.open(receivedAtUs);
  const id = uuidv7();
  await acceptOrders(db, { node, lostUnmarked: [], claimed: [] }, [{ ...alertOf(id), id, receivedAtUs }]);
  return { id, answer };
}

async function decidedUntil(node: number): Promise<number> {
  const [row] = await db.query<{ decided_until: number }>("select decided_until from nodes where node = $1", [node]);
  return row?.decided_until ?? 0;
}

async function lostAmong(orders: readonly Received[]): Promise<boolean[]> {
  const rows = await db.query<{ id: string }>("select id from orders where answer_lost");
  return orders.map(({ id }) => rows.some((row) => row.id === id));
}

test("of a node that died, what it had answered is no resend's, and what it had not answered is", async () => {
  const log = logOf(DEAD);
  await log.start();
  const answered = await receive(log, DEAD);
  log.close(answered.answer);
  const afterAnswer = systemClock.nowUs();
  const pending = await receive(log, DEAD);
  await expect.poll(() => decidedUntil(DEAD)).toBeGreaterThan(afterAnswer);

  const survivor = logOf(ALIVE);
  await survivor.start();
  const own = await receive(survivor, ALIVE);
  await survivor.lostWithNodesOtherThan([ALIVE]);
  expect(await lostAmong([answered, pending, own])).toEqual([false, true, false]);
  await log.stop();
});

test("a node that died before it said anything leaves nothing answered", async () => {
  const log = logOf(3);
  await log.start();
  const pending = await receive(log, 3);
  await logOf(ALIVE).lostWithNodesOtherThan([ALIVE]);
  expect(await lostAmong([pending])).toEqual([true]);
});

test("a resend that was answered is settled: a further equal alert is a new one", async () => {
  const log = logOf(4);
  await log.start();
  const order = await receive(log, 4);
  await log.lost(order.answer, order.id);
  expect(await lostAmong([order])).toEqual([true]);
  await log.found(log.open(systemClock.nowUs()), order.id);
  expect(await lostAmong([order])).toEqual([false]);
  await log.stop();
  expect(await decidedUntil(4)).toBe(0);
});

test("what the storage could not be told while it was away is told once it is back", async () => {
  let failures = 2;
  const query: Queryable["query"] = async (text, values) => {
    failures -= 1;
    if (failures >= 0) throw new Error("Connection terminated unexpectedly");
    return await db.query(text, values);
  };
  const log = logOf(5, { query });
  log.close(log.open(systemClock.nowUs()));
  const afterAnswer = systemClock.nowUs();
  await expect.poll(() => decidedUntil(5)).toBeGreaterThan(afterAnswer);
  await log.stop();
});

test("a resend that is faster than the storage's return is recognised all the same", async () => {
  let isAway = true;
  const query: Queryable["query"] = async (text, values) => {
    if (isAway) throw new Error("Connection terminated unexpectedly");
    return await db.query(text, values);
  };
  const log = logOf(6, { query });
  const order = await receive(log, 6);
  const marking = log.lost(order.answer, order.id);
  const [resent] = await acceptOrders(db, { node: 6, lostUnmarked: log.lostUnmarked, claimed: [] }, [
    { ...alertOf(order.id), id: uuidv7(), receivedAtUs: systemClock.nowUs() },
  ]);
  expect(resent).toMatchObject({ id: order.id, kind: "resent" });
  isAway = false;
  await log.found(log.open(systemClock.nowUs()), order.id);
  await marking;
  expect(await lostAmong([order])).toEqual([false]);
  await log.stop();
});

test("right after PostgreSQL's own start a node that isn't seen yet may only be reconnecting", async () => {
  const log = logOf(7);
  await log.start();
  const pending = await receive(log, 7);
  const neighbour = new AnswerLog({
    db: { query: async (text, values) => await db.query(text.replace("pg_postmaster_start_time()", "now()"), values) },
    clock: systemClock,
    node: () => ALIVE,
    isAlone: false,
    onTrouble: () => undefined,
  });
  await neighbour.lostWithNodesOtherThan([ALIVE]);
  expect(await lostAmong([pending])).toEqual([false]);
  expect(await decidedUntil(7)).toBeGreaterThan(0);
  log.close(pending.answer);
  await log.stop();
});

test("of two equal alerts that were lost together, each has its own resend", async () => {
  const log = logOf(8);
  await log.start();
  const order = await receive(log, 8);
  await log.lost(order.answer, order.id);
  const resend = async () => {
    const alert = { ...alertOf(order.id), id: uuidv7(), receivedAtUs: systemClock.nowUs() };
    const [committed] = await acceptOrders(db, { node: 8, lostUnmarked: [], claimed: log.claimed }, [alert]);
    return committed;
  };
  expect(await resend()).toMatchObject({ kind: "resent", id: order.id });
  log.claim(order.id);
  expect(await resend()).toMatchObject({ kind: "inserted" });
  await log.stop();
});
