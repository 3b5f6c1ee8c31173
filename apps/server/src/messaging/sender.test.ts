/** Sends messages against a model of storage and channel in virtual time, in any mix that fast-check generates. */
import type { Accepted, Outcome, Rejected } from "@chartrelay/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Process } from "../../test/process.ts";
import { failingLog } from "../../test/retry-log.ts";
import { VirtualClock } from "../../test/virtual-clock.ts";
import { IntakePriority } from "../cluster/intake-priority.ts";
import { Queues } from "../cluster/queues.ts";
import { FairLimiter } from "../platform/fair-limiter.ts";
import type { PartSent } from "./channel.ts";
import type { QueuedMessage } from "./message.ts";
import { MessageWorker } from "./sender.ts";
import type { MessageStore } from "./store.ts";

const PARTITION = 0;
const MAX_AGE_MS = 60_000;

/** How the channel handles one call, and how long it takes. */
interface Behaviour {
  readonly kind: "accept" | "part" | "reject" | "throttle" | "lose" | "take-and-lose";
  readonly ms: number;
}

interface Scenario {
  readonly chats: number;
  readonly messages: number;
  readonly behaviours: readonly Behaviour[];
  /** After how many calls to the storage or the channel each process dies. */
  readonly crashes: readonly number[];
}

