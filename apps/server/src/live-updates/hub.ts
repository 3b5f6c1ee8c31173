/** Pushes changes to the pages that are open. Changes name rows; each row is read once for all who watch it. */
import type { EventTopic } from "@chartrelay/contract";
import type { Clock } from "../platform/clock.ts";
import { sharedTopic, type Bus } from "../platform/pubsub.ts";
import { readChange, writeChange, type Change } from "./changes.ts";
import { EventStream } from "./stream.ts";
import type { RetryLog } from "../platform/retry-log.ts";

/** What changed, for the pages that are open at other nodes; see changes.ts. */
const CHANGES = sharedTopic("changes");

/** One user's pages at a time; one more ends the oldest. */
const MAX_STREAMS_OF_A_USER = 20;
/** Between two rounds of reading and pushing: a flood of changes shares them. */
const PACE_MS = 20;
/** More changes of one user between two rounds than this, and the page loads again instead. */
const MAX_PENDING_OF_A_USER = 200;
/** More changes than this that other nodes haven't heard of: their pages load everything again instead. */
const MAX_UNREPORTED = 10_000;
const ROWS_A_QUERY = 500;
const TICK_MS = 1_000;
const TICKS_A_BEAT = 15;
/** A reader that takes nothing for so many beats is gone. */
const MAX_BEHIND_BEATS = 2;
/** A node that just started may be unknown to the others for as long as this. */
const UNKNOWN_FOR_LOOKS = 4;

/** Reads rows as their lists show them, by their ids. Those that don't exist are left out. */
export type RowLoader = (ids: readonly string[]) => Promise<readonly { readonly id: string }[]>;

/** Tells open pages that something of their user's has changed. Costs nothing while nobody watches. */
export interface Events {
  /** `id` names the row, for topics that have rows. */
  publish(userId: string, topic: EventTopic, id?: string): void;
  /** Sessions of the user have ended: so do the streams that they opened, on every node. */
  sessionsEnded(userId: string): void;
}

/** A session that holds a stream open. */
export interface Watcher {
  readonly userId: string;
  readonly sessionHash: Buffer;
  /** When the session ends by itself. */
  readonly endsAtMs: number;
}

export interface EventHubOptions {
  readonly clock: Clock;
  /** By topic; a topic without rows has none. */
  readonly rows: Partial<Record<EventTopic, RowLoader>>;
  /** When each of these sessions ends; one that has ended is left out. Keys are hashes in hex. */
  readonly sessionEnds: (hashes: readonly Buffer[]) => Promise<ReadonlyMap<string, number>>;
  /** This node's name among the nodes. */
  readonly node: () => number;
  readonly bus: Bus;
  readonly log: RetryLog;
}

interface OpenStream {
  readonly watcher: Watcher;
  readonly stream: EventStream;
  endsAtMs: number;
  behindBeats: number;
}

export class EventHub implements Events {
  readonly #options: EventHubOptions;
  /** By user, the oldest first. */
  readonly #streams = new Map<string, Set<OpenStream>>();
  /** By user: topic and id of what changed. */
  readonly #pending = new Map<string, Map<string, Change>>();
  readonly #unreported = new Set<string>();
  readonly #stopping = new AbortController();
  #others: readonly number[] = [];
  #looks = 0;
  #isFlushing = false;
  #isReporting = false;
  #ticking: Promise<void> | undefined;

  constructor(options: EventHubOptions) {
    this.#options = options;
    options.bus.subscribe(CHANGES, (words) => this.hear(words));
  }

