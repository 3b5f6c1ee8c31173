/** What happens to the orders behind an unresolved one, in virtual time. */
import { expect, test } from "vitest";
import { target } from "../strategies/instruction.fixture.ts";
import { MAX_AGE_MS, QUIET, type Scenario } from "./scenario.fixture.ts";
import { World } from "./world.fixture.ts";

const TAKEN_WITHOUT_A_WORD = { kind: "take-and-lose", ms: 0, lateMs: 0 } as const;
const LOST = { kind: "lose", ms: 0, lateMs: 0 } as const;
const PUT_OFF = { kind: "throttle", ms: 0, lateMs: 0 } as const;
const TAKEN = { kind: "accept", ms: 0, lateMs: 0 } as const;

/** Returns how each order of one account ended, and in which second. */
async function endsOf(given: Partial<Scenario>): Promise<readonly [string, number][]> {
  const world = new World({ ...QUIET, ...given });
  await world.live();
  return world.rows.map(({ end, endedAtMs = NaN }) => [
    end?.kind === "rejected" ? end.reason : "accepted",
    Math.floor(endedAtMs / 1_000),
  ]);
}

test("orders wait behind an unresolved one, and if they expire they say what they waited for", async () => {
  const ends = await endsOf({ rows: 3, behaviours: [TAKEN_WITHOUT_A_WORD, TAKEN], lookups: [false] });
  const seconds = MAX_AGE_MS / 1_000;
  expect(ends).toEqual([
    ["OUTCOME_UNKNOWN", expect.closeTo(seconds, -1)],
    ["EXPIRED_BEHIND_UNKNOWN", seconds],
    ["EXPIRED_BEHIND_UNKNOWN", seconds],
  ]);
});

/** A newer one takes no older one's place. */
const DELTA = { ...target("1"), kind: "delta" } as const;

test.each([
  ["of an account alone", {}],
  ["of a strategy", { instruction: DELTA }],
])("an order that comes behind many that wait is the only one to be loaded and checked: %s", async (_, kind) => {
  const arrivals = 200;
  const world = new World({ ...QUIET, ...kind, arrivals, behaviours: [TAKEN_WITHOUT_A_WORD], lookups: [false] });
  await world.live();
  expect(world.rows.filter(({ end }) => end?.kind === "rejected")).toHaveLength(1 + arrivals);
  // With each of them, the last one before it; and the first one that waits, which might be allowed to overtake.
  expect(world.loaded).toBeLessThanOrEqual(2 * arrivals + 1);
  expect(world.permits).toBeLessThanOrEqual(4 * arrivals);
});

test("orders behind an unresolved one are sent as soon as its outcome is known", async () => {
  const ends = await endsOf({
    rows: 2,
    behaviours: [TAKEN_WITHOUT_A_WORD, TAKEN],
    lookups: [false, false, false, true],
  });
  expect(ends).toEqual([
    ["accepted", 1],
    ["accepted", 1],
  ]);
});

test("if the user has chosen to go on, they are sent in order during the look-up", async () => {
  const given = {
    rows: 3,
    behaviours: [TAKEN_WITHOUT_A_WORD, PUT_OFF, TAKEN, TAKEN],
    lookups: [false],
    mayOvertake: true,
  };
  expect(await endsOf(given)).toEqual([
    ["OUTCOME_UNKNOWN", expect.closeTo(MAX_AGE_MS / 1_000, -1)],
    ["accepted", 0],
    ["accepted", 0],
  ]);
});

test("an order that others overtook isn't sent after them", async () => {
  const given = { rows: 2, behaviours: [LOST, TAKEN], mayOvertake: true };
  expect(await endsOf(given)).toEqual([
    ["OVERTAKEN", 3],
    ["accepted", 0],
  ]);
});

test("a choice to go on takes effect while orders wait", async () => {
  const ends = await endsOf({
    rows: 2,
    behaviours: [TAKEN_WITHOUT_A_WORD, TAKEN],
    lookups: [false],
    changes: [{ account: "account-0", atMs: 5_000, kind: "goOn" }],
  });
  expect(ends[1]).toEqual(["accepted", 5]);
});

test.each(["delete", "pause", "environment"] as const)(
  "after a %s waiting orders end at once, and the unresolved order is still looked up",
  async (kind) => {
    const ends = await endsOf({
      rows: 3,
      behaviours: [TAKEN_WITHOUT_A_WORD],
      lookups: [false, false, false, false, false, true],
      changes: [{ account: "account-0", atMs: 1_000, kind }],
    });
    expect(ends).toEqual([
      ["accepted", 5],
      ["ACCOUNT_PAUSED", 1],
      ["ACCOUNT_PAUSED", 1],
    ]);
  },
);

test.each(["delete", "pause", "environment", "key"] as const)(
  "after a %s an order that didn't arrive isn't resent",
  async (kind) => {
    const world = new World({
      ...QUIET,
      behaviours: [LOST],
      lookups: [false, true],
      changes: [{ account: "account-0", atMs: 100, kind }],
    });
    await world.live();
    expect(world.sends).toHaveLength(1);
    expect(world.rows[0]?.end).toMatchObject({ reason: kind === "key" ? "KEY_REPLACED" : "ACCOUNT_PAUSED" });
  },
);

test("if the key is gone the outcome stays unknown: no other key is used for the look-up", async () => {
  const ends = await endsOf({
    behaviours: [TAKEN_WITHOUT_A_WORD],
    lookups: [false, true],
    changes: [{ account: "account-0", atMs: 100, kind: "key" }],
    keepsKeys: false,
  });
  expect(ends).toEqual([["OUTCOME_UNKNOWN", expect.closeTo(MAX_AGE_MS / 1_000, -1)]]);
});

test("an order that was only throttled is retried with the account's current key", async () => {
  const world = new World({
    ...QUIET,
    behaviours: [PUT_OFF, TAKEN],
    changes: [{ account: "account-0", atMs: 100, kind: "key" }],
  });
  await world.live();
  expect(world.sends.map(({ keyVersion }) => keyVersion)).toEqual([1, 2]);
});

test("after a pause orders that wait behind a throttled one end at once, too", async () => {
  const given = {
    rows: 2,
    behaviours: [PUT_OFF],
    changes: [{ account: "account-0", atMs: 5_500, kind: "pause" } as const],
  };
  expect((await endsOf(given))[1]).toEqual(["ACCOUNT_PAUSED", 5]);
});
