import { expect, test } from "vitest";
import { VirtualClock } from "../../test/virtual-clock.ts";
import { IntakePriority } from "./intake-priority.ts";

const { signal } = new AbortController();

/** Simulates alerts at a given rate for a while, and returns when a send that asked after 100 ms could start. */
async function sendDuring(perSecond: number, forMs: number): Promise<number> {
  const clock = new VirtualClock();
  const intakePriority = new IntakePriority(clock);
  const arrivals = async () => {
    for (let arrived = 0; arrived < (perSecond * forMs) / 1_000; arrived += 1) {
      intakePriority.arrived();
      await clock.wait(1_000 / perSecond);
    }
  };
  let sentAtMs = -1;
  const sending = async () => {
    await clock.wait(100);
    await intakePriority.yieldToIntake(signal);
    sentAtMs = clock.nowMs();
  };
  void arrivals();
  void sending();
  await clock.runUntil(() => sentAtMs >= 0);
  return sentAtMs;
}

test("a send starts at once while alerts arrive one by one", async () => {
  expect(await sendDuring(100, 1_000)).toBe(100);
});

test("during a burst of one second sends wait until it is over", async () => {
  const sentAtMs = await sendDuring(5_000, 1_000);
  expect(sentAtMs).toBeGreaterThanOrEqual(1_000);
  expect(sentAtMs).toBeLessThan(1_200);
});

test("under endless load sends wait for three seconds at most", async () => {
  const sentAtMs = await sendDuring(5_000, 10_000);
  expect(sentAtMs).toBeGreaterThanOrEqual(3_000);
  expect(sentAtMs).toBeLessThan(3_200);
});
