import { setTimeout as delay } from "node:timers/promises";
import type { LRUCache } from "lru-cache";
import { growingCache } from "./growing-cache.ts";
import { NotSent, unavailable } from "./not-sent.ts";

export interface Loaded<Value> {
  readonly value: Value;
  /** Milliseconds since the Unix epoch; from then on the value is stale and loaded again. */
  readonly freshUntil: number;
}

/** How long to wait for another caller's load: the venue may let requests with that caller's key hang. */
const PATIENCE_MS = 500;

/**
 * Caches loaded values until they go stale. Concurrent callers for a key share one load, failed loads aren't cached,
 * and beyond `maxEntries` the least recently used entry is dropped.
 */
export class SharedCache<Value> {
  readonly #loaded: LRUCache<string, Loaded<Value>>;
  readonly #loading = new Map<string, Promise<Loaded<Value>>>();
  readonly #now: () => number;
  readonly #patienceMs: number;

  /** `patienceMs`: how long `getByOwnKey` waits for another caller's load; half a second by default. */
  constructor(maxEntries: number, now: () => number, patienceMs = PATIENCE_MS) {
    this.#loaded = growingCache(maxEntries);
    this.#now = now;
    this.#patienceMs = patienceMs;
  }

  /**
   * Returns the value of `key`. `load` must limit its own time: it serves all callers, so no caller's signal may end
   * it.
   * @throws {NotSent} when `signal` ends this caller's wait, and whatever `load` throws.
   */
  async get(key: string, signal: AbortSignal, load: () => Promise<Loaded<Value>>): Promise<Value> {
    const known = this.#loaded.get(key);
    return known && this.#now() < known.freshUntil ? known.value : this.renew(key, signal, load);
  }

  /**
   * Like `get`, for a load that uses the caller's own trading key. A shared load that failed because of another
   * caller's key, as `failedByKey` decides, or that keeps this caller waiting, says nothing about this caller's key:
   * the value is loaded again.
   */
  async getByOwnKey(
    key: string,
    signal: AbortSignal,
    load: () => Promise<Loaded<Value>>,
    failedByKey: (outcome: NotSent["outcome"]) => boolean,
  ): Promise<Value> {
    for (;;) {
      const others = this.#loading.get(key);
      if (others && !(await settlesWithin(this.#patienceMs, others, signal)))
        return (await unlessAborted(this.#load(key, load), signal)).value;
      let isOwnLoad = false;
      try {
        return await this.get(key, signal, () => {
          isOwnLoad = true;
          return load();
        });
      } catch (error) {
        if (isOwnLoad || !(error instanceof NotSent) || !failedByKey(error.outcome)) throw error;
      }
    }
  }

  /** Does what `get` does, but ignores the cached value. */
  async renew(key: string, signal: AbortSignal, load: () => Promise<Loaded<Value>>): Promise<Value> {
    const { value } = await unlessAborted(this.#loading.get(key) ?? this.#load(key, load), signal);
    return value;
  }

  /** Drops `value` if it is still the cached one; a newer one stays. */
  forget(key: string, value: Value): void {
    if (this.#loaded.peek(key)?.value === value) this.#loaded.delete(key);
  }

  #load(key: string, load: () => Promise<Loaded<Value>>): Promise<Loaded<Value>> {
    const loading = load()
      .then((loaded) => {
        this.#loaded.set(key, loaded);
        return loaded;
      })
      .finally(() => {
        if (this.#loading.get(key) === loading) this.#loading.delete(key);
      });
    this.#loading.set(key, loading);
    return loading;
  }
}

/** Returns whether `promise` settles within `ms`, successfully or not. Waits no longer than `signal` allows. */
async function settlesWithin(ms: number, promise: Promise<unknown>, signal: AbortSignal): Promise<boolean> {
  const settled = promise.then(
    () => true,
    () => true,
  );
  const patience = new AbortController();
  const given = AbortSignal.any([signal, patience.signal]);
  const waited = delay(ms, false, { signal: given }).catch(() => false);
  return await Promise.race([settled, waited]).finally(() => patience.abort());
}

function unlessAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(unavailable());
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
