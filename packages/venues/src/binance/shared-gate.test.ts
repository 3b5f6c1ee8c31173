import { expect, test } from "vitest";
import { NotSent } from "../not-sent.ts";
import { createGate, type Entry, type Purpose, type SharedGate } from "./gate.ts";

const START_MS = Date.UTC(2026, 5, 1, 12);
const MINUTE_MS = 60_000;
const WEIGHT = 1_000;

/** What the programs behind one address have used, and a clock for all of them. */
function address() {
  const clock = { nowMs: START_MS };
  const used = new Map<number, number>();
  const closed: ((forMs: number) => void)[] = [];
  let isReachable = true;
  const now = () => clock.nowMs;
  const join = () => {
    const own = closed.length;
    const shared: SharedGate = {
      async use(minute, weight) {
        if (!isReachable) throw new Error("no storage");
        used.set(minute, (used.get(minute) ?? 0) + weight);
        return used.get(minute) ?? 0;
      },
      close: (forMs) => closed.forEach((hear, index) => index !== own && hear(forMs)),
      onClosed: (hear) => void closed.push(hear),
    };
    const gate = createGate(WEIGHT, now, now, now, shared);
    /** Tries so many requests, one after another or at once, and returns those that the gate let in. */
    const tryToEnter = async (purpose: Purpose, times: number, isAtOnce = false): Promise<Entry[]> => {
      const tries: Promise<Entry | undefined>[] = [];
      for (let index = 0; index < times; index += 1) {
        const entering = (async () => await gate.enter(purpose, 1))().catch((error: unknown) => {
          if (!(error instanceof NotSent)) throw error;
          return undefined;
        });
        tries.push(entering);
        if (!isAtOnce) await entering;
      }
      return (await Promise.all(tries)).filter((entry) => entry !== undefined);
    };
    return { gate, tryToEnter };
  };
  return { clock, join, part: () => (isReachable = false) };
}

test.each([true, false])("programs behind one address together keep its limit, at once: %s", async (isAtOnce) => {
  const { join } = address();
  const programs = [join(), join(), join()];
  const entered = await Promise.all(programs.map(({ tryToEnter }) => tryToEnter("look-up", WEIGHT, isAtOnce)));
  const counts = entered.map(({ length }) => length);
  const sum = counts.reduce((total, count) => total + count);
  expect(sum).toBeLessThanOrEqual(WEIGHT * 0.95);
  // What the others have set aside and don't need is small.
  expect(sum).toBeGreaterThan(WEIGHT * 0.9);
  // Equal need, equal part.
  expect(Math.min(...counts)).toBeGreaterThan(WEIGHT * 0.2);
});

test("a program alone in need gets nearly everything, and what a dead one used still counts", async () => {
  const { join, clock } = address();
  const [dead, living] = [join(), join()];
  expect(await dead.tryToEnter("look-up", 300)).toHaveLength(300);
  const left = (await living.tryToEnter("look-up", WEIGHT)).length;
  expect(left).toBeLessThanOrEqual(650);
  expect(left).toBeGreaterThan(600);
  clock.nowMs += MINUTE_MS;
  expect((await join().tryToEnter("look-up", WEIGHT)).length).toBe(950);
});

test("placed orders weigh nothing for anybody", async () => {
  const { join } = address();
  const [one, other] = [join(), join()];
  for (let round = 0; round < 5; round += 1) {
    const entries = await one.tryToEnter("order", 300);
    expect(entries).toHaveLength(300);
    for (const entry of entries) one.gate.heard({ kind: "answer", status: 200, headers: {}, text: "" }, entry);
  }
  expect((await other.tryToEnter("look-up", 600)).length).toBe(600);
});

test("a refusal of the address stops all who leave by it", async () => {
  const { join, clock } = address();
  const [one, other] = [join(), join()];
  const [entry] = await one.tryToEnter("order", 1);
  if (!entry) throw new Error("the gate is closed");
  one.gate.heard({ kind: "answer", status: 429, headers: { "retry-after": "7" }, text: "{}" }, entry);
  expect(await other.tryToEnter("look-up", 1)).toEqual([]);
  clock.nowMs += 7_000;
  expect(await other.tryToEnter("look-up", 1)).toHaveLength(1);
});

test("a program that can't reach the others counts alone", async () => {
  const { join, part } = address();
  const { tryToEnter } = join();
  part();
  expect((await tryToEnter("look-up", WEIGHT + 10)).length).toBe(950);
});
