import { expect, test } from "vitest";
import { createMonotonic } from "./clock.ts";

/** A machine that can sleep and whose wall clock can be set. */
function machine() {
  const time = { tickMs: 0, wallAheadMs: 1.8e12, sleptMs: 0 };
  const now = createMonotonic({
    tickMs: () => time.tickMs,
    wallMs: () => time.tickMs + time.sleptMs + time.wallAheadMs,
    uptimeMs: () => time.tickMs + time.sleptMs + 5e6,
  });
  return { time, now };
}

test.each([-3_600_000, -10_000, 10_000, 3_600_000])(
  "the monotonic clock doesn't change when the wall clock is set by %d ms",
  (byMs) => {
    const { time, now } = machine();
    time.tickMs += 500;
    const before = now();
    time.wallAheadMs += byMs;
    expect(now()).toBe(before);
    time.tickMs += 250;
    expect(now()).toBe(before + 250);
  },
);

// @covers F6
test("the monotonic clock counts the machine's sleep once", () => {
  const { time, now } = machine();
  const before = now();
  time.sleptMs += 60_000;
  expect(now()).toBe(before + 60_000);
  time.wallAheadMs -= 3_600_000;
  time.tickMs += 1;
  expect(now()).toBe(before + 60_001);
});
