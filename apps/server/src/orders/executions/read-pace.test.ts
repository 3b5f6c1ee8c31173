import { expect, test } from "vitest";
import { VirtualClock } from "../../../test/virtual-clock.ts";
import { ReadPace } from "./read-pace.ts";

/** Accounts that read every two seconds at a cost of 6, at a venue that allows 600 a minute. */
function readers(count: number, isUrgent: (account: number) => boolean) {
  const clock = new VirtualClock();
  const pace = new ReadPace(600, clock);
  const ended = new AbortController();
  const reads = Array.from({ length: count }, (): number[] => []);
  for (const [account, own] of reads.entries())
    void (async () => {
      while (!ended.signal.aborted) {
        await pace.turn(6, () => isUrgent(account), ended.signal);
        own.push(clock.nowMs());
        await clock.wait(2_000, ended.signal);
      }
    })();
  return { clock, ended, reads };
}

const longestPauseMs = (reads: readonly number[], fromMs: number) => {
  const late = reads.filter((atMs) => atMs >= fromMs);
  return Math.max(...late.map((atMs, index) => atMs - (late[index - 1] ?? fromMs)));
};

test("a few accounts are read as often as they like", async () => {
  const { clock, ended, reads } = readers(3, () => true);
  await clock.runUntil(() => clock.nowMs() >= 120_000);
  ended.abort();
  for (const own of reads) expect(longestPauseMs(own, 10_000)).toBe(2_000);
});

test("many accounts take turns within the venue's budget, and all are read at once after a start", async () => {
  const { clock, ended, reads } = readers(100, () => true);
  await clock.runUntil(() => clock.nowMs() >= 240_000);
  ended.abort();
  for (const own of reads) {
    expect(own[0]).toBe(0);
    expect(longestPauseMs(own, 120_000)).toBeLessThanOrEqual(61_000);
  }
  const [from, to] = [120_000, 180_000];
  const spent = reads.flat().filter((atMs) => atMs > from && atMs <= to).length * 6;
  expect(spent).toBeGreaterThan(590);
  expect(spent).toBeLessThanOrEqual(606);
});

test("accounts without a live stream go first, and the others are still read", async () => {
  // Ten urgent accounts alone would like three times the budget; ninety others get a fifth of it.
  const { clock, ended, reads } = readers(100, (account) => account < 10);
  await clock.runUntil(() => clock.nowMs() >= 600_000);
  ended.abort();
  for (const own of reads.slice(0, 10)) expect(longestPauseMs(own, 60_000)).toBeLessThanOrEqual(8_000);
  for (const own of reads.slice(10)) expect(own.filter((atMs) => atMs >= 60_000).length).toBeGreaterThanOrEqual(1);
});
