import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "../../../test/database.ts";
import { systemClock } from "../clock.ts";
import { createThrottle, type ThrottleRule } from "./throttle.ts";

const { database, drop } = await openTestDatabase();
afterAll(drop);

let nowMs = Date.UTC(2026, 0, 1);
const clock = { ...systemClock, nowMs: () => nowMs };
/** Two nodes on one database. */
const [one, other] = [createThrottle(database, clock), createThrottle(database, clock)];

const rule: ThrottleRule = { freeTries: 3, firstWaitMs: 1_000, longestWaitMs: 8_000, forgetAfterMs: 60_000 };
let subjects = 0;
const fresh = () => ({ subject: `subject ${(subjects += 1)}`, rule });

test("waits double with each try up to the longest, and end after a while without tries", async () => {
  const subject = fresh();
  const waits: number[] = [];
  for (let tries = 1; tries <= 8; tries += 1) {
    expect(await one.take([subject])).toEqual({ kind: "taken" });
    if (tries < rule.freeTries) continue;
    const next = await one.take([subject]);
    waits.push(next.kind === "held-up" ? next.waitMs : 0);
    nowMs += waits.at(-1) ?? 0;
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
  nowMs += 60_001;
  expect([await one.take([subject]), await one.take([subject])]).toEqual([{ kind: "taken" }, { kind: "taken" }]);
});

// @covers F11
test("concurrent tries at two nodes can't exceed the free tries", async () => {
  const subject = fresh();
  const taken = await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).take([subject])));
  expect(taken.filter(({ kind }) => kind === "taken")).toHaveLength(rule.freeTries);
});

test("a try that one subject blocks counts against no subject", async () => {
  const [blocked, free] = [fresh(), fresh()];
  for (let tries = 0; tries < rule.freeTries; tries += 1) await one.take([blocked]);
  for (let tries = 0; tries < 10; tries += 1) expect((await one.take([blocked, free])).kind).toBe("held-up");
  for (let tries = 0; tries < rule.freeTries; tries += 1) expect((await one.take([free])).kind).toBe("taken");
});

test("a cleared count starts over, and a try given back doesn't count", async () => {
  const subject = fresh();
  for (let tries = 0; tries < 10; tries += 1) {
    expect((await one.take([subject])).kind).toBe("taken");
    await one.giveBack(subject);
  }
  for (let tries = 0; tries < rule.freeTries; tries += 1) await one.take([subject]);
  await one.clear([subject]);
  expect((await one.take([subject])).kind).toBe("taken");
});

// @covers F11
test("however tries are spread over time, no minute lets through more than the rule allows", async () => {
  const gap = fc.integer({ min: 0, max: 20_000 });
  await fc.assert(
    fc.asyncProperty(fc.array(gap, { minLength: 1, maxLength: 40 }), async (gapsMs) => {
      const subject = fresh();
      const takenAt: number[] = [];
      for (const gapMs of gapsMs) {
        nowMs += gapMs;
        if ((await one.take([subject])).kind === "taken") takenAt.push(nowMs);
      }
      // In any minute: the free tries of two spans, then one for each wait of 1, 2, 4 and 8 seconds.
      for (const start of takenAt) {
        const within = takenAt.filter((at) => at >= start && at < start + 60_000).length;
        expect(within).toBeLessThanOrEqual(2 * rule.freeTries + 3 + 60_000 / rule.longestWaitMs);
      }
    }),
    { numRuns: 15 },
  );
});
