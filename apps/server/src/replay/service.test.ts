import { expect, test } from "vitest";
import type { LinkedStrategy } from "../strategies/index.ts";
import type { ReplayAnswer, RunReplay } from "./job.ts";
import { createReplays } from "./service.ts";

const STRATEGY = { id: "s1", members: [{ accountId: "gone" }] } as unknown as LinkedStrategy;
const REPORT: ReplayAnswer = { kind: "report", json: new TextEncoder().encode("{}") };
const request = (userId: string) => ({ userId, id: "s1", strategyId: "k1", log: "{}", language: "en" as const });

function replaysBy(run: RunReplay) {
  const failures: unknown[] = [];
  const replays = createReplays({
    strategies: { lookup: async () => STRATEGY },
    accounts: { lookup: async () => undefined, webhookIdOf: async (id) => id },
    clock: { nowMs: () => 0 },
    run,
    onFailure: (error) => void failures.push(error),
    stopping: new AbortController().signal,
  });
  return { replays, failures };
}

test("a user has one replay at a time, a server one at all, and the next one runs after it", async () => {
  const { promise, resolve } = Promise.withResolvers<ReplayAnswer>();
  const { replays } = replaysBy(() => promise);
  const first = replays(request("u1"));
  await expect(replays(request("u1"))).rejects.toMatchObject({ code: "replay_running" });
  await expect(replays(request("u2"))).rejects.toMatchObject({ code: "replay_busy" });
  resolve(REPORT);
  await first;
  await expect(replays(request("u2"))).resolves.toEqual(REPORT.json);
});

test("a replay that fails is told as such, logged, and keeps nobody from the next one", async () => {
  const outcomes = [Promise.reject(new Error("out of memory")), Promise.resolve(REPORT)];
  const { replays, failures } = replaysBy(() => outcomes.shift() ?? Promise.resolve(REPORT));
  await expect(replays(request("u1"))).rejects.toMatchObject({ code: "replay_failed" });
  expect(failures).toEqual([new Error("out of memory")]);
  await expect(replays(request("u1"))).resolves.toEqual(REPORT.json);
});

test("an account that is gone is no part of a replay, and no key is part of any", async () => {
  const jobs: unknown[] = [];
  const { replays } = replaysBy(async (job) => {
    jobs.push(job);
    return REPORT;
  });
  await replays(request("u1"));
  expect(jobs).toEqual([expect.objectContaining({ accounts: [], strategy: STRATEGY })]);
  expect(JSON.stringify(jobs)).not.toMatch(/secretKey|apiKey/);
});
