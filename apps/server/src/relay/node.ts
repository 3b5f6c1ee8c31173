/** One process among several: owns its share of the partitions, hears what others committed for it, and sweeps behind. */
import type { Clock } from "../platform/clock.ts";
import type { Queryable, Session } from "../platform/db/database.ts";
import { Ownership } from "./ownership.ts";
import { partitionOf } from "./partition.ts";

const SWEEP_INTERVAL_MS = 2_000;
/** PostgreSQL takes 8,000 bytes in a notification; an account's id has 26. */
const LANES_PER_NOTIFICATION = 200;

/** What a node sends from: the relay of one kind of row. */
export interface Carrier {
  take(partitions: readonly number[]): Promise<void>;
  release(partitions: readonly number[]): Promise<void>;
  catchUp(lanes: readonly { readonly lane: string; readonly partition: number }[]): Promise<void>;
  sweep(): Promise<void>;
}

export interface NodeOptions {
  readonly openSession: () => Promise<Session>;
  readonly db: Queryable;
  readonly clock: Clock;
  /** Whether this node sends, or only accepts. */
  readonly relays: boolean;
  /** By the channel on which other nodes tell of committed rows. */
  readonly carriers: Readonly<Record<string, Carrier>>;
  /** Further channels to hear. */
  readonly listeners: Readonly<Record<string, (payload: string) => void>>;
  /** Called with each new session: what was said while there was none went unheard. */
  readonly onDeaf: () => void;
  readonly onNodes: (nodes: readonly number[]) => Promise<void>;
  readonly onTrouble: (error: unknown) => void;
}

export class RelayNode {
  readonly #options: NodeOptions;
  readonly #ownership: Ownership;
  /** By channel: lanes whose owners haven't heard yet. */
  readonly #untold = new Map<string, Set<string>>();
  #isTelling = false;
  readonly #stopping = new AbortController();
  #sweeping: Promise<void> | undefined;

  constructor(options: NodeOptions) {
    const carriers = Object.values(options.carriers);
    this.#options = options;
    this.#ownership = new Ownership({
      openSession: options.openSession,
      clock: options.clock,
      relays: options.relays,
      onTaken: async (partitions) => {
        await Promise.all(carriers.map((carrier) => carrier.take(partitions)));
      },
      onReleased: async (partitions) => {
        await Promise.all(carriers.map((carrier) => carrier.release(partitions)));
      },
      onSession: (session) => this.#listen(session),
      onNodes: options.onNodes,
      onTrouble: options.onTrouble,
    });
  }

  /** This node's name among the nodes. */
  get name(): number {
    return this.#ownership.node;
  }

  /** @throws when the storage can't be reached. */
  async start(): Promise<void> {
    await this.#ownership.start();
    if (this.#options.relays) this.#sweeping = this.#sweep();
  }

  /** Starts nothing more, lets what is in flight end, and leaves the rest to others. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ownership.stop();
    await this.#sweeping;
  }

  /** Tells the owners of lanes that something waits in them. A lost word is made up for by their sweep. */
  tellOwners(channel: string, lanes: readonly string[]): void {
    const untold = this.#untold.get(channel) ?? new Set();
    this.#untold.set(channel, untold);
    for (const lane of lanes) untold.add(lane);
    void this.#tellUntold();
  }

  /** One notification at a time, as each is a commit of its own: what comes meanwhile shares the next one. */
  async #tellUntold(): Promise<void> {
    if (this.#isTelling) return;
    this.#isTelling = true;
    for (let [next] = this.#untold; next; [next] = this.#untold) {
      const [channel, untold] = next;
      const lanes = [...untold].slice(0, LANES_PER_NOTIFICATION);
      for (const lane of lanes) untold.delete(lane);
      if (untold.size === 0) this.#untold.delete(channel);
      await this.#options.db.query("select pg_notify($1, $2)", [channel, lanes.join()]).catch(this.#options.onTrouble);
    }
    this.#isTelling = false;
  }

  async #listen(session: Session): Promise<void> {
    const { carriers, listeners, onDeaf, onTrouble } = this.#options;
    for (const [channel, carrier] of Object.entries(carriers)) {
      await session.listen(channel, (payload) => {
        const lanes = payload.split(",").map((lane) => ({ lane, partition: partitionOf(lane) }));
        carrier.catchUp(lanes).catch(onTrouble);
      });
    }
    for (const [channel, handler] of Object.entries(listeners)) await session.listen(channel, handler);
    onDeaf();
  }

  async #sweep(): Promise<void> {
    const { clock, carriers, onTrouble } = this.#options;
    while (!this.#stopping.signal.aborted) {
      await clock.wait(SWEEP_INTERVAL_MS, this.#stopping.signal);
      if (this.#stopping.signal.aborted) return;
      await Promise.all(Object.values(carriers).map((carrier) => carrier.sweep().catch(onTrouble)));
    }
  }
}
