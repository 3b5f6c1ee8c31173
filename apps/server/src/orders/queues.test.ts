/**
 * Sends orders against a model of storage, accounts and venue in virtual time, in any mix that fast-check generates.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { isTradable, MAX_AGE_MS, QUIET, scenario, SETTLES_WITHIN_MS, type Scenario } from "./scenario.fixture.ts";
import { World } from "./world.fixture.ts";

/**
 * Rarely found by chance: the first send becomes visible late, the second is throttled, and then the key is replaced.
 */
const KEY_REPLACED_BETWEEN_RESENDS: Scenario = {
  ...QUIET,
  behaviours: [
    { kind: "take-and-lose", ms: 0, lateMs: 3_000 },
    { kind: "throttle", ms: 0, lateMs: 0 },
    { kind: "accept", ms: 0, lateMs: 0 },
  ],
  changes: [{ account: "account-0", atMs: 100, kind: "key" }],
};

/**
 * The venue refuses the order twice with an unlisted refusal, takes it anyway, and then look-ups fail for lack of the
 * key.
 */
const TAKEN_AND_REFUSED_WITHOUT_A_KEY: Scenario = {
  ...QUIET,
  behaviours: [{ kind: "take-and-refuse", ms: 0, lateMs: 0 }],
  changes: [{ account: "account-0", atMs: 1, kind: "key" }],
  keepsKeys: false,
};

/** An order ends because its account has changed, while the order that it waited behind is resolved. */
const ENDED_WHILE_WAITING: Scenario = {
  ...QUIET,
  rows: 3,
  lookups: [false, true],
  crashes: [3, 8],
  changes: [{ account: "account-0", atMs: 1, kind: "environment" }],
  keepsKeys: false,
};

// @covers P2 P3 V3 F1 F11
test("promises 2, 3, 4 and 6 hold under any mix of venue faults and crashes", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      const world = new World(given);
      await world.live();

      expect(world.hasSpun, "no queue keeps its process busy for nothing").toBe(false);
      expect(
        world.rows.filter(({ end }) => !end),
        "promise 3: every order ends",
      ).toEqual([]);
      const ids = world.ledger.map(({ id }) => id);
      expect(new Set(ids).size, "promise 2: no order is executed twice").toBe(ids.length);
      for (const { id, end, endedAtMs } of world.rows) {
        if (end?.kind === "rejected" && end.reason.startsWith("EXPIRED"))
          expect(endedAtMs, `${id} was said to be too old`).toBeGreaterThanOrEqual(MAX_AGE_MS);
        const isExecuted = ids.includes(id);
        if (end?.kind === "accepted") expect(isExecuted, `${id} was said to be accepted`).toBe(true);
        else if (end?.reason !== "OUTCOME_UNKNOWN") expect(isExecuted, `${id} was said to be rejected`).toBe(false);
      }
      for (const name of new Set(world.rows.map(({ account }) => account))) {
        const own = world.ledger
          .filter(({ account }) => account === name)
          .toSorted((one, other) => one.atMs - other.atMs);
        const order = own.map(({ id }) => id);
        const mayOvertake = given.mayOvertake || given.changes.some(({ kind }) => kind === "goOn");
        if (!mayOvertake)
          expect(order, "promise 4: in order").toEqual(
            world.rows.map(({ id }) => id).filter((id) => order.includes(id)),
          );
        const sends = world.sends.filter(({ account }) => account === name).map(({ id }) => id);
        expect(sends, "promise 4: sent in order, whatever may overtake").toEqual(sends.toSorted());
      }
      for (const { account: name, atMs, keyVersion } of world.sends) {
        const account = world.accountAt(name, atMs);
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
    {
      numRuns: 2_000,
      examples: [[KEY_REPLACED_BETWEEN_RESENDS], [TAKEN_AND_REFUSED_WITHOUT_A_KEY], [ENDED_WHILE_WAITING]],
    },
  );
});