  /** Streams that are open on this node. */
  get size(): number {
    let streams = 0;
    for (const own of this.#streams.values()) streams += own.size;
    return streams;
  }

  publish(userId: string, topic: EventTopic, id = ""): void {
    this.#changed({ userId, topic, id });
    this.#reportToOthers({ userId, topic, id });
  }

  sessionsEnded(userId: string): void {
    const change: Change = { userId, topic: "session", id: "" };
    this.#changed(change);
    this.#reportToOthers(change);
  }

  /** What a node has reported. */
  hear(words: readonly string[]): void {
    for (const word of words) {
      const { node, ...change } = readChange(word);
      if (node === this.#options.node()) continue;
      if (change.topic === "resync" && change.userId === "") this.resyncAll();
      else this.#changed(change);
    }
  }

  /** The nodes that are alive, at each look. */
  heardOf(nodes: readonly number[]): void {
    const others = nodes.filter((node) => node !== this.#options.node()).toSorted((a, b) => a - b);
    const isChanged = others.join() !== this.#others.join();
    this.#others = others;
    this.#looks += 1;
    if (isChanged || (others.length > 0 && this.#looks <= UNKNOWN_FOR_LOOKS)) this.resyncAll();
  }

  /** What changed may have gone unheard. */
  resyncAll(): void {
    for (const own of this.#streams.values()) for (const { stream } of own) stream.tell("resync", {});
  }

  /** Opens a stream. `isReturning`: the reader had one before, and may have missed something since. */
  open(watcher: Watcher, isReturning: boolean): EventStream {
    const stream = new EventStream();
    if (this.#stopping.signal.aborted) {
      stream.finish();
      return stream;
    }
    const opened: OpenStream = { watcher, stream, endsAtMs: watcher.endsAtMs, behindBeats: 0 };
    const own = this.#streams.get(watcher.userId) ?? new Set();
    this.#streams.set(watcher.userId, own);
    own.add(opened);
    if (own.size > MAX_STREAMS_OF_A_USER) for (const oldest of [...own].slice(0, 1)) this.#close(oldest);
    stream.once("close", () => this.#forget(opened));
    stream.tell(isReturning ? "resync" : "ready", {});
    this.#ticking ??= this.#tick();
    return stream;
  }

  /** Ends every stream, and takes no more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const own of this.#streams.values()) for (const each of own) this.#close(each);
    await this.#ticking;
  }

  #changed(change: Change): void {
    if (!this.#streams.has(change.userId)) return;
    const pending = this.#pending.get(change.userId) ?? new Map<string, Change>();
    this.#pending.set(change.userId, pending);
    const isTooMuch = pending.size >= MAX_PENDING_OF_A_USER && change.topic !== "session";
    const kept: Change = isTooMuch ? { ...change, topic: "resync", id: "" } : change;
    pending.set(`${kept.topic} ${kept.id}`, kept);
    void this.#flush();
  }

  #reportToOthers(change: Change): void {
    if (this.#others.length === 0) return;
    const write = (each: Change) => writeChange({ ...each, node: this.#options.node() });
    if (this.#unreported.size >= MAX_UNREPORTED && change.topic !== "session") {
      this.#unreported.clear();
      this.#unreported.add(write({ userId: "", topic: "resync", id: "" }));
    } else this.#unreported.add(write(change));
    void this.#report();
  }

  async #report(): Promise<void> {
    if (this.#isReporting) return;
    this.#isReporting = true;
    while (this.#unreported.size > 0) {
      const words = [...this.#unreported];
      this.#unreported.clear();
      this.#options.bus.publish(CHANGES, words);
      await this.#options.clock.wait(PACE_MS);
    }
    this.#isReporting = false;
  }

  async #flush(): Promise<void> {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    while (this.#pending.size > 0) {
      // What one turn of the event loop publishes is read together.
      await this.#options.clock.wait(0);
      const changes = [...this.#pending.values()].flatMap((ofUser) => [...ofUser.values()]);
      this.#pending.clear();
      try {
        await this.#deliver(changes);
      } catch (error) {
        this.#options.log.willRetry(error);
        for (const userId of new Set(changes.map((change) => change.userId))) this.#send(userId, "resync", {});
      }
      if (this.#pending.size > 0) await this.#options.clock.wait(PACE_MS);
    }
    this.#isFlushing = false;
  }

  async #deliver(changes: readonly Change[]): Promise<void> {
    const ended = changes.filter(({ topic }) => topic === "session");
    if (ended.length > 0) await this.#revalidate(ended.flatMap(({ userId }) => [...(this.#streams.get(userId) ?? [])]));
    for (const { userId, topic, id } of changes) {
      if (topic === "session" || (id !== "" && topic !== "resync")) continue;
      this.#send(userId, topic, {});
    }
    for (const [topic, load] of Object.entries(this.#options.rows)) {
      const named = changes.filter((change) => change.topic === topic && change.id !== "");
      const users = new Map(named.map(({ id, userId }) => [id, userId]));
      for (let first = 0; first < named.length; first += ROWS_A_QUERY) {
        const rows = await load(named.slice(first, first + ROWS_A_QUERY).map(({ id }) => id));
        for (const row of rows) this.#send(users.get(row.id) ?? "", topic as EventTopic, row);
      }
    }
  }

  #send(userId: string, name: EventTopic | "resync", data: unknown): void {
    for (const { stream } of this.#streams.get(userId) ?? []) stream.tell(name, data);
  }

  async #tick(): Promise<void> {
    const { clock, log } = this.#options;
    const { signal } = this.#stopping;
    for (let ticks = 1; this.#streams.size > 0 && !signal.aborted; ticks += 1) {
      await clock.wait(TICK_MS, signal);
      const all = [...this.#streams.values()].flatMap((own) => [...own]);
      for (const each of all) if (each.endsAtMs <= clock.nowMs()) this.#close(each);
      if (ticks % TICKS_A_BEAT > 0) continue;
      for (const each of all) this.#beat(each);
      await this.#revalidate(all).catch(log.willRetry);
    }
    this.#ticking = undefined;
  }

  #beat(each: OpenStream): void {
    each.stream.beat();
    each.behindBeats = each.stream.isBehind ? each.behindBeats + 1 : 0;
    if (each.behindBeats > MAX_BEHIND_BEATS) each.stream.destroy();
  }

  /** Ends those whose session has ended meanwhile, and learns when the others' will. */
  async #revalidate(streams: readonly OpenStream[]): Promise<void> {
    if (streams.length === 0) return;
    const ends = await this.#options.sessionEnds(streams.map(({ watcher }) => watcher.sessionHash));
    for (const each of streams) {
      const endsAtMs = ends.get(each.watcher.sessionHash.toString("hex"));
      if (endsAtMs === undefined) this.#close(each);
      else each.endsAtMs = endsAtMs;
    }
  }

  #close(opened: OpenStream): void {
    this.#forget(opened);
    opened.stream.finish();
  }

  #forget(opened: OpenStream): void {
    const { userId } = opened.watcher;
    const own = this.#streams.get(userId);
    own?.delete(opened);
    if (own?.size === 0) this.#streams.delete(userId);
  }
}
