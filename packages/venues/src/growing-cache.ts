import { LRUCache } from "lru-cache";

/**
 * Creates a cache of at most `max` entries, of which it drops the least recently used one. Given `max` itself, lru-cache
 * reserves room for all of them at once: a cache for each of a thousand accounts took 140 MB, and stalled their start for
 * seconds. `ttlMs`: how long an entry is used after it was set; `purgeStale` then makes room.
 */
export function growingCache<Key extends string, Value extends object | string | true>(
  max: number,
  { ttlMs = 0, nowMs = () => performance.now() }: { readonly ttlMs?: number; readonly nowMs?: () => number } = {},
): LRUCache<Key, Value> {
  const ages = { ttl: ttlMs, ttlResolution: 0, perf: { now: nowMs } };
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1, ...(ttlMs > 0 && ages) });
}
