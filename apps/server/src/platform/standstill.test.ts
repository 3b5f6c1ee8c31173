import { expect, onTestFinished, test } from "vitest";
import { StandstillWatch } from "./standstill.ts";

/** A watch whose clock the test moves. Its ticks are real, so the process that runs the test mustn't stand still. */
function watched() {
  const clock = { ms: 0, monotonicMs: () => clock.ms };
  const watch = new StandstillWatch(clock);
  onTestFinished(() => watch.stop());
  return { clock, watch };
}

test("requests are stale that arrive right after the process stood still for longer than their sender waits", async () => {
  const { clock, watch } = watched();
  expect(watch.isStale()).toBe(false);
  clock.ms += 3_001;
  expect(watch.isStale()).toBe(true);
  clock.ms += 999;
  expect(watch.isStale()).toBe(true);
});

test("they are fresh again a second later, and after a shorter standstill", async () => {
  const { clock, watch } = watched();
  clock.ms += 2_999;
  expect(watch.isStale()).toBe(false);
  clock.ms += 10_000;
  expect(watch.isStale()).toBe(true);
  // A tick comes before time goes on.
  await expect.poll(() => (clock.ms += 1_000) && watch.isStale()).toBe(false);
});
