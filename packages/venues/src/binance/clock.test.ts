import { expect, test } from "vitest";
import { unavailable } from "../not-sent.ts";
import { createVenueClock } from "./clock.ts";

const MINUTE_MS = 60_000;
const patient = () => new AbortController().signal;

/** A venue whose clock is `aheadMs` ahead of ours and whose round trip takes `roundTripMs`. */
function venueClock({ aheadMs = 0, roundTripMs = 0 } = {}) {
  const world = { nowMs: Date.UTC(2026, 5, 1, 12), aheadMs, asked: 0 };
  const clock = createVenueClock(
    async () => {
      world.asked += 1;
      const venueMs = world.nowMs + roundTripMs / 2 + world.aheadMs;
      world.nowMs += roundTripMs;
      return venueMs;
    },
    () => world.nowMs,
  );
  return { world, clock };
}

test("the venue's time is ours plus the offset, however long the round trip took", async () => {
  const { world, clock } = venueClock({ aheadMs: -3_000, roundTripMs: 400 });
  expect(clock.now()).toBe(world.nowMs);
  expect(await clock.offsetMs(patient())).toBe(-3_000);
  expect(clock.now()).toBe(world.nowMs - 3_000);
});

test("the time is requested once in ten minutes, for all callers together", async () => {
  const { world, clock } = venueClock();
  await Promise.all(Array.from({ length: 20 }, () => clock.offsetMs(patient())));
  world.nowMs += 10 * MINUTE_MS - 1;
  await clock.offsetMs(patient());
  expect(world.asked).toBe(1);
  world.nowMs += 1;
  await clock.offsetMs(patient());
  expect(world.asked).toBe(2);
});

test("an offset that the venue refused is measured again, once for everybody who used it", async () => {
  const { world, clock } = venueClock();
  const refused = await clock.offsetMs(patient());
  world.aheadMs = 4_000;
  for (let count = 0; count < 20; count += 1) {
    clock.doubt(refused);
    expect(await clock.offsetMs(patient())).toBe(4_000);
  }
  expect(world.asked).toBe(2);
});

test("if the venue doesn't say its time, the last known one is used", async () => {
  let venueMs: number | undefined = 5_000;
  const clock = createVenueClock(
    async () => {
      if (venueMs === undefined) throw unavailable();
      return venueMs;
    },
    () => 0,
  );
  clock.doubt(await clock.offsetMs(patient()));
  venueMs = undefined;
  await expect(clock.offsetMs(patient())).rejects.toMatchObject({ outcome: { reason: "VENUE_UNAVAILABLE" } });
  expect(clock.now()).toBe(5_000);
});
