/** Whatever a network does to a strategy's signals: what their position chain makes of them. */
import { decimalOf, difference, signOf, sum } from "@chartrelay/contract";
import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { type ChainInTest, HOLD_MS, type Verdict, startChain } from "./chain.fixture.ts";
import { type ChainState, type ChainStep, follow } from "./chain.ts";
import { anyCourse, type Arrival, type Course, type FiredFill } from "./fired.fixture.ts";

const RUNS = inject("cells") === "all" ? 3_000 : 150;
const UNDISTURBED_STEPS = 100_000;

/** A released signal with the fill that it reports. */
interface Told extends Verdict {
  readonly fill: FiredFill;
  readonly place: number;
}

interface Walk {
  readonly told: readonly Told[];
  readonly chain: ChainInTest;
}

/** Lets a course arrive, each copy at its time, and checks after every step what must always be true. */
function walk({ arrivals, fills }: Course, tradesGaps: boolean, lagMs: number): Walk {
  const chain = startChain({ tradesGaps });
  const told: Told[] = [];
  const tell = (verdicts: readonly Verdict[]) => {
    for (const verdict of verdicts) {
      const place = Number(verdict.id.split(" ")[1]);
      const fill = fills[place];
      if (fill) told.push({ ...verdict, fill, place });
    }
  };
  for (const [index, { atMs, fill }] of arrivals.entries()) {
    const before = chain.state();
    const released = chain.receive(atMs, { ...fill, id: `${fill.id} copy ${index}` });
    tell(released);
    const waitsForEarlier = before?.held.some((held) => (held.change.firedAtMs ?? 0) < fill.at * 1_000) ?? false;
    const fits = before?.position === fill.from && !waitsForEarlier;
    if (fits) expect(released.map(({ id }) => id)).toContain(`${fill.id} copy ${index}`);
    // The node that owns the chain may be late itself.
    const next = arrivals[index + 1]?.atMs ?? Number.POSITIVE_INFINITY;
    if (next - atMs > lagMs) tell(chain.wait(next - lagMs));
    if (chain.holdEndsAtMs() === null) expect(chain.state()?.position).toBe(latestOf(arrivals.slice(0, index + 1))?.to);
  }
  tell(chain.wait(Number.POSITIVE_INFINITY));
  return { told, chain };
}

const latestOf = (arrivals: readonly Arrival[]) =>
  arrivals.reduce<FiredFill | undefined>(
    (latest, { fill }) => (latest && latest.at > fill.at ? latest : fill),
    undefined,
  );

const total = (changes: readonly string[]) => changes.reduce(sum, "0");
const inChain = ({ verdict }: Told) => !["duplicate", "late"].includes(verdict);

/** What an account holds that trades as told, in delta mode. */
function holding(told: readonly Told[], tradesGaps: boolean): string {
  return told.reduce((held, { trades, fill }) => {
    if (trades === "position" || (trades === "gap" && tradesGaps)) return fill.to;
    return trades === "nothing" ? held : sum(held, fill.change);
  }, "0");
}

const anyLagMs = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5_000 }));

// @covers P10
test("promise 10: once the last signal is in, the chain is at TradingView's position, whatever became of the others", () => {
  fc.assert(
    fc.property(anyCourse, anyLagMs, (course, lagMs) => {
      const { told, chain } = walk(course, true, lagMs);
      const last = course.fills.at(-1)?.to;
      expect(chain.state()?.position).toBe(last);
      expect(chain.state()?.held).toEqual([]);
      expect(holding(told, true)).toBe(last);
    }),
    { numRuns: RUNS },
  );
});

test("each copy of a signal gets one verdict, and no fill is traded twice", () => {
  fc.assert(
    fc.property(anyCourse, anyLagMs, fc.boolean(), (course, lagMs, tradesGaps) => {
      const { told } = walk(course, tradesGaps, lagMs);
      expect(told.map(({ id }) => id).toSorted()).toEqual(
        course.arrivals.map(({ fill }, index) => `${fill.id} copy ${index}`).toSorted(),
      );
      const traded = told.filter(({ trades }) => trades !== "nothing").map(({ place }) => place);
      expect(new Set(traded).size).toBe(traded.length);
    }),
    { numRuns: RUNS },
  );
});

