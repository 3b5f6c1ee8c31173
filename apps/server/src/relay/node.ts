/** One process among several: owns its share of the partitions, hears what others committed for it, and sweeps behind. */
import type { Clock } from "../platform/clock.ts";
import type { Queryable, Session } from "../platform/db/database.ts";
import { Ownership } from "./ownership.ts";
import { partitionOf } from "./partition.ts";

const SWEEP_INTERVAL_MS = 2_000;
/** PostgreSQL takes less than 8,000 bytes in a notification. */
const MAX_NOTIFICATION_LENGTH = 7_500;

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
  /** By channel: words that the other nodes haven't heard yet. */
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
    this.tell(channel, lanes);
  }

  /** Tells all nodes, this one included: their listeners get words joined by commas. A word may be lost. */
  tell(channel: string, words: readonly string[]): void {
    const untold = this.#untold.get(channel) ?? new Set();
    this.#untold.set(channel, untold);
    for (const word of words) untold.add(word);
    void this.#tellUntold();
  }

  /** One notification at a time, as each is a commit of its own: what comes meanwhile shares the next one. */
  async #tellUntold(): Promise<void> {
    if (this.#isTelling) return;
    this.#isTelling = true;
    for (let [next] = this.#untold; next; [next] = this.#untold) {
      const [channel, untold] = next;
      const words = fitting(untold, MAX_NOTIFICATION_LENGTH);
      for (const word of words) untold.delete(word);
      if (untold.size === 0) this.#untold.delete(channel);
      await this.#options.db.query("select pg_notify($1, $2)", [channel, words.join()]).catch(this.#options.onTrouble);
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

/** The first words that fit together into so many characters; one at least. Words are plain ASCII. */
function fitting(words: Iterable<string>, maxLength: number): string[] {
  const taken: string[] = [];
  let length = 0;
  for (const word of words) {
    length += word.length + 1;
    if (taken.length > 0 && length > maxLength) break;
    taken.push(word);
  }
  return taken;
}
