import { expect, test, vi } from "vitest";
import { NotSent } from "./not-sent.ts";
import { SharedCache, type Loaded } from "./shared-cache.ts";

const patient = () => new AbortController().signal;

function cacheOf(maxEntries = 10, patienceMs?: number) {
  const clock = { nowMs: 0 };
  const cache = new SharedCache<string>(maxEntries, () => clock.nowMs, patienceMs);
  const load = vi.fn<(value?: string) => Promise<Loaded<string>>>(async (value = "loaded") => {
    return { value, freshUntil: clock.nowMs + 100 };
  });
  return { clock, cache, load };
}

test("concurrent callers share one load, later ones its value, until it is stale", async () => {
  const { cache, clock, load } = cacheOf();
  await Promise.all([1, 2, 3].map(() => cache.get("key", patient(), load)));
  clock.nowMs = 99;
  await cache.get("key", patient(), load);
  expect(load).toHaveBeenCalledTimes(1);
  clock.nowMs = 100;
  await cache.get("key", patient(), load);
  expect(load).toHaveBeenCalledTimes(2);
});

test("a failure reaches everybody who waited for it, and isn't cached", async () => {
  const { cache, load } = cacheOf();
  const failing = () => Promise.reject(new Error("down"));
  const waiting = [cache.get("key", patient(), failing), cache.get("key", patient(), load)];
  expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await cache.get("key", patient(), load)).toBe("loaded");
});

test("a caller that stops waiting spoils nothing for the others", async () => {
  const { cache } = cacheOf();
  const { promise, resolve } = Promise.withResolvers<{ value: string; freshUntil: number }>();
  const impatience = new AbortController();
  const first = cache.get("key", impatience.signal, () => promise);
  const second = cache.get("key", patient(), () => promise);
  impatience.abort();
  await expect(first).rejects.toBeInstanceOf(NotSent);
  resolve({ value: "late", freshUntil: 100 });
  expect(await second).toBe("late");
});

test("promise 5: a load that is stuck because of another caller's key is started again with the caller's own, and shared from then on", async () => {
  const { cache, load } = cacheOf(10, 1);
  const stuck = Promise.withResolvers<Loaded<string>>();
  const never = () => false;
  const first = cache.getByOwnKey("key", patient(), () => stuck.promise, never);
  expect(await cache.getByOwnKey("key", patient(), load, never)).toBe("loaded");
  expect(await cache.getByOwnKey("key", patient(), load, never)).toBe("loaded");
  expect(load).toHaveBeenCalledTimes(1);
  stuck.resolve({ value: "late", freshUntil: 100 });
  expect(await first).toBe("late");
});

test("forgetting drops a value only once: a newer one stays", async () => {
  const { cache, load } = cacheOf();
  const old = await cache.get("key", patient(), () => load("old"));
  cache.forget("key", old);
  expect(await cache.get("key", patient(), () => load("new"))).toBe("new");
  cache.forget("key", old);
  expect(await cache.get("key", patient(), () => load("newest"))).toBe("new");
});

test("it holds no more entries than allowed, and drops the least recently used", async () => {
  const { cache, load } = cacheOf(2);
  for (const key of ["a", "b", "a", "c"]) await cache.get(key, patient(), load);
  load.mockClear();
  await cache.get("a", patient(), load);
  expect(load).not.toHaveBeenCalled();
  await cache.get("b", patient(), load);
  expect(load).toHaveBeenCalledTimes(1);
});
