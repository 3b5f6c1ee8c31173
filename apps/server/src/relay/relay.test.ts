/** The relay against a model of storage and venue, in virtual time: any mix of faults, waits and crashes that fast-check finds. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Outcome, ResendRule } from "@chartrelay/contract";
import { VirtualClock } from "../../test/virtual-clock.ts";
import { Concurrency } from "./concurrency.ts";
import type { Delivery, Destination, Journal, Settlement } from "./delivery.ts";
import { noProbe } from "./probe.ts";
import { RightOfWay } from "./right-of-way.ts";
import { Relay } from "./relay.ts";

const PARTITION = 0;
const MAX_AGE_MS = 60_000;
const SETTLES_WITHIN_MS = 6_000;
/** Within the few seconds over which an absence is confirmed. */
const COMES_TO_LIGHT_WITHIN_MS = 3_000;

/** Stored at the beginning of time. When it expires is each process's to reckon, by its own clock. */
interface Row extends Omit<Delivery, "expiresAtMonotonicMs"> {
  settlement?: Settlement;
  settledAtMs?: number;
}

/** What a venue does with one call, and how long it takes. */
interface Behaviour {
  readonly kind: "accept" | "reject" | "throttle" | "lose" | "take-and-lose" | "refuse" | "take-and-refuse";
  readonly ms: number;
  /** How long a send that got no answer takes to take effect, or, where ids are executed once, to come to light. */
  readonly lateMs: number;
}

const behaviour = fc.record<Behaviour>({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constant("accept" as const) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...(["reject", "throttle", "lose", "take-and-lose", "refuse", "take-and-refuse"] as const),
      ),
    },
  ),
  ms: fc.integer({ min: 0, max: 900 }),
  lateMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: SETTLES_WITHIN_MS - 1 })),
});

interface Scenario {
  readonly lanes: number;
  readonly rows: number;
  readonly behaviours: readonly Behaviour[];
  /** Of look-ups: answered, or not. */
  readonly lookups: readonly boolean[];
  /** After how many calls to the storage or the venue the process dies, again and again. */
  readonly crashes: readonly number[];
  /** A life's wall clock is set, after so many of its calls. */
  readonly clockSteps: readonly ClockStep[];
  readonly resend: ResendRule;
}

interface ClockStep {
  readonly afterCalls: number;
  readonly byMs: number;
}

const clockStep = fc.record<ClockStep>({
  afterCalls: fc.integer({ min: 1, max: 20 }),
  byMs: fc.integer({ min: -2 * MAX_AGE_MS, max: 2 * MAX_AGE_MS }),
});

const scenario = fc.record<Scenario>({
  lanes: fc.integer({ min: 1, max: 3 }),
  rows: fc.integer({ min: 1, max: 8 }),
  behaviours: fc.array(behaviour, { minLength: 1, maxLength: 12 }),
  lookups: fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }).map((answers) => [...answers, true]),
  crashes: fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 3 }),
  clockSteps: fc.array(clockStep, { maxLength: 6 }),
  resend: fc.constantFrom<ResendRule>(
    { by: "same-id" },
    { by: "confirmed-absence", settlesWithinMs: SETTLES_WITHIN_MS },
  ),
});

interface Execution {
  readonly id: string;
  readonly lane: string;
  readonly atMs: number;
  /** From when look-ups know of it. */
  readonly visibleAtMs: number;
}

