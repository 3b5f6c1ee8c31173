/** Alerts whose commit was in doubt when they got their 503: their resends must be recognised, and never doubled. */
import pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import { silentLog } from "../../test/retry-log.ts";
import { systemClock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { acceptSignals } from "./accept.ts";
import { AnswerLog } from "./answers.ts";
import { signalOf } from "./signal.fixture.ts";

const storage = await openTestDatabase();
const db = storage.database.journal;
const clock = systemClock;
afterAll(() => storage.drop());

let nodes = 100;
function startNode(queryable: Queryable = db): AnswerLog {
  nodes += 1;
  const node = nodes;
  return new AnswerLog({ db: queryable, clock, node: () => node, isAlone: false, log: silentLog });
}

async function accept(log: AnswerLog, body: string, id: string = uuidv7(), queryable: Queryable = db) {
  const [committed] = await acceptSignals(queryable, log.acceptor, [signalOf(body, clock, { id })], clock);
  return committed?.accepted;
}

/** Accepts an alert in a transaction that stays open until it is committed. */
async function beginAccept(log: AnswerLog, body: string, id: string) {
  const client = new pg.Client({ connectionString: storage.url });
  await client.connect();
  await client.query("begin");
  const query: Queryable["query"] = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    (await client.query<Row>(text, [...values])).rows;
  await accept(log, body, id, { query });
  return async () => {
    await client.query("commit");
    await client.end();
  };
}

const aged = (ms: number) => uuidv7({ msecs: clock.nowMs() - ms });

// @covers P2
test("promise 2: an alert whose commit ends after its 503 is recognised when it is resent", async () => {
  const [node, other] = [startNode(), startNode()];
  const answer = node.open({ id: uuidv7() });
  const commit = await beginAccept(node, "slow commit", answer.id);
  const marked = node.lost(answer, answer.id);
  const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  await expect.poll(() => storage.database.query(waiting)).toHaveLength(1);
  await commit();
  await marked;
  expect(await accept(other, "slow commit")).toMatchObject({ id: answer.id, kind: "resent" });
  await node.stop();
});

// @covers P2
test("promise 2: a resend isn't taken for a new alert while the first one is being committed", async () => {
  const [node, other] = [startNode(), startNode()];
  const answer = node.open({ id: uuidv7() });
  const commit = await beginAccept(node, "unfinished", answer.id);
  expect(await accept(other, "unfinished")).toBeUndefined();
  await commit();
  await node.lost(answer, answer.id);
  expect(await accept(other, "unfinished")).toMatchObject({ id: answer.id, kind: "resent" });
  await node.stop();
});

// @covers P2
test("promise 2: a statement that a frozen server runs after its alert's 503 stores nothing", async () => {
  const node = startNode();
  const answer = node.open({ id: uuidv7() });
  await node.lost(answer, answer.id);
  expect(await accept(node, "frozen")).toMatchObject({ kind: "inserted" });
  await expect(accept(node, "frozen", answer.id)).rejects.toThrow("neither inserted nor known");
  const rows = await db.query("select from orders where signal_id = $1", [answer.id]);
  expect(rows).toEqual([]);
  await node.stop();
});

// @covers P2
test("promise 2: a node that can't reach the database, but still has its lock, can't mark its alerts: others recognise their resends", async () => {
  const [cutOff, other] = [startNode(), startNode()];
  const { id } = cutOff.open({ id: aged(4_500) });
  await db.query("insert into nodes (node, decided_before) values ($1, $2)", [nodes - 1, id]);
  await accept(cutOff, "cut off", id);
  expect(await accept(other, "cut off")).toMatchObject({ id, kind: "resent" });
  await cutOff.stop();
});

// @covers P2
test("promise 2: an alert that is stored after its node was taken for dead is recognised when it is resent", async () => {
  const away: Queryable = { query: () => new Promise(() => undefined) };
  const [cutOff, other] = [startNode(away), startNode()];
  const { id } = cutOff.open({ id: aged(4_500) });
  await db.query("insert into nodes (node, decided_before) values ($1, $2)", [nodes - 1, id]);
  await other.lostWithNodesOtherThan([nodes]);
  await accept(cutOff, "in doubt at the death", id);
  expect(await accept(other, "in doubt at the death")).toMatchObject({ id, kind: "resent" });
});

// @covers P1
test("promise 1: a node whose lock is gone for a moment isn't dead: what it accepts then is no lost alert, and an equal one is new", async () => {
  const [alive, other] = [startNode(), startNode()];
  await alive.start();
  const { id } = alive.open({ id: uuidv7() });
  await accept(alive, "lock gone", id);
  await other.lostWithNodesOtherThan([nodes]);
  expect(await accept(other, "lock gone")).toMatchObject({ kind: "inserted" });
  await Promise.all([alive.stop(), other.stop()]);
});

// @covers P2
test("promise 2: a node whose lock and connections are gone is dead, and what it hadn't answered is lost at once", async () => {
  const [dead, other] = [startNode(), startNode()];
  const client = new pg.Client({ connectionString: storage.url });
  await client.connect();
  const { id } = dead.open({ id: uuidv7() });
  const row = "insert into nodes (node, decided_before, written_by) values ($1, $2, pg_backend_pid())";
  await client.query(row, [nodes - 1, id]);
  await accept(dead, "not answered", id);
  await client.end();
  const isGone = "select from pg_stat_activity join nodes on written_by = pid where node = $1";
  await expect.poll(() => db.query(isGone, [nodes - 1])).toHaveLength(0);
  await other.lostWithNodesOtherThan([nodes]);
  expect(await accept(other, "not answered")).toMatchObject({ id, kind: "resent" });
  await Promise.all([dead.stop(), other.stop()]);
});

test("an equal alert is a new one if the first one's node records its answers", async () => {
  const [node, other] = [startNode(), startNode()];
  await node.start();
  const answer = node.open({ id: aged(4_500) });
  await accept(node, "decided", answer.id);
  node.close(answer);
  await expect
    .poll(() => db.query("select from nodes where node = $1 and decided_before > $2", [nodes - 1, answer.id]))
    .toHaveLength(1);
  expect(await accept(other, "decided")).toMatchObject({ kind: "inserted" });
  await node.stop();
});

test("a node that comes back after another answered the resend doesn't mark the alert as lost again", async () => {
  const [cutOff, other] = [startNode(), startNode()];
  const answer = cutOff.open({ id: aged(4_500) });
  await db.query("insert into nodes (node, decided_before) values ($1, $2)", [nodes - 1, answer.id]);
  await accept(cutOff, "back again", answer.id);
  const resend = other.open({ id: uuidv7() });
  expect(await accept(other, "back again", resend.id)).toMatchObject({ id: answer.id, kind: "resent" });
  await other.found(resend, answer.id);
  await cutOff.lost(answer, answer.id);
  expect(await accept(other, "back again")).toMatchObject({ kind: "inserted" });
  await Promise.all([cutOff.stop(), other.stop()]);
});

test("answers lost in an outage are stored in few writes, however many there are", async () => {
  let writes = 0;
  let isAway = true;
  const counting: Queryable = {
    query: async (text, values) => {
      if (isAway) throw Object.assign(new Error("Connection terminated"), { code: "08006" });
      writes += 1;
      return await db.query(text, values);
    },
  };
  const node = new AnswerLog({ db: counting, clock, node: () => 99, isAlone: false, log: silentLog });
  const marked = Array.from({ length: 300 }, () => {
    const id = uuidv7();
    return node.lost({ id }, id);
  });
  isAway = false;
  await Promise.all(marked);
  expect(writes).toBeLessThan(5);
  await node.stop();
});
