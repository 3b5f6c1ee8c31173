/** Sealing beside writers: PostgreSQL only, because PGlite has one connection. */
import { expect, onTestFinished, test } from "vitest";
import { openTestDatabase } from "../../../test/database.ts";
import { systemClock } from "../../platform/clock.ts";
import type { Orm } from "../../platform/db/database.ts";
import { recordAudit } from "./record.ts";
import { sealEntries } from "./seal.ts";
import { verifyAudit } from "./verify.ts";

async function openLog() {
  const { database, drop } = await openTestDatabase();
  onTestFinished(drop);
  const record = (orm: Orm) =>
    recordAudit(orm, { at: new Date(systemClock.nowMs()), userId: null, actor: "somebody", action: "login" });
  return { database, record };
}

// @covers E16
test("an entry that commits after a later one was sealed is sealed once, and holds up nobody until then", async () => {
  const { database, record } = await openLog();
  const { orm } = database;
  const [written, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = orm.transaction(async (tx) => {
    await record(tx);
    written.resolve();
    await gate.promise;
  });
  await written.promise;
  await record(orm);
  expect(await sealEntries(database)).toMatchObject({ position: 1 });
  gate.resolve();
  await slow;
  expect(await sealEntries(database)).toMatchObject({ position: 2 });
  expect(await sealEntries(database)).toMatchObject({ position: 2 });
  const chain = await database.query("select entry_id from audit_seals order by position");
  expect(chain).toEqual([{ entry_id: 2 }, { entry_id: 1 }]);
  expect(await verifyAudit(database)).toMatchObject({ checked: 2, waiting: 0, faults: [] });
});

test("two leaders at a time, and writers beside them, make one chain without a fault", async () => {
  const { database, record } = await openLog();
  const { orm } = database;
  const write = async (count: number) => {
    for (let written = 0; written < count; written += 1)
      await (written % 2 === 0 ? record(orm) : orm.transaction((tx) => record(tx)));
  };
  const lead = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) await sealEntries(database);
  };
  await Promise.all([write(20), write(20), lead(10), lead(10)]);
  expect(await sealEntries(database)).toMatchObject({ position: 40 });
  expect(await verifyAudit(database)).toMatchObject({ checked: 40, waiting: 0, faults: [] });
});

test("more entries than fit into one statement, as a first release leaves them, are sealed in one round", async () => {
  const { database } = await openLog();
  await database.query(
    "insert into audit_log (at, actor, action, details) select now() - n * interval '1 day', 'x', 'login', '{}' from generate_series(1, 2500) n",
  );
  expect(await sealEntries(database)).toMatchObject({ position: 2500 });
  expect(await verifyAudit(database)).toMatchObject({ checked: 2500, waiting: 0, faults: [] });
});
