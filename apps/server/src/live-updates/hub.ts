/** Pushes changes to open pages. Changes name rows; each row is read once for all watchers. */
import type { EventTopic } from "@chartrelay/contract";
import type { Clock } from "../platform/clock.ts";
import { sharedTopic, type Bus } from "../platform/pubsub.ts";
import { readChange, writeChange, type Change } from "./changes.ts";
import { EventStream } from "./stream.ts";
import type { RetryLog } from "../platform/retry-log.ts";

/** Changes for pages that are open at other nodes; see changes.ts. */
const CHANGES = sharedTopic("changes");

/** Open pages per user; one more ends the oldest. */
const MAX_STREAMS_OF_A_USER = 20;
/** Delay between rounds of reading and pushing, so that a flood of changes shares a round. */
const PACE_MS = 20;
/** If a user has more changes than this between two rounds, the page reloads everything instead. */
const MAX_PENDING_OF_A_USER = 200;
/** If there are more unreported changes than this, the pages at other nodes reload everything instead. */
const MAX_UNREPORTED = 10_000;
const ROWS_A_QUERY = 500;
const TICK_MS = 1_000;
const TICKS_A_BEAT = 15;
/** A reader that is behind for more beats than this is considered gone. */
const MAX_BEHIND_BEATS = 2;
/** For this many checks, other nodes may not know a node that has just started. */
const UNKNOWN_FOR_LOOKS = 4;

/** Reads rows by id, as their lists show them. Leaves out rows that don't exist. */
export type RowLoader = (ids: readonly string[]) => Promise<readonly { readonly id: string }[]>;

/** Notifies open pages of changes to their user's data. Costs nothing while nobody watches. */
export interface Events {
  /** `id` names the row, for topics that have rows; `isNew` says that it was added. */
  publish(userId: string, topic: EventTopic, id?: string, isNew?: boolean): void;
  /** Ends the streams of the user's ended sessions, on every node. */
  sessionsEnded(userId: string): void;
}

/** A session that holds a stream open. */
export interface Watcher {
  readonly userId: string;
  readonly sessionHash: Buffer;
  /** When the session expires. */
  readonly endsAtMs: number;
}

export interface EventHubOptions {
  readonly clock: Clock;
  /** Row loaders by topic, for topics that have rows. */
  readonly rows: Partial<Record<EventTopic, RowLoader>>;
  /** What else has changed when a row has, by the row's topic: its user is told once, however many rows say so. */
  readonly impliedBy?: Partial<Record<EventTopic, (row: object) => EventTopic | undefined>>;
  /** Returns when each of these sessions expires, by hash in hex. Leaves out ended sessions. */
  readonly sessionEnds: (hashes: readonly Buffer[]) => Promise<ReadonlyMap<string, number>>;
  /** Returns this node's name in the cluster. */
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
  /** By user, oldest first. */
  readonly #streams = new Map<string, Set<OpenStream>>();
  /** Changes not yet delivered, by user and then by topic and id. */
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

  /** The number of open streams on this node. */
  get size(): number {
    let streams = 0;
    for (const own of this.#streams.values()) streams += own.size;
    return streams;
  }

  publish(userId: string, topic: EventTopic, id = "", isNew = false): void {
    this.#changed({ userId, topic, id, isNew });
    this.#reportToOthers({ userId, topic, id, isNew });
  }

  sessionsEnded(userId: string): void {
    const change: Change = { userId, topic: "session", id: "" };
    this.#changed(change);
    this.#reportToOthers(change);
  }

  /** Handles what a node has reported. */
  hear(words: readonly string[]): void {
    for (const word of words) {
      const { node, ...change } = readChange(word);
      if (node === this.#options.node()) continue;
      if (change.topic === "resync" && change.userId === "") this.resyncAll();
      else this.#changed(change);
    }
  }

  /** Handles the list of nodes that are alive, at each check. */
  heardOf(nodes: readonly number[]): void {
    const others = nodes.filter((node) => node !== this.#options.node()).toSorted((a, b) => a - b);
    const isChanged = others.join() !== this.#others.join();
    this.#others = others;
    this.#looks += 1;
    if (isChanged || (others.length > 0 && this.#looks <= UNKNOWN_FOR_LOOKS)) this.resyncAll();
  }

  /** Makes all pages reload, because changes may have been missed. */
  resyncAll(): void {
    for (const own of this.#streams.values()) for (const { stream } of own) stream.tell("resync", {});
  }

  /** Opens a stream. `isReturning` means that the reader had one before, and may have missed something since. */
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

  /** Ends all streams, and refuses new ones. */
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
    const key = `${kept.topic} ${kept.id}`;
    // Added and changed before it was reported, a row is still new.
    pending.set(key, { ...kept, isNew: kept.isNew === true || pending.get(key)?.isNew === true });
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
      // Changes published in one turn of the event loop are read together.
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
      const added = new Set(named.filter(({ isNew }) => isNew).map(({ id }) => id));
      for (let first = 0; first < named.length; first += ROWS_A_QUERY) {
        const rows = await load(named.slice(first, first + ROWS_A_QUERY).map(({ id }) => id));
        for (const row of rows) {
          this.#send(users.get(row.id) ?? "", topic as EventTopic, added.has(row.id) ? { ...row, isNew: true } : row);
        }
        this.#sendImplied(topic as EventTopic, rows, users);
      }
    }
  }

  #sendImplied(topic: EventTopic, rows: Awaited<ReturnType<RowLoader>>, users: ReadonlyMap<string, string>): void {
    const implied = this.#options.impliedBy?.[topic];
    if (!implied) return;
    const told = new Set(rows.map((row) => `${users.get(row.id)} ${implied(row) ?? ""}`));
    for (const each of told) {
      const [userId = "", name = ""] = each.split(" ");
      if (name !== "") this.#send(userId, name as EventTopic, {});
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

  /** Ends the streams whose sessions have ended, and updates when the others expire. */
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
