/** A model of storage, accounts and venue for the relay, in virtual time. What they do is a scenario's to say. */
import fc from "fast-check";
import type { Outcome, ResendRule } from "@chartrelay/contract";
import { VirtualClock } from "../../test/virtual-clock.ts";
import { Concurrency } from "./concurrency.ts";
import type { Admitted, Delivery, Destination, Journal, Settlement } from "./delivery.ts";
import { noFailpoint } from "./failpoint.ts";
import { IntakePriority } from "./intake-priority.ts";
import { Relay } from "./relay.ts";

const PARTITION = 0;
export const MAX_AGE_MS = 60_000;
export const SETTLES_WITHIN_MS = 6_000;
/** Within the few seconds over which an absence is confirmed. */
const COMES_TO_LIGHT_WITHIN_MS = 3_000;

/** Stored at the beginning of time. When it expires is each process's to reckon, by its own clock. */
export interface Row extends Omit<Delivery, "expiresAtMonotonicMs"> {
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

/** What its user does to an account: `key` is one of another account at the venue. */
export interface Change {
  readonly lane: string;
  readonly atMs: number;
  readonly kind: "key" | "environment" | "pause" | "resume" | "delete" | "wait" | "goOn";
}

/** An account at some moment. */
interface Account {
  readonly keyVersion: number;
  readonly isDemo: boolean;
  readonly isPaused: boolean;
  readonly isDeleted: boolean;
  readonly mayOvertake: boolean;
}

export interface Scenario {
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
  readonly changes: readonly Change[];
  /** How long the relay goes by what an account was before a change. The storage knows at once. */
  readonly lagMs: number;
  /** Whether a key that was replaced or removed can still be looked up with. */
  readonly keepsKeys: boolean;
  readonly mayOvertake: boolean;
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

interface ClockStep {
  readonly afterCalls: number;
  readonly byMs: number;
}

const clockStep = fc.record<ClockStep>({
  afterCalls: fc.integer({ min: 1, max: 20 }),
  byMs: fc.integer({ min: -2 * MAX_AGE_MS, max: 2 * MAX_AGE_MS }),
});

const change = fc.record<Change>({
  lane: fc.constantFrom("lane-0", "lane-1", "lane-2"),
  atMs: fc.integer({ min: 0, max: 12_000 }),
  kind: fc.constantFrom("key", "environment", "pause", "resume", "delete", "wait", "goOn"),
});

export const scenario = fc.record<Scenario>({
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
  changes: fc.array(change, { maxLength: 4 }),
  lagMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2_000 })),
  keepsKeys: fc.boolean(),
  mayOvertake: fc.boolean(),
});

/** One order, taken by a venue that executes an id once, and nothing else. */
export const QUIET: Scenario = {
  lanes: 1,
  rows: 1,
  behaviours: [{ kind: "accept", ms: 0, lateMs: 0 }],
  lookups: [true],
  crashes: [],
  clockSteps: [],
  resend: { by: "same-id" },
  changes: [],
  lagMs: 0,
  keepsKeys: true,
  mayOvertake: false,
};

interface Send {
  readonly id: string;
  readonly lane: string;
  readonly atMs: number;
  /** What it was sent with. */
  readonly keyVersion: number;
}

interface Execution extends Send {
  /** From when look-ups know of it. */
  readonly visibleAtMs: number;
}

