/** The relay against a model of storage, accounts and venue, in virtual time: any mix that fast-check finds. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { isTradable, MAX_AGE_MS, QUIET, scenario, SETTLES_WITHIN_MS, World, type Scenario } from "./world.fixture.ts";

/** Chance seldom finds it: the first send comes to light late, the second is put off, and then the key is another one. */
const KEY_REPLACED_BETWEEN_RESENDS: Scenario = {
  ...QUIET,
  behaviours: [
    { kind: "take-and-lose", ms: 0, lateMs: 3_000 },
    { kind: "throttle", ms: 0, lateMs: 0 },
    { kind: "accept", ms: 0, lateMs: 0 },
  ],
  changes: [{ lane: "lane-0", atMs: 100, kind: "key" }],
};

/** Refused twice in words that no table lists, taken all the same, and then nobody can ask any more. */
const TAKEN_AND_REFUSED_WITHOUT_A_KEY: Scenario = {
  ...QUIET,
  behaviours: [{ kind: "take-and-refuse", ms: 0, lateMs: 0 }],
  changes: [{ lane: "lane-0", atMs: 1, kind: "key" }],
  keepsKeys: false,
};

test("promises 2, 3, 4 and 6 hold under any mix of venue faults and crashes", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      const world = new World(given);
      await world.live();

      expect(
        world.rows.filter(({ settlement }) => !settlement),
        "promise 3: every order is settled",
      ).toEqual([]);
      const ids = world.ledger.map(({ id }) => id);
      expect(new Set(ids).size, "promise 2: no order is executed twice").toBe(ids.length);
      for (const { id, settlement, settledAtMs } of world.rows) {
        if (settlement?.kind === "rejected" && settlement.reason.startsWith("EXPIRED"))
          expect(settledAtMs, `${id} was said to be too old`).toBeGreaterThanOrEqual(MAX_AGE_MS);
        const isExecuted = ids.includes(id);
        if (settlement?.kind === "accepted") expect(isExecuted, `${id} was said to be accepted`).toBe(true);
        else if (settlement?.reason !== "OUTCOME_UNKNOWN")
          expect(isExecuted, `${id} was said to be rejected`).toBe(false);
      }
      for (const lane of new Set(world.rows.map((row) => row.lane))) {
        const own = world.ledger.filter((entry) => entry.lane === lane).toSorted((one, other) => one.atMs - other.atMs);
        const order = own.map(({ id }) => id);
        const mayOvertake = given.mayOvertake || given.changes.some(({ kind }) => kind === "goOn");
        if (!mayOvertake)
          expect(order, "promise 4: in order").toEqual(
            world.rows.map(({ id }) => id).filter((id) => order.includes(id)),
          );
        const sends = world.sends.filter((send) => send.lane === lane).map(({ id }) => id);
        expect(sends, "promise 4: sent in order, whatever may overtake").toEqual(sends.toSorted());
      }
      for (const { lane, atMs, keyVersion } of world.sends) {
        const account = world.accountAt(lane, atMs);
        expect(isTradable(account), "nothing is sent from a paused or removed account, or to another environment").toBe(
          true,
        );
        expect(keyVersion, "nothing is sent with a key that was replaced").toBe(account.keyVersion);
      }
      expect(
        world.ledger.every(({ atMs }) => atMs <= MAX_AGE_MS + SETTLES_WITHIN_MS),
        "promise 6: nothing stale is sent",
      ).toBe(true);
    }),
    { numRuns: 400, examples: [[KEY_REPLACED_BETWEEN_RESENDS], [TAKEN_AND_REFUSED_WITHOUT_A_KEY]] },
  );
});

test("where a destination can neither tell repetitions nor be asked, a delivery is repeated only where an answer was lost, and in order", async () => {
  const repeated = scenario.map((given): Scenario => ({ ...given, resend: { by: "repeat" }, changes: [] }));
  await fc.assert(
    fc.asyncProperty(repeated, async (given) => {
      const world = new World(given);
      await world.live();

      expect(world.rows.filter(({ settlement }) => !settlement)).toEqual([]);
      const ids = world.ledger.map(({ id }) => id);
      for (const { id, settlement } of world.rows) {
        if (settlement?.kind === "accepted") expect(ids, `${id} was said to be accepted`).toContain(id);
        else if (settlement?.reason !== "OUTCOME_UNKNOWN" && world.lostAnswers === 0 && given.crashes.length === 0)
          expect(ids, `${id} was said to be rejected`).not.toContain(id);
      }
      // A crash interrupts one send in each lane at most.
      const inDoubt = world.lostAnswers + given.crashes.length * given.lanes;
      expect(ids.length - new Set(ids).size).toBeLessThanOrEqual(inDoubt);
      for (const lane of new Set(world.rows.map((row) => row.lane))) {
        const firsts = [...new Set(world.ledger.filter((entry) => entry.lane === lane).map(({ id }) => id))];
        expect(firsts).toEqual(world.rows.map(({ id }) => id).filter((id) => firsts.includes(id)));
      }
      expect(world.ledger.every(({ atMs }) => atMs <= MAX_AGE_MS)).toBe(true);
    }),
    { numRuns: 400 },
  );
});
