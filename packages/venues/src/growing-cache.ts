import { LRUCache } from "lru-cache";

/**
 * Creates a cache of at most `max` entries, of which it drops the least recently used one. Given `max` itself, lru-cache
 * reserves room for all of them at once: a cache for each of a thousand accounts took 140 MB, and stalled their start for
 * seconds.
 */
export function growingCache<Key extends string, Value extends object | string | true>(
  max: number,
): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
}