/** Storage, venue and clock: what outlives a crash. */
export class World {
  readonly clock = new VirtualClock();
  readonly rows: Row[];
  readonly sends: Send[] = [];
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
      pin: null,
      stage: "queued",
    }));
  }

  get isSettled(): boolean {
    return this.rows.every(({ settlement }) => settlement);
  }

  /** An account as its user has left it by then. All rows were accepted before any change, on demo. */
  accountAt(lane: string, atMs: number): Account {
    const { changes, mayOvertake } = this.#scenario;
    const fresh: Account = { keyVersion: 1, isDemo: true, isPaused: false, isDeleted: false, mayOvertake };
    return changes
      .filter((each) => each.lane === lane && each.atMs <= atMs)
      .toSorted((one, other) => one.atMs - other.atMs)
      .reduce((account, { kind }) => changed(account, kind), fresh);
  }

  #open = (lane?: string) =>
    this.rows
      .filter((row) => !row.settlement && (lane === undefined || row.lane === lane))
      .map((row) => ({ ...row, isOvertaken: row.attempt > 0 && this.#isOvertaken(row) }));

  #isOvertaken = ({ lane, seq }: Pick<Row, "lane" | "seq">) =>
    this.rows.some((later) => later.lane === lane && later.seq > seq && later.attempt > 0);

  journal(process: Process): Journal<Delivery> {
    const load = (lane?: string) => {
      // The storage tells how old they are.
      const expiresAtMonotonicMs = process.clock.monotonicMs() + MAX_AGE_MS - this.clock.nowMs();
      return this.#open(lane).map((row): Delivery => ({ ...row, expiresAtMonotonicMs }));
    };
    const row = ({ id, attempt }: Delivery) =>
      this.rows.find((each) => each.id === id && each.attempt === attempt && !each.settlement);
    return {
      intend: (delivery, pin) =>
        process.call(() => {
          const stored = row(delivery);
          const account = this.accountAt(delivery.lane, this.clock.nowMs());
          if (!stored || pin === null || !isTradable(account) || account.keyVersion !== pin) return false;
          const isBlocking = ({ seq, stage }: Row) =>
            seq < stored.seq && !(stage === "unresolved" && account.mayOvertake);
          if (this.#open(delivery.lane).some(isBlocking)) return false;
          if (stored.attempt > 0 && this.#isOvertaken(stored)) return false;
          Object.assign(stored, { attempt: stored.attempt + 1, stage: "sending", pin });
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
    const { lookups, resend, lagMs, keepsKeys } = this.#scenario;
    return {
      group: () => "venue",
      party: ({ lane }) => lane,
      resend: () => resend,
      admit: ({ id, lane, pin }) =>
        process.call(() => {
          const account = this.accountAt(lane, this.clock.nowMs() - lagMs);
          const { keyVersion, mayOvertake } = account;
          if (!isTradable(account)) return { kind: "rejected", reason: "ACCOUNT_PAUSED", response: null };
          if (pin !== null && pin !== keyVersion) return { kind: "rejected", reason: "KEY_REPLACED", response: null };
          const send = () => this.#place(process, { id, lane, keyVersion });
          return { kind: "admitted", pin: keyVersion, mayOvertake, send } satisfies Admitted;
        }),
      find: ({ id, lane, pin }) =>
        process.call(() => {
          const nowMs = this.clock.nowMs();
          const isGone = !keepsKeys && pin !== this.accountAt(lane, nowMs).keyVersion;
          if (isGone) return { kind: "unclear", cause: "the key is gone", isKeyGone: true };
          if (!lookups[this.#lookups++ % lookups.length]) return { kind: "unclear", cause: "no answer" };
          const isKnown = this.ledger.some(
            (entry) => entry.id === id && entry.keyVersion === pin && entry.visibleAtMs <= nowMs,
          );
          return isKnown ? { kind: "found", outcome: { kind: "accepted", response: null } } : { kind: "absent" };
        }),
    };
  }

  async #place(process: Process, order: Omit<Send, "atMs">): Promise<Outcome> {
    const { behaviours } = this.#scenario;
    const behaviour = behaviours[this.#calls++ % behaviours.length] ?? { kind: "accept", ms: 0, lateMs: 0 };
    const outcome = await process.call(() => this.#take(behaviour, { ...order, atMs: this.clock.nowMs() }));
    await this.clock.wait(behaviour.ms);
    return outcome;
  }

  #take({ kind, lateMs }: Behaviour, send: Send): Outcome {
    this.sends.push(send);
    if (kind === "reject") return { kind: "rejected", reason: "VENUE_REFUSED", response: null };
    if (kind === "throttle") return { kind: "throttled", reason: "VENUE_THROTTLED", response: null };
    const refuses = kind === "refuse" || kind === "take-and-refuse";
    const unknown: Outcome = refuses
      ? { kind: "unknown", cause: "an answer that no table lists", response: "no", refusal: "no" }
      : { kind: "unknown", cause: "no answer", response: null };
    if (kind === "lose" || kind === "refuse") return unknown;
    // A venue of the one kind takes an id once for each of its accounts; the other would take it again.
    const { by } = this.#scenario.resend;
    const isSame = ({ id, keyVersion }: Send) => id === send.id && keyVersion === send.keyVersion;
    const delayMs = kind === "accept" ? 0 : lateMs;
    const atMs = by === "confirmed-absence" ? send.atMs + delayMs : send.atMs;
    const visibleAtMs = by === "confirmed-absence" ? atMs : send.atMs + Math.min(delayMs, COMES_TO_LIGHT_WITHIN_MS);
    if (by !== "same-id" || !this.ledger.some(isSame)) this.ledger.push({ ...send, atMs, visibleAtMs });
    if (kind !== "accept") this.lostAnswers += 1;
    return kind === "accept" ? { kind: "accepted", response: null } : unknown;
  }

  /** Lives until everything is settled, dying and starting again as the scenario says. */
  async live(): Promise<void> {
    const { crashes, clockSteps, changes, lagMs } = this.#scenario;
    let relay: Relay<Delivery> | undefined;
    for (const { lane, atMs } of changes) {
      void this.clock.wait(atMs + lagMs).then(() => relay?.reconsider(lane));
    }
    for (const [life, callsToLive] of [...crashes, Infinity].entries()) {
      let dead = false;
      const steps = clockSteps.filter((_, index) => index % (crashes.length + 1) === life);
      const process = new Process(callsToLive, this.clock.ofAnotherProcess(), steps, () => (dead = true));
      relay = new Relay<Delivery>({
        journal: this.journal(process),
        destination: this.destination(process),
        turns: new Concurrency({ perGroup: 2, perParty: 1 }),
        clock: process.clock,
        intakePriority: new IntakePriority(process.clock),
        failpoint: noFailpoint,
        onSettled: () => undefined,
        onTrouble: (error) => {
          throw error;
        },
      });
      void relay.take([PARTITION]);
      await this.clock.runUntil(() => dead || this.isSettled);
    }
  }
}

function changed(account: Account, kind: Change["kind"]): Account {
  const keyVersion = account.keyVersion + 1;
  if (kind === "key") return { ...account, keyVersion };
  if (kind === "environment") return { ...account, keyVersion, isDemo: !account.isDemo };
  if (kind === "delete") return { ...account, keyVersion, isDeleted: true };
  if (kind === "wait" || kind === "goOn") return { ...account, mayOvertake: kind === "goOn" };
  return { ...account, isPaused: kind === "pause" };
}

/** Whether an order that was accepted on demo may be sent. */
export function isTradable({ isDemo, isPaused, isDeleted }: Account): boolean {
  return isDemo && !isPaused && !isDeleted;
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