/** Storage, venue and clock: what outlives a crash. */
class World {
  readonly clock = new VirtualClock();
  readonly rows: Row[];
  readonly ledger: Execution[] = [];
  /** Sends that were taken, and said nothing of it. */
  lostAnswers = 0;
  readonly #scenario: Scenario;
  #calls = 0;
  #lookups = 0;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.rows = Array.from({ length: scenario.rows }, (_, index) => ({
      id: `order-${index}`,
      lane: `lane-${index % scenario.lanes}`,
      partition: PARTITION,
      seq: index,
      attempt: 0,
      stage: "queued",
    }));
  }

  get isSettled(): boolean {
    return this.rows.every(({ settlement }) => settlement);
  }

  #open = (lane?: string) => this.rows.filter((row) => !row.settlement && (lane === undefined || row.lane === lane));

  journal(process: Process): Journal<Delivery> {
    const load = (lane?: string) => {
      // The storage tells how old they are.
      const expiresAtMonotonicMs = process.clock.monotonicMs() + MAX_AGE_MS - this.clock.nowMs();
      return this.#open(lane).map((row): Delivery => ({ ...row, expiresAtMonotonicMs }));
    };
    const row = ({ id, attempt }: Delivery) =>
      this.rows.find((each) => each.id === id && each.attempt === attempt && !each.settlement);
    return {
      intend: (delivery) =>
        process.call(() => {
          const stored = row(delivery);
          if (!stored || this.#open(delivery.lane).some(({ seq }) => seq < stored.seq)) return false;
          stored.attempt += 1;
          return true;
        }),
      unresolve: (delivery) => process.call(() => void Object.assign(row(delivery) ?? {}, { stage: "unresolved" })),
      record: (delivery, settlement) =>
        process.call(() => {
          const stored = row(delivery);
          if (stored) Object.assign(stored, { settlement, settledAtMs: this.clock.nowMs() });
          return stored !== undefined;
        }),
      loadLane: (lane) => process.call(() => load(lane)),
      loadPartitions: () => process.call(() => load()),
      countLanes: () =>
        process.call(() =>
          [...Map.groupBy(this.#open(), ({ lane }) => lane)].map(([lane, rows]) => ({
            lane,
            partition: PARTITION,
            deliveries: rows.length,
            lastSeq: Math.max(...rows.map(({ seq }) => seq)),
          })),
        ),
    };
  }

  destination(process: Process): Destination<Delivery> {
    const { behaviours, lookups, resend } = this.#scenario;
    return {
      group: () => "venue",
      party: ({ lane }) => lane,
      resend: () => resend,
      place: async ({ id, lane }) => {
        const behaviour = behaviours[this.#calls++ % behaviours.length] ?? { kind: "accept", ms: 0, lateMs: 0 };
        const outcome = await process.call(() => this.#take(behaviour, id, lane));
        await this.clock.wait(behaviour.ms);
        return outcome;
      },
      find: ({ id }) =>
        process.call(() => {
          if (!lookups[this.#lookups++ % lookups.length]) return { kind: "unclear", cause: "no answer" };
          if (!this.ledger.some((entry) => entry.id === id && entry.visibleAtMs <= this.clock.nowMs()))
            return { kind: "absent" };
          return { kind: "found", outcome: { kind: "accepted", response: null } };
        }),
    };
  }

  #take({ kind, lateMs }: Behaviour, id: string, lane: string): Outcome {
    if (kind === "reject") return { kind: "rejected", reason: "VENUE_REFUSED", response: null };
    if (kind === "throttle") return { kind: "throttled", reason: "VENUE_THROTTLED", response: null };
    const refuses = kind === "refuse" || kind === "take-and-refuse";
    const unknown: Outcome = refuses
      ? { kind: "unknown", cause: "an answer that no table lists", response: "no", refusal: "no" }
      : { kind: "unknown", cause: "no answer", response: null };
    if (kind === "lose" || kind === "refuse") return unknown;
    // A venue of the one kind takes an id once; the other would take it again.
    const { by } = this.#scenario.resend;
    const known = by === "same-id" && this.ledger.some((entry) => entry.id === id);
    const nowMs = this.clock.nowMs();
    const delayMs = kind === "accept" ? 0 : lateMs;
    const atMs = by === "confirmed-absence" ? nowMs + delayMs : nowMs;
    const visibleAtMs = by === "confirmed-absence" ? atMs : nowMs + Math.min(delayMs, COMES_TO_LIGHT_WITHIN_MS);
    if (!known) this.ledger.push({ id, lane, atMs, visibleAtMs });
    if (kind !== "accept") this.lostAnswers += 1;
    return kind === "accept" ? { kind: "accepted", response: null } : unknown;
  }
}

/** One life of the relay, by a clock of its own. Once dead it neither acts nor hears. */
class Process {
  readonly clock: VirtualClock;
  readonly #clockSteps: readonly ClockStep[];
  #calls = 0;
  #left: number;
  readonly #onDeath: () => void;

  constructor(callsToLive: number, clock: VirtualClock, clockSteps: readonly ClockStep[], onDeath: () => void) {
    this.#left = callsToLive;
    this.clock = clock;
    this.#clockSteps = clockSteps;
    this.#onDeath = onDeath;
  }

  async call<T>(act: () => T): Promise<T> {
    if (this.#left <= 0) return await new Promise<never>(() => undefined);
    this.#left -= 1;
    this.#calls += 1;
    for (const { afterCalls, byMs } of this.#clockSteps) if (afterCalls === this.#calls) this.clock.step(byMs);
    const result = act();
    if (this.#left > 0) return result;
    // What it did last is done, and it never learns of it.
    this.#onDeath();
    return await new Promise<never>(() => undefined);
  }
}

/** Lives until everything is settled, dying and starting again as the scenario says. */
async function live(world: World, { crashes, clockSteps }: Scenario): Promise<void> {
  for (const [life, callsToLive] of [...crashes, Infinity].entries()) {
    let dead = false;
    const steps = clockSteps.filter((_, index) => index % (crashes.length + 1) === life);
    const process = new Process(callsToLive, world.clock.ofAnotherProcess(), steps, () => (dead = true));
    const relay = new Relay<Delivery>({
      journal: world.journal(process),
      destination: world.destination(process),
      turns: new Concurrency({ perGroup: 2, perParty: 1 }),
      clock: process.clock,
      rightOfWay: new RightOfWay(process.clock),
      probe: noProbe,
      onSettled: () => undefined,
      onTrouble: (error) => {
        throw error;
      },
    });
    void relay.take([PARTITION]);
    await world.clock.runUntil(() => dead || world.isSettled);
  }
}

test("promises 2, 3, 4 and 6 hold under any mix of venue faults and crashes", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      const world = new World(given);
      await live(world, given);

      expect(
        world.rows.filter(({ settlement }) => !settlement),
        "promise 3: every order is settled",
      ).toEqual([]);
      const ids = world.ledger.map(({ id }) => id);
      expect(new Set(ids).size, "promise 2: no order is executed twice").toBe(ids.length);
      for (const { id, settlement, settledAtMs } of world.rows) {
        if (settlement?.kind === "rejected" && settlement.reason === "EXPIRED")
          expect(settledAtMs, `${id} was said to be too old`).toBeGreaterThanOrEqual(MAX_AGE_MS);
        const isExecuted = ids.includes(id);
        if (settlement?.kind === "accepted") expect(isExecuted, `${id} was said to be accepted`).toBe(true);
        else if (settlement?.reason !== "OUTCOME_UNKNOWN")
          expect(isExecuted, `${id} was said to be rejected`).toBe(false);
      }
      for (const lane of new Set(world.rows.map((row) => row.lane))) {
        const own = world.ledger.filter((entry) => entry.lane === lane).toSorted((one, other) => one.atMs - other.atMs);
        const order = own.map(({ id }) => id);
        expect(order, "promise 4: in order").toEqual(world.rows.map(({ id }) => id).filter((id) => order.includes(id)));
      }
      expect(
        world.ledger.every(({ atMs }) => atMs <= MAX_AGE_MS + SETTLES_WITHIN_MS),
        "promise 6: nothing stale is sent",
      ).toBe(true);
    }),
    { numRuns: 400 },
  );
});

test("where a destination can neither tell repetitions nor be asked, a delivery is repeated only where an answer was lost, and in order", async () => {
  const repeated = scenario.map((given): Scenario => ({ ...given, resend: { by: "repeat" } }));
  await fc.assert(
    fc.asyncProperty(repeated, async (given) => {
      const world = new World(given);
      await live(world, given);

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
