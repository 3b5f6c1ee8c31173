/** The hash chain as an operator meets it: somebody with the database's password changes the log by hand. */
import { onTestFinished, expect, test } from "vitest";
import { openTestDatabase } from "../../../test/database.ts";
import { systemClock } from "../../platform/clock.ts";
import { forgetAudit } from "./forget.ts";
import { recordAudit } from "./record.ts";
import { sealEntries } from "./seal.ts";
import { verifyAudit } from "./verify.ts";

const DAY_MS = 86_400_000;

/** Opens a log whose entries, of five sign-ins, have the ids 1 to 5. */
async function openLog() {
  const { database, drop } = await openTestDatabase();
  onTestFinished(drop);
  const signIn = (at = new Date(systemClock.nowMs()), actor = "user") =>
    recordAudit(database.orm, { at, userId: null, actor, action: "login", details: { way: "password" } });
  for (const actor of ["one", "two", "three", "four", "five"]) await signIn(undefined, actor);
  const head = await sealEntries(database);
  /** Runs statements as an intruder would, who has turned the triggers off. */
  const tamper = async (...statements: string[]) => {
    for (const table of ["audit_log", "audit_seals"]) await database.query(`alter table ${table} disable trigger user`);
    for (const statement of statements) await database.query(statement);
    for (const table of ["audit_log", "audit_seals"]) await database.query(`alter table ${table} enable trigger user`);
  };
  const faults = async (knownHead?: string) => (await verifyAudit(database, knownHead)).faults;
  return { database, signIn, head: head?.hash ?? "", tamper, faults };
}

test("an untouched log has no faults, and its head is the last entry's hash", async () => {
  const { database, head, signIn } = await openLog();
  expect(await verifyAudit(database, head)).toEqual({
    checked: 5,
    waiting: 0,
    head: { position: 5, hash: head },
    removedThrough: 0,
    faults: [],
  });
  await signIn();
  expect(await verifyAudit(database, head)).toMatchObject({ checked: 5, waiting: 1, faults: [] });
  const next = await sealEntries(database);
  expect(next).toEqual({ position: 6, hash: expect.not.stringContaining(head) });
  expect(await verifyAudit(database, head)).toMatchObject({ checked: 6, waiting: 0, head: next, faults: [] });
});

const INSERT_COLUMNS = "(id, at, actor, action, details) overriding system value";
// @covers E16
test.each([
  ["a changed actor", ["update audit_log set actor = 'nobody' where id = 3"], ["entry 3 isn't as it was sealed"]],
  [
    "a changed microsecond",
    ["update audit_log set at = at + interval '1 microsecond' where id = 3"],
    ["entry 3 isn't as it was sealed"],
  ],
  [
    "a changed detail",
    [`update audit_log set details = '{"way":"code"}' where id = 5`],
    ["entry 5 isn't as it was sealed"],
  ],
  ["a removed entry", ["delete from audit_log where id = 3"], ["entry 3 is missing"]],
  [
    "an entry removed with its seal",
    ["delete from audit_log where id = 3", "delete from audit_seals where entry_id = 3"],
    ["positions 3 to 3 of the chain are missing"],
  ],
  [
    "the first entries removed with their seals",
    ["delete from audit_log where id < 3", "delete from audit_seals where entry_id < 3"],
    ["positions 1 to 2 of the chain are missing"],
  ],
  [
    "the first entries removed as retention does, but without its record",
    ["delete from audit_log where id < 3", "delete from audit_seals where entry_id < 2"],
    ["positions 1 to 1 of the chain are missing", "entry 2 is missing"],
  ],
  [
    "seals removed, but not their entries",
    ["delete from audit_seals where entry_id in (3, 4)"],
    [
      "positions 3 to 4 of the chain are missing",
      "entry 3 was added outside of the chain",
      "entry 4 was added outside of the chain",
    ],
  ],
  [
    "two entries that changed places",
    ["update audit_log a set actor = b.actor from audit_log b where a.id in (2, 4) and a.id + b.id = 6"],
    ["entry 2 isn't as it was sealed", "entry 4 isn't as it was sealed"],
  ],
  [
    "two seals that changed places",
    [
      "update audit_seals set position = -2 where position = 2",
      "update audit_seals set position = 2 where position = 3",
      "update audit_seals set position = 3 where position = -2",
    ],
    // 4 is chained to what stood at 3.
    ["entry 3 isn't as it was sealed", "entry 2 isn't as it was sealed", "entry 4 isn't as it was sealed"],
  ],
  [
    "an entry inserted beside the triggers",
    [`insert into audit_log ${INSERT_COLUMNS} values (-1, now(), 'x', 'login', '{}')`],
    ["entry -1 was added outside of the chain"],
  ],
  [
    "a new seal's time",
    ["update audit_seals set sealed_at = sealed_at - interval '1 hour' where position = 5"],
    ["entry 5 isn't as it was sealed"],
  ],
])("%s is found, and named", async (_, statements, expected) => {
  const { tamper, faults } = await openLog();
  await tamper(...statements);
  expect(await faults()).toEqual(expected);
});

