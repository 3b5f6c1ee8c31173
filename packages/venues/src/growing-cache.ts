import { LRUCache } from "lru-cache";

/**
 * Creates a cache of at most `max` entries for something that each account has. Given `max` itself, lru-cache reserves room
 * for all of them at once, which cost a thousand accounts 140 MB, and stalled their start for seconds.
 */
export function growingCache<Key extends string, Value extends object | string | true>(
  max: number,
): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
}
