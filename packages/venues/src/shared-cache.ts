import { setTimeout as delay } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { NotSent, unavailable } from "./not-sent.ts";

export interface Loaded<Value> {
  readonly value: Value;
  /** Milliseconds since the Unix epoch; from then on it is loaded anew. */
  readonly freshUntil: number;
}

/** How long another asker's load is waited for: the venue may let hang what it is asked with that asker's key. */
const PATIENCE_MS = 500;

/**
 * Remembers what was loaded until it goes stale. Concurrent askers of a key share one load, a failed load is not
 * remembered, and beyond `maxEntries` the least recently used goes.
 */
export class SharedCache<Value> {
  readonly #loaded: LRUCache<string, Loaded<Value>>;
  readonly #loading = new Map<string, Promise<Loaded<Value>>>();
  readonly #now: () => number;
  readonly #patienceMs: number;

  /** `patienceMs`: how long `getByOwnKey` waits for another asker's load; half a second unless told. */
  constructor(maxEntries: number, now: () => number, patienceMs = PATIENCE_MS) {
    this.#loaded = new LRUCache({ max: maxEntries });
    this.#now = now;
    this.#patienceMs = patienceMs;
  }

  /**
   * The value of `key`. `load` must bound its own time: it serves every asker, so no asker's signal may end it.
   * @throws {NotSent} when `signal` ends this asker's wait, and whatever `load` throws.
   */
  async get(key: string, signal: AbortSignal, load: () => Promise<Loaded<Value>>): Promise<Value> {
    const known = this.#loaded.get(key);
    return known && this.#now() < known.freshUntil ? known.value : this.renew(key, signal, load);
  }

  /**
   * As `get`, for a load with the asker's own key. One that was shared and failed by another asker's key, as `failedByKey`
   * tells, or that another asker's key keeps waiting, says nothing about this asker's: it is loaded anew.
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

  /** As `get`, whatever is remembered. */
  async renew(key: string, signal: AbortSignal, load: () => Promise<Loaded<Value>>): Promise<Value> {
    const { value } = await unlessAborted(this.#loading.get(key) ?? this.#load(key, load), signal);
    return value;
  }

  /** Drops `value` if it is still what is remembered: a newer one stays. */
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

/** Whether `promise` settles in so many milliseconds, well or not. At most as long as `signal` lasts. */
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