const scenario = fc.record<Scenario>({
  chats: fc.integer({ min: 1, max: 3 }),
  messages: fc.integer({ min: 1, max: 8 }),
  behaviours: fc.array(
    fc.record<Behaviour>({
      kind: fc.oneof(
        { weight: 3, arbitrary: fc.constant("accept" as const) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(...(["part", "reject", "throttle", "lose", "take-and-lose"] as const)),
        },
      ),
      ms: fc.integer({ min: 0, max: 900 }),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  crashes: fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 3 }),
});

interface Row {
  readonly id: string;
  readonly chat: string;
  readonly seq: number;
  attempt: number;
  end?: Accepted | Rejected;
}

/** Storage, channel and clock: everything that survives a crash. */
class World {
  readonly clock = new VirtualClock();
  readonly rows: Row[];
  /** Every arrival, including repeats. */
  readonly arrived: { readonly id: string; readonly chat: string; readonly atMs: number }[] = [];
  /** How many sends got no answer. */
  lostAnswers = 0;
  readonly #scenario: Scenario;
  #calls = 0;

  constructor(given: Scenario) {
    this.#scenario = given;
    this.rows = Array.from({ length: given.messages }, (_, index) => ({
      id: `message-${index}`,
      chat: `chat-${index % given.chats}`,
      seq: index,
      attempt: 0,
    }));
  }

  get isOver(): boolean {
    return this.rows.every(({ end }) => end);
  }

  #store(process: Process): MessageStore {
    const open = (chat?: string) => this.rows.filter((row) => !row.end && (chat === undefined || row.chat === chat));
    const load = (chat?: string) => open(chat).map((row) => this.#load(row, process.clock));
    const rowOf = ({ id, attempt }: QueuedMessage) =>
      this.rows.find((row) => row.id === id && row.attempt === attempt && !row.end);
    return {
      storeAttempt: (message) =>
        process.call(() => {
          const row = rowOf(message);
          if (!row || open(row.chat).some(({ seq }) => seq < row.seq)) return false;
          row.attempt += 1;
          return true;
        }),
      storeEnd: (message, end) =>
        process.call(() => {
          const row = rowOf(message);
          if (row) row.end = end;
          return row !== undefined;
        }),
      loadQueue: (queue) => process.call(() => load(queue)),
      loadPartitions: () => process.call(() => load()),
      countQueues: () =>
        process.call(() =>
          [...Map.groupBy(open(), ({ chat }) => chat)].map(([queue, rows]) => ({
            queue,
            partition: PARTITION,
            items: rows.length,
            lastSeq: Math.max(...rows.map(({ seq }) => seq)),
          })),
        ),
    };
  }

  #load({ id, chat, seq, attempt }: Row, clock: VirtualClock): QueuedMessage {
    return {
      id,
      queue: chat,
      partition: PARTITION,
      seq,
      attempt,
      userId: null,
      channel: "TELEGRAM",
      address: chat,
      language: "en",
      kind: "alert",
      data: {},
      orderId: null,
      alertId: null,
      createdAtUs: 0,
      expiresAtMs: clock.monotonicMs() + MAX_AGE_MS - this.clock.nowMs(),
      partsSent: 0,
      isInDoubt: attempt > 0,
      together: [],
      lastResponse: null,
      sentAtUs: null,
      answeredAtUs: null,
    };
  }

  async #place(process: Process, { id, queue: chat }: QueuedMessage): Promise<Outcome | PartSent> {
    const { behaviours } = this.#scenario;
    const { kind, ms } = behaviours[this.#calls++ % behaviours.length] ?? { kind: "accept", ms: 0 };
    const came = await process.call((): Outcome | PartSent => {
      if (kind === "reject") return { kind: "rejected", reason: "MESSAGE_REFUSED", response: null };
      if (kind === "throttle") return { kind: "throttled", reason: "TELEGRAM_UNAVAILABLE", response: null };
      if (kind === "part") return { kind: "partSent" };
      if (kind !== "lose") this.arrived.push({ id, chat, atMs: this.clock.nowMs() });
      if (kind === "take-and-lose") this.lostAnswers += 1;
      return kind === "accept"
        ? { kind: "accepted", response: null }
        : { kind: "unknown", cause: "lost", response: null };
    });
    await this.clock.wait(ms);
    return came;
  }

  /** Runs until every message has ended, with the crashes and restarts of the scenario. */
  async live(): Promise<void> {
    for (const callsToLive of [...this.#scenario.crashes, Infinity]) {
      let dead = false;
      const process = new Process(callsToLive, this.clock.ofAnotherProcess(), [], () => (dead = true));
      const { clock } = process;
      const store = this.#store(process);
      const channel = {
        limiter: new FairLimiter({ perGroup: 2, perParty: 1 }),
        place: (message: QueuedMessage) => this.#place(process, message),
      };
      const parts = { store, channels: { TELEGRAM: channel }, clock, holdsLocks: () => true, log: failingLog };
      const intakePriority = new IntakePriority(clock);
      const queues: Queues<QueuedMessage> = new Queues({
        store,
        log: failingLog,
        openWorker: (queue, owned) =>
          new MessageWorker(queue, owned, { ...parts, intakePriority, onEnded: ({ id }) => queues.ended(id) }),
      });
      void queues.take([PARTITION]);
      await this.clock.runUntil(() => dead || this.isOver);
    }
  }
}

test("promise 3: a message is repeated only if an answer was lost, and messages arrive in order", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      const world = new World(given);
      await world.live();

      expect(world.rows.filter(({ end }) => !end)).toEqual([]);
      const ids = world.arrived.map(({ id }) => id);
      for (const { id, end } of world.rows) {
        if (end?.kind === "accepted") expect(ids, `${id} was said to have arrived`).toContain(id);
        else if (end?.reason !== "OUTCOME_UNKNOWN" && world.lostAnswers === 0 && given.crashes.length === 0)
          expect(ids, `${id} was said not to have arrived`).not.toContain(id);
      }
      // A crash interrupts at most one send per chat.
      const inDoubt = world.lostAnswers + given.crashes.length * given.chats;
      expect(ids.length - new Set(ids).size).toBeLessThanOrEqual(inDoubt);
      for (const name of new Set(world.rows.map(({ chat }) => chat))) {
        const firsts = [...new Set(world.arrived.filter(({ chat }) => chat === name).map(({ id }) => id))];
        expect(firsts).toEqual(world.rows.map(({ id }) => id).filter((id) => firsts.includes(id)));
      }
      expect(world.arrived.every(({ atMs }) => atMs <= MAX_AGE_MS)).toBe(true);
    }),
    { numRuns: 400 },
  );
});