// @covers P10
test("promise 10: every gap is told with its exact net, and what comes of it later is told and traded once", () => {
  fc.assert(
    fc.property(anyCourse, anyLagMs, (course, lagMs) => {
      const { told } = walk(course, false, lagMs);
      const links = told.filter(inChain);
      for (const [index, link] of links.entries()) {
        const previous = links[index - 1];
        if (previous === undefined) continue;
        const missing = course.fills.slice(previous.place + 1, link.place).map(({ change }) => change);
        const net = total(missing);
        expect(link.place).toBeGreaterThan(previous.place);
        expect(link.missed).toBe(signOf(net) === 0 ? null : net);
        expect(["gap", "restarted"].includes(link.verdict)).toBe(signOf(net) !== 0);
      }
      // What the trader was told is missing, less what came after all, is what the account lacks.
      const missed = total(told.filter(({ trades }) => trades === "gap").map((link) => link.missed ?? "0"));
      const late = total(told.filter((link) => link.trades === "changeAlone").map(({ fill }) => fill.change));
      const lacks = difference(course.fills.at(-1)?.to ?? "0", holding(told, false));
      expect(lacks).toBe(difference(missed, late));
    }),
    { numRuns: RUNS },
  );
});

test("nothing is held for longer than its time, however many wait", () => {
  fc.assert(
    fc.property(anyCourse, (course) => {
      const { told } = walk(course, true, 0);
      for (const { heldMs } of told) expect(heldMs ?? 0).toBeLessThanOrEqual(HOLD_MS);
    }),
    { numRuns: RUNS },
  );
});

/** Fills of one second, none like another: a like one would look like a second alert on the same fill. */
const anyBurst = fc
  .array(fc.constantFrom("1", "-1", "2", "-3", "0.5"), { minLength: 2, maxLength: 6 })
  .map((changes) => {
    let position = "1";
    return changes.map((change, index) => {
      const from = position;
      position = sum(from, change);
      return { from, to: position, at: 60, body: `price ${index}` };
    });
  })
  .filter((fills) => new Set(fills.map(({ from, to }) => `${from} ${to}`)).size === fills.length)
  .chain((fills) => fc.record({ last: fc.constant(fills.at(-1)), fills: shuffled(fills) }));

const shuffled = <Item>(items: readonly Item[]) => fc.shuffledSubarray([...items], { minLength: items.length });

test("signals of one second that come in any order within the hold leave the account where the strategy is", () => {
  fc.assert(
    fc.property(anyBurst, fc.boolean(), ({ fills, last }, tradesGaps) => {
      const chain = startChain({ tradesGaps });
      const told = [
        ...chain.receive(0, { from: "0", to: "1", at: 0 }),
        ...fills.flatMap((fill, index) => chain.receive(60_000 + 100 * index, fill)),
        ...chain.wait(70_000),
      ];
      const alarms = told.filter(({ trades }) => trades === "gap");
      expect(alarms).toEqual([]);
      const traded = told.filter(({ trades }) => trades === "change").map(({ from, to }) => difference(to, from));
      expect(sum("1", total(traded))).toBe(last?.to);
    }),
    { numRuns: RUNS },
  );
});

// @covers P10
test(`promise 10: ${UNDISTURBED_STEPS} undisturbed signals raise no alarm, and none is held`, () => {
  const verdicts = new Map<string, number>();
  let state: ChainState | null = null;
  let [position, atS] = [0, 1_764_000_000];
  for (let step = 0; step < UNDISTURBED_STEPS; step += 1) {
    const from = position;
    const chosen = scattered(step);
    // Floating-point sums, as TradingView's: their noise is in the messages. Often flat again, or turned round.
    position = [0, -from, from, from + ((chosen >> 2) % 100) / 10 - 5][chosen % 4] ?? 0;
    // Often several in a second.
    atS += (chosen >> 9) % 3;
    const change = {
      from: decimalOf(Number(from.toPrecision(14))),
      to: decimalOf(position),
      traded: decimalOf(position - from),
      isConsistent: true,
      firedAtMs: atS * 1_000,
    };
    const receivedAtUs = atS * 1_000_000 + step;
    const input = { signalId: `${step}`, change, bodyHash: `${step}`, receivedAtUs };
    const taken: ChainStep = follow(state, input, { start: "now", holdMs: HOLD_MS, tradesGaps: false }, receivedAtUs);
    state = taken.state;
    for (const { link } of taken.released) verdicts.set(link.verdict, (verdicts.get(link.verdict) ?? 0) + 1);
    if (taken.held || taken.holdEndsAtUs !== null) throw new Error(`signal ${step} is held`);
  }
  expect(Object.fromEntries(verdicts)).toEqual({ start: 1, next: UNDISTURBED_STEPS - 1 });
});

/** Returns a number that looks random, from 0 to 2^31. */
const scattered = (step: number) =>
  Number(((BigInt(step) * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) >> 33n) & 0x7fffffffn);
