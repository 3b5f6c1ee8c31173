import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import { SettableClock } from "../../test/settable-clock.ts";
import { Once } from "./once.ts";

const { database, drop } = await openTestDatabase();
afterAll(drop);

const HOUR_MS = 3_600_000;

/** A node with a clock of its own. */
function node() {
  const clock = new SettableClock();
  return { clock, once: new Once({ db: database, clock }) };
}

test("of many claims at several nodes, one succeeds", async () => {
  const nodes = [node(), node(), node()];
  const claims = Array.from({ length: 30 }, (_, index) => nodes[index % 3]?.once.claim("flood", HOUR_MS));
  expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1);
  expect(await node().once.claim("another", HOUR_MS)).toBe(true);
});

test("a claim ends by PostgreSQL's clock for other nodes", async () => {
  const [one, other] = [node(), node()];
  expect(await one.once.claim("short", 50)).toBe(true);
  await expect.poll(() => other.once.claim("short", HOUR_MS), { interval: 5 }).toBe(true);
  one.clock.pass(51);
  expect(await one.once.claim("short", HOUR_MS)).toBe(false);
});

test("a node's own claim ends by its monotonic clock, even if its wall clock is set", async () => {
  const { clock, once } = node();
  expect(await once.claim("own", HOUR_MS)).toBe(true);
  clock.set(2 * HOUR_MS);
  expect(await once.claim("own", HOUR_MS)).toBe(false);
  clock.pass(HOUR_MS);
  expect(await once.claim("own", HOUR_MS)).toBe(true);
  expect(await node().once.claim("own", HOUR_MS)).toBe(false);
});