// @covers E16
test("an entry that is inserted later is sealed as of then, so a date in the past gives it away", async () => {
  const { database, signIn, faults } = await openLog();
  await signIn(new Date(systemClock.nowMs() - DAY_MS));
  await sealEntries(database);
  expect(await faults()).toEqual([
    expect.stringMatching(/^entry 6 is dated \d{4}-\S+Z, but was added after \d{4}-\S+Z$/),
  ]);
});

test("a date in the future is found as well", async () => {
  const { database, signIn, faults } = await openLog();
  await signIn(new Date(systemClock.nowMs() + DAY_MS));
  await sealEntries(database);
  expect(await faults()).toEqual([expect.stringMatching(/^entry 6 is dated \S+, but was sealed at \S+$/)]);
});

// @covers E16
test("a shortened or wholly rewritten log passes by itself, but no longer contains the head that was kept elsewhere", async () => {
  const { database, head, tamper, faults } = await openLog();
  await tamper("delete from audit_log where id = 5", "delete from audit_seals where entry_id = 5");
  expect(await faults()).toEqual([]);
  expect(await faults(head)).toEqual(["the given head isn't in the chain"]);

  await tamper(
    "update audit_log set actor = 'nobody' where id = 2",
    "delete from audit_seals",
    "insert into audit_unsealed select id from audit_log",
  );
  await sealEntries(database);
  expect(await faults()).toEqual([]);
  expect(await faults(head)).toEqual(["the given head isn't in the chain"]);
});

test("an entry that is removed before it is sealed is missed all the same", async () => {
  const { database, signIn, tamper, faults } = await openLog();
  await signIn();
  await tamper("delete from audit_log where id = 6");
  expect(await faults()).toEqual(["entry 6 was removed before it was sealed"]);
  await signIn();
  expect(await sealEntries(database)).toMatchObject({ position: 6 });
  expect(await faults()).toEqual(["entry 6 was removed before it was sealed"]);
});

// @covers E16
test("neither table takes a change, a removal or a truncation from the server's own statements", async () => {
  const { database, faults } = await openLog();
  for (const table of ["audit_log", "audit_seals"]) {
    const column = table === "audit_log" ? "actor" : "sealed_at";
    for (const statement of [
      `update ${table} set ${column} = ${column}`,
      `delete from ${table}`,
      `truncate ${table}`,
    ]) {
      await expect(database.query(statement)).rejects.toThrow(`${table} is append-only`);
    }
  }
  expect(await faults()).toEqual([]);
});

// @covers E16
test("after retention the chain verifies from the first kept entry on, and the removal is in the log", async () => {
  const { database, signIn, tamper, faults } = await openLog();
  const after = (days: number) => new Date(systemClock.nowMs() + days * DAY_MS);
  await signIn(after(2));
  await sealEntries(database);
  await forgetAudit(database, after(1), after(0));
  const left = await database.query<{ id: number; details: object }>("select id, details from audit_log order by id");
  expect(left).toEqual([
    { id: 6, details: { way: "password" } },
    { id: 7, details: { through: "5", before: expect.any(String) } },
  ]);
  await sealEntries(database);
  const verdict = await verifyAudit(database);
  expect(verdict).toMatchObject({ checked: 2, removedThrough: 5, head: { position: 7 } });
  // The test dated it in the future.
  expect(verdict.faults).toEqual([expect.stringMatching(/^entry 6 is dated/)]);

  // Nothing is left to remove, so nothing is recorded.
  await forgetAudit(database, after(1), after(0));
  expect(await database.query("select id from audit_log where action = 'audit_forgotten'")).toHaveLength(1);

  await tamper("update audit_log set actor = 'nobody' where id = 6");
  expect(await faults()).toContain("entry 6 isn't as it was sealed");
});
