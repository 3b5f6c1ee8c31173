/** Lanes in memory: each carries its deliveries one at a time, first in, first out, and waits for no other lane. */
import type { Clock } from "../platform/clock.ts";
import { Courier, type CourierOptions } from "./courier.ts";
import type { Delivery, Journal, LaneCount } from "./delivery.ts";
import { Lane } from "./lane.ts";
import { PARTITIONS } from "./partition.ts";

export interface RelayState {
  readonly lanes: number;
  readonly waiting: number;
}

interface Ownership<D extends Delivery> {
  readonly controller: AbortController;
  readonly lanes: Map<string, Lane<D>>;
  readonly running: Set<Promise<void>>;
}

export class Relay<D extends Delivery> {
  readonly #courier: Courier<D>;
  readonly #journal: Journal<D>;
  readonly #clock: Clock;
  readonly #onTrouble: (error: unknown) => void;
  readonly #owned = new Map<number, Ownership<D>>();
  /** In-flight deliveries of partitions that we gave up. */
  readonly #ending = new Map<number, Promise<unknown>>();
  /** What was settled since the last sweep began, and in the round before: a slow read must not bring it back. */
  #settledLately = new Set<string>();
  #settledBefore = new Set<string>();

  constructor(options: Omit<CourierOptions<D>, "onTrouble"> & { readonly onTrouble: (error: unknown) => void }) {
    this.#courier = new Courier(options);
    this.#journal = options.journal;
    this.#clock = options.clock;
    this.#onTrouble = options.onTrouble;
  }

  owns(partition: number): boolean {
    return this.#owned.has(partition);
  }

  get state(): RelayState {
    let lanes = 0;
    let waiting = 0;
    for (const ownership of this.#owned.values()) {
      lanes += ownership.lanes.size;
      for (const lane of ownership.lanes.values()) waiting += lane.queue.length;
    }
    return { lanes, waiting };
  }

  /** What waits in the lane of a delivery behind it, in order. */
  waitingBehind({ id, lane, partition }: D): D[] {
    return (
      this.#owned
        .get(partition)
        ?.lanes.get(lane)
        ?.queue.filter((other) => other.id !== id) ?? []
    );
  }

  /** The part of all partitions that is ours: 0 to 1. */
  get share(): number {
    return this.#owned.size / PARTITIONS;
  }

  /** Takes partitions over: from now on their deliveries are ours, those left by an earlier owner first. */
  async take(partitions: readonly number[]): Promise<void> {
    // What we sent before we lost them must end first: it would look like an unknown outcome to ourselves.
    await Promise.all(partitions.map((partition) => this.#ending.get(partition)));
    for (const partition of partitions) {
      if (this.#owned.has(partition)) continue;
      this.#owned.set(partition, { controller: new AbortController(), lanes: new Map(), running: new Set() });
    }
    await this.#loadPartitions(partitions);
  }

  /** Gives partitions up. Starts nothing more for them at once; settles when what is in flight has ended. */
  async release(partitions: readonly number[]): Promise<void> {
    for (const partition of partitions) {
      const ownership = this.#owned.get(partition);
      if (!ownership) continue;
      this.#owned.delete(partition);
      ownership.controller.abort();
      const ending = Promise.all(ownership.running).finally(() => this.#ending.delete(partition));
      this.#ending.set(partition, ending);
    }
    await Promise.all(partitions.map((partition) => this.#ending.get(partition)));
  }

  /** Puts committed deliveries at the end of their lanes, in the given order. Those of others' partitions are left to them. */
  enqueue(deliveries: readonly D[]): void {
    for (const delivery of deliveries) {
      const ownership = this.#owned.get(delivery.partition);
      if (!ownership || this.#settledLately.has(delivery.id) || this.#settledBefore.has(delivery.id)) continue;
      const running = ownership.lanes.get(delivery.lane);
      const lane = running ?? this.#open(ownership, delivery.lane);
      lane.add(delivery);
      if (!running) this.#start(ownership, delivery.lane, lane);
    }
  }

  /** Loads what other nodes committed for lanes of ours. */
  async catchUp(lanes: readonly { readonly lane: string; readonly partition: number }[]): Promise<void> {
    const ours = lanes.filter(({ partition }) => this.#owned.has(partition));
    const loaded = await Promise.all(ours.map(({ lane }) => this.#journal.loadLane(lane)));
    this.enqueue(loaded.flat());
  }

  /**
   * Ends at once what waits in a lane, or in all, and may not be sent any more: after a change of what its deliveries are
   * sent with.
   */
  async reconsider(name?: string): Promise<void> {
    const owned = [...this.#owned.values()];
    const lanes = owned.flatMap((each) =>
      name === undefined ? [...each.lanes.values()] : (each.lanes.get(name) ?? []),
    );
    await Promise.all(lanes.map((lane) => lane.reconsider()));
  }

  /**
   * The safety net under every hand-over: whatever is unsettled in our partitions and not in memory is taken up. Lanes are
   * counted first, as to load all that waits for a destination that is down would hold everybody up.
   */
  async sweep(): Promise<void> {
    this.#settledBefore = this.#settledLately;
    this.#settledLately = new Set();
    if (this.#owned.size === 0) return;
    const counts = await this.#journal.countLanes([...this.#owned.keys()]);
    await this.catchUp(counts.filter((count) => !this.#holds(count)));
  }

  #holds({ lane, partition, deliveries, lastSeq }: LaneCount): boolean {
    const queue = this.#owned.get(partition)?.lanes.get(lane)?.queue ?? [];
    return queue.length >= deliveries && (queue.at(-1)?.seq ?? 0) >= lastSeq;
  }

  async #loadPartitions(partitions: readonly number[]): Promise<void> {
    if (partitions.length > 0) this.enqueue(await this.#journal.loadPartitions(partitions));
  }

  #open({ controller, lanes }: Ownership<D>, name: string): Lane<D> {
    const lane = new Lane<D>({
      name,
      courier: this.#courier,
      journal: this.#journal,
      clock: this.#clock,
      owned: controller.signal,
      onSettled: ({ id }) => void this.#settledLately.add(id),
      onTrouble: this.#onTrouble,
    });
    lanes.set(name, lane);
    return lane;
  }

  #start(ownership: Ownership<D>, name: string, lane: Lane<D>): void {
    const running = this.#run(ownership, name, lane)
      .catch((error: unknown) => this.#onTrouble(error))
      .finally(() => ownership.running.delete(running));
    ownership.running.add(running);
  }

  async #run({ controller, lanes }: Ownership<D>, name: string, lane: Lane<D>): Promise<void> {
    try {
      while (lane.queue.length > 0 && !controller.signal.aborted) await lane.step();
    } finally {
      // In the same breath as the look that found the queue empty, or an arrival between the two would be left lying.
      // After an error of ours the next sweep starts the lane again.
      lanes.delete(name);
      await lane.stop();
    }
  }
}
