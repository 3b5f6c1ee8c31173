/** A strategy of TradingView in tests: what it fires, and what the network makes of that. */
import { sum } from "@chartrelay/contract";
import fc from "fast-check";
import type { Fired } from "./chain.fixture.ts";

/** One fill of the strategy. */
export interface FiredFill extends Fired {
  readonly id: string;
  readonly at: number;
  readonly change: string;
}

/** A copy of a signal arrives. */
export interface Arrival {
  readonly atMs: number;
  readonly fill: FiredFill;
  /** Its place among the fills. */
  readonly place: number;
}

/** What a strategy did, and what arrived of it, in order of arrival. */
export interface Course {
  readonly fills: readonly FiredFill[];
  readonly arrivals: readonly Arrival[];
}

/** Around 1970, fire times would be small numbers: no test should depend on that. */
const BEGINS_AT_S = 1_764_000_000;

const change = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("1", "-1", "2", "-2") },
  { weight: 2, arbitrary: fc.integer({ min: -50, max: 50 }).map((tenths) => `${tenths / 10}`) },
  { weight: 1, arbitrary: fc.constant("0") },
);

/** How long copies of a signal are under way: most a few milliseconds, some so long that others overtake them. */
const delayMs = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 50 }) },
  { weight: 2, arbitrary: fc.integer({ min: 50, max: 6_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 6_000, max: 1_200_000 }) },
);

const pauseS = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 4, max: 900 }) },
);

const copies = fc.oneof(
  { weight: 6, arbitrary: fc.array(delayMs, { minLength: 1, maxLength: 1 }) },
  { weight: 2, arbitrary: fc.array(delayMs, { minLength: 2, maxLength: 3 }) },
  { weight: 2, arbitrary: fc.constant<number[]>([]) },
);

/**
 * Any course of a strategy: its signals are lost, doubled, delayed, and overtake each other. Fills are a second apart or
 * more, so that fire times tell them apart. The last one arrives.
 */
export const anyCourse: fc.Arbitrary<Course> = fc
  .record({
    first: change,
    fills: fc.array(fc.record({ change, pauseS, copies }), { minLength: 2, maxLength: 40 }),
    last: delayMs,
  })
  .map(({ first, fills, last }) => {
    let position = first;
    let at = BEGINS_AT_S;
    const fired = fills.map((fill, index): FiredFill => {
      const from = position;
      position = sum(from, fill.change);
      at += fill.pauseS;
      // The body differs by what the template says of each fill; equal changes have equal words apart from that.
      return { from, to: position, at, change: fill.change, id: `fill ${index}` };
    });
    const arrivals = fired.flatMap((fill, place): Arrival[] => {
      const delays =
        place === fired.length - 1 ? [last, ...(fills[place]?.copies ?? [])] : (fills[place]?.copies ?? []);
      return delays.map((delay) => ({ atMs: fill.at * 1_000 + delay, fill, place }));
    });
    return { fills: fired, arrivals: arrivals.toSorted((one, other) => one.atMs - other.atMs) };
  });
