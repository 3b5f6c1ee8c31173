/** Records of the storage held in memory, found by their own id or by the hash of an id that messages name. */
import { LRUCache } from "lru-cache";

/** What a record is looked up by: its own id, or the SHA-256 in base64 of an id that messages name. */
export type EntryKey = `id ${string}` | `hash ${string}`;

/** Loads records, each under every key that it may be looked up by. Leaves out keys that no record has. */
export type EntryLoader<Entry> = (keys: readonly EntryKey[]) => Promise<ReadonlyMap<EntryKey, Entry>>;

export interface CachedEntries<Entry> {
  /**
   * Returns a record from memory or, if it isn't there, from the storage; undefined if there is none.
   * @throws whatever the storage throws.
   */
  byId(id: string): Entry | undefined | Promise<Entry | undefined>;
  /** Like `byId`, by a hash, so that the time of a lookup reveals nothing about the ids that exist. */
  byHash(idHash: string): Entry | undefined | Promise<Entry | undefined>;
  /** Drops one record, or all. What is being loaded answers those who wait for it, and isn't kept. */
  drop(id?: string): void;
  /** Drops the records for which `isStale` holds. */
  dropWhere(isStale: (entry: Entry) => boolean): void;
}

export interface CachedEntriesParts<Entry> {
  readonly load: EntryLoader<Entry>;
  readonly idOf: (entry: Entry) => string;
  readonly hashesOf: (entry: Entry) => readonly string[];
  /** How many records stay in memory; the least recently used one is evicted first. */
  readonly capacity: number;
}

export function createCachedEntries<Entry extends object>(parts: CachedEntriesParts<Entry>): CachedEntries<Entry> {
  const { idOf, hashesOf } = parts;
  const known = new LRUCache<string, Entry>({
    // Not `max`: lru-cache would reserve room for all of them at once.
    maxSize: parts.capacity,
    sizeCalculation: () => 1,
    dispose: (entry) => {
      for (const idHash of hashesOf(entry)) idByHash.delete(idHash);
    },
  });
  const idByHash = new Map<string, string>();
  const loading = new Map<EntryKey, Promise<Entry | undefined>>();
  const load = batched(parts.load);

  function remember(entry: Entry): void {
    known.set(idOf(entry), entry);
    for (const idHash of hashesOf(entry)) idByHash.set(idHash, idOf(entry));
  }

  function find(key: EntryKey, id: string | undefined): Entry | undefined | Promise<Entry | undefined> {
    const entry = id === undefined ? undefined : known.get(id);
    return entry ?? loading.get(key) ?? fetchEntry(key);
  }

  function fetchEntry(key: EntryKey): Promise<Entry | undefined> {
    // An entry dropped meanwhile may have been read before the change: it answers this call but isn't cached.
    const isCurrent = () => loading.get(key) === fetching && loading.delete(key);
    const fetching: Promise<Entry | undefined> = load(key).then(
      (entry) => {
        if (isCurrent() && entry) remember(entry);
        return entry;
      },
      (error: unknown) => {
        isCurrent();
        throw error;
      },
    );
    loading.set(key, fetching);
    return fetching;
  }

  return {
    byId: (id) => find(`id ${id}`, id),
    byHash: (idHash) => find(`hash ${idHash}`, idByHash.get(idHash)),
    drop(id) {
      if (id === undefined) known.clear();
      else known.delete(id);
      // A load by hash may be for any record: it isn't known yet.
      loading.clear();
    },
    dropWhere(isStale) {
      for (const entry of [...known.values()].filter(isStale)) known.delete(idOf(entry));
      loading.clear();
    },
  };
}

const MAX_BATCH = 1_000;

/**
 * Loads with one query at a time: lookups made while a query runs share the next one. So a flood of unknown ids, or of
 * known ones after a start, costs the storage one connection.
 */
function batched<Entry>(load: EntryLoader<Entry>): (key: EntryKey) => Promise<Entry | undefined> {
  const waiting = new Map<EntryKey, PromiseWithResolvers<Entry | undefined>>();
  let isLoading = false;

  async function loadWaiting(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    while (waiting.size > 0) {
      const batch = new Map([...waiting].slice(0, MAX_BATCH));
      for (const key of batch.keys()) waiting.delete(key);
      try {
        const found = await load([...batch.keys()]);
        for (const [key, { resolve }] of batch) resolve(found.get(key));
      } catch (error) {
        for (const { reject } of batch.values()) reject(error);
      }
    }
    isLoading = false;
  }

  return (key) => {
    const asked = waiting.get(key) ?? Promise.withResolvers<Entry | undefined>();
    waiting.set(key, asked);
    void loadWaiting();
    return asked.promise;
  };
}

/** Returns what the keys of one kind look up: own ids, or hashes. */
export function keysOf(kind: "id" | "hash", keys: readonly EntryKey[]): string[] {
  return keys.flatMap((key) => (key.startsWith(`${kind} `) ? key.slice(kind.length + 1) : []));
}
