/** A model of storage, accounts and venue for sending orders in virtual time. scenario.fixture.ts says what they do. */
import type { Outcome, Stage } from "@chartrelay/contract";
import { failingLog } from "../../test/retry-log.ts";
import { Process } from "../../test/process.ts";
import { VirtualClock } from "../../test/virtual-clock.ts";
import { IntakePriority } from "../cluster/intake-priority.ts";
import { Queues, type Worker } from "../cluster/queues.ts";
import { noFailpoint } from "../platform/failpoint.ts";
import { FairLimiter } from "../platform/fair-limiter.ts";
import type { Destination } from "./destination.ts";
import type { QueuedOrder } from "./order.ts";
import { QueueWorker } from "./queue-worker.ts";
import { Sender } from "./sender.ts";
import {
  changed,
  isTradable,
  MAX_AGE_MS,
  type AccountState,
  type Behaviour,
  type Scenario,
} from "./scenario.fixture.ts";
import { restore, type OrderEnd } from "./state.ts";
import type { OrderStore } from "./store.ts";

const PARTITION = 0;
/** Less than the few seconds that it takes to confirm an absence. */
const COMES_TO_LIGHT_WITHIN_MS = 3_000;
/** Far more than it takes to work off the longest queue at one moment. */
const SPINNING_STEPS = 1_000;
/** An account's rows are far apart among those of all accounts. */
const SEQ_APART = 1_000;
const ARRIVAL_INTERVAL_MS = 50;

/** An order's row, stored at time zero. Each process computes its expiry by its own clock. */
export interface Row {
  readonly id: string;
  readonly account: string;
  readonly seq: number;
  attempt: number;
  keyVersion: number | null;
  stage: Stage;
  end?: OrderEnd;
  endedAtMs?: number;
}

interface Send {
  readonly id: string;
  readonly account: string;
  readonly atMs: number;
  /** The version of the key it was sent with. */
  readonly keyVersion: number;
}

interface Execution extends Send {
  /** When it becomes visible to look-ups. */
  readonly visibleAtMs: number;
}

/** Storage, venue and clock: everything that survives a crash. */
export class World {
  readonly clock = new VirtualClock();
  readonly rows: Row[];
  readonly sends: Send[] = [];
  readonly ledger: Execution[] = [];
  /** How many sends the venue took without confirming them. */
  lostAnswers = 0;
  /** How often a process has asked whether an order may be sent. */
  permits = 0;
  /** How many rows processes have loaded. */
  loaded = 0;
  /** A queue's worker kept stepping while no time passed: in a real process, nothing else would get a turn. */
  hasSpun = false;
  readonly #scenario: Scenario;
  #calls = 0;
  readonly #lookups = new Map<string, number>();

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.rows = Array.from({ length: scenario.rows }, (_, index) => this.#row(index));
  }

  get isOver(): boolean {
    const { rows, arrivals } = this.#scenario;
    return this.rows.length === rows + arrivals && this.rows.every(({ end }) => end);
  }

  #row(index: number): Row {
    const account = `account-${index % this.#scenario.accounts}`;
    return {
      id: `order-${String(index).padStart(3, "0")}`,
      account,
      seq: index * SEQ_APART,
      attempt: 0,
      keyVersion: null,
      stage: "queued",
    };
  }

  /** Returns an account's state at a given time. All rows were accepted before any change, on demo. */
  accountAt(name: string, atMs: number): AccountState {
    const { changes, mayOvertake } = this.#scenario;
    const fresh: AccountState = { keyVersion: 1, isDemo: true, isPaused: false, isDeleted: false, mayOvertake };
    return changes
      .filter(({ account, atMs: changedAtMs }) => account === name && changedAtMs <= atMs)
      .toSorted((one, other) => one.atMs - other.atMs)
      .reduce((state, { kind }) => changed(state, kind), fresh);
  }

  #open = (account?: string) =>
    this.rows.filter((row) => !row.end && (account === undefined || row.account === account));

  #isOvertaken = ({ account, seq, attempt }: Row) =>
    attempt > 0 && this.rows.some((later) => later.account === account && later.seq > seq && later.attempt > 0);

  /** Loads an order for a process. The storage determines its age. */
  #load(row: Row, clock: VirtualClock): QueuedOrder {
    const expiresAtMs = clock.monotonicMs() + MAX_AGE_MS - this.clock.nowMs();
    const { id, account, seq, attempt, keyVersion, stage } = row;
    const { instruction } = this.#scenario;
    return {
      id,
      queue: account,
      accountId: account,
      partition: PARTITION,
      seq,
      userId: account,
      venue: "ALOR_BROKER",
      isDemo: true,
      message: { account, ticker: "SBER", direction: "BUY", type: "MARKET", contracts: "1" },
      ...(instruction && { strategyId: "strategy", instruction }),
      receivedAtUs: 0,
      committedAtUs: 0,
      state: restore({
        expiresAtMs,
        resend: this.#scenario.resend,
        attempt,
        keyVersion,
        isMarked: stage === "unresolved",
        isOvertaken: this.#isOvertaken(row),
      }),
      commands: [],
    };
  }

  store(process: Process): OrderStore {
    const load = (account?: string, after = -Infinity) => {
      const rows = this.#open(account).filter(({ seq }) => seq > after);
      this.loaded += rows.length;
      return rows.map((row) => this.#load(row, process.clock));
    };
    const rowOf = ({ id, state: { attempt } }: QueuedOrder) =>
      this.rows.find((each) => each.id === id && each.attempt === attempt && !each.end);
    return {
      storeAttempt: (order, keyVersion) =>
        process.call(() => {
          const row = rowOf(order);
          const account = this.accountAt(order.accountId, this.clock.nowMs());
          if (!row || !isTradable(account) || account.keyVersion !== keyVersion) return false;
          const isBlocking = ({ seq, stage }: Row) => seq < row.seq && !(stage === "unresolved" && account.mayOvertake);
          if (this.#open(order.accountId).some(isBlocking) || this.#isOvertaken(row)) return false;
          Object.assign(row, { attempt: row.attempt + 1, stage: "sending", keyVersion });
          return true;
        }),
      markUnresolved: (order) => process.call(() => void Object.assign(rowOf(order) ?? {}, { stage: "unresolved" })),
      storeEnd: (order) =>
        process.call(() => {
          const row = rowOf(order);
          if (row) Object.assign(row, { end: order.state.end, endedAtMs: this.clock.nowMs() });
          return row !== undefined;
        }),
      loadQueue: (queue, after) => process.call(() => load(queue, after)),
      loadPartitions: () => process.call(() => load()),
      countQueues: () =>
        process.call(() =>
          [...Map.groupBy(this.#open(), ({ account }) => account)].map(([queue, rows]) => ({
            queue,
            partition: PARTITION,
            items: rows.length,
            lastSeq: Math.max(...rows.map(({ seq }) => seq)),
          })),
        ),
    };
  }

  destination(process: Process): Destination {
    const { lookups, lagMs, keepsKeys } = this.#scenario;
    const admit: Destination["admit"] = ({ id, accountId, state }) =>
      process.call(() => {
        this.permits += 1;
        const account = this.accountAt(accountId, this.clock.nowMs() - lagMs);
        const { keyVersion, mayOvertake } = account;
        if (!isTradable(account)) return { kind: "rejected", reason: "ACCOUNT_PAUSED", response: null };
        if (state.keyVersion !== null && state.keyVersion !== keyVersion)
          return { kind: "rejected", reason: "KEY_REPLACED", response: null };
        const send = () => this.#place(process, { id, account: accountId, keyVersion });
        return { kind: "admitted", keyVersion, mayOvertake, send };
      });
    return {
      permit: admit,
      admit,
      group: () => "venue",
      party: ({ accountId }) => accountId,
      find: ({ id, accountId, state }) =>
        process.call(() => {
          const nowMs = this.clock.nowMs();
          const isGone = !keepsKeys && state.keyVersion !== this.accountAt(accountId, nowMs).keyVersion;
          if (isGone) return { kind: "unclear", cause: "the key is gone", isKeyGone: true };
          const earlier = this.#lookups.get(id) ?? 0;
          this.#lookups.set(id, earlier + 1);
          if (!lookups[earlier % lookups.length]) return { kind: "unclear", cause: "no answer" };
          const isKnown = this.ledger.some(
            (entry) => entry.id === id && entry.keyVersion === state.keyVersion && entry.visibleAtMs <= nowMs,
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
    // A same-id venue takes an id once for each of its accounts; the other kind would take it again.
    const { by } = this.#scenario.resend;
    const isSame = ({ id, keyVersion }: Send) => id === send.id && keyVersion === send.keyVersion;
    const delayMs = kind === "accept" ? 0 : lateMs;
    const atMs = by === "confirmed-absence" ? send.atMs + delayMs : send.atMs;
    const visibleAtMs = by === "confirmed-absence" ? atMs : send.atMs + Math.min(delayMs, COMES_TO_LIGHT_WITHIN_MS);
    if (by !== "same-id" || !this.ledger.some(isSame)) this.ledger.push({ ...send, atMs, visibleAtMs });
    if (kind !== "accept") this.lostAnswers += 1;
    return kind === "accept" ? { kind: "accepted", response: null } : unknown;
  }

  /** Runs until every order has ended, with the crashes and restarts of the scenario. */
  async live(): Promise<void> {
    const { crashes, clockSteps, changes, lagMs, rows, arrivals } = this.#scenario;
    let queues: Queues<QueuedOrder> | undefined;
    for (let index = rows; index < rows + arrivals; index += 1) {
      void this.clock.wait((index - rows + 1) * ARRIVAL_INTERVAL_MS).then(() => {
        const row = this.#row(index);
        this.rows.push(row);
        // It dies with its process, whose successor loads everything.
        queues?.catchUp([{ queue: row.account, partition: PARTITION }]).catch(() => undefined);
      });
    }
    for (const { account, atMs } of changes) {
      void this.clock.wait(atMs + lagMs).then(() => queues?.reconsider(account));
    }
    for (const [life, callsToLive] of [...crashes, Infinity].entries()) {
      let dead = false;
      const steps = clockSteps.filter((_, index) => index % (crashes.length + 1) === life);
      const process = new Process(callsToLive, this.clock.ofAnotherProcess(), steps, () => (dead = true));
      queues = this.#start(process);
      void queues.take([PARTITION]);
      await this.clock.runUntil(() => dead || this.isOver);
    }
  }

  /** Stops a worker that spins, which would keep virtual time from passing. */
  #watched(worker: QueueWorker): Worker {
    let steps = 0;
    let atMs = this.clock.nowMs();
    return {
      step: async () => {
        steps = this.clock.nowMs() === atMs ? steps + 1 : 0;
        atMs = this.clock.nowMs();
        if (steps < SPINNING_STEPS) return await worker.step();
        this.hasSpun = true;
        throw new Error("the worker spins");
      },
      stop: () => worker.stop(),
      reconsider: () => worker.reconsider(),
    };
  }

  #start(process: Process): Queues<QueuedOrder> {
    const { clock } = process;
    const store = this.store(process);
    const sender = new Sender({
      store,
      destination: this.destination(process),
      limiter: new FairLimiter({ perGroup: 2, perParty: 1 }),
      clock,
      intakePriority: new IntakePriority(clock),
      failpoint: noFailpoint,
      holdsLocks: () => true,
      onChanged: () => undefined,
      onUnresolved: () => undefined,
      log: failingLog,
    });
    const queues: Queues<QueuedOrder> = new Queues({
      store,
      log: failingLog,
      openWorker: (queue, owned) => {
        const onEnded = ({ id }: QueuedOrder) => queues.ended(id);
        return this.#watched(new QueueWorker(queue, owned, { sender, store, clock, onEnded, log: failingLog }));
      },
    });
    return queues;
  }
}
