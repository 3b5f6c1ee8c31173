/** The locks of a process that somebody freezes. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { openTestDatabase } from "../../../test/database.ts";

const HOLDER = new URL("frozen-holder.fixture.ts", import.meta.url);
const storage = await openTestDatabase();
afterAll(() => storage.drop());

const isFree = async () => {
  const [row] = await storage.database.query<{ free: boolean }>("select pg_try_advisory_xact_lock(1, 1) as free");
  return row?.free;
};

async function startHolder(): Promise<{ readonly holder: ChildProcess; readonly said: string[] }> {
  const holder = fork(HOLDER, [storage.url ?? ""], { execArgv: [] });
  onTestFinished(() => void holder.kill("SIGKILL"));
  const said: string[] = [];
  holder.on("message", (word: string) => said.push(word));
  await once(holder, "message");
  return { holder, said };
}

test("a frozen process's locks are free within two seconds, and it knows before it does anything else", async () => {
  const { holder, said } = await startHolder();
  expect(await isFree()).toBe(false);
  holder.kill("SIGSTOP");
  const frozenAtMs = performance.now();
  await expect.poll(isFree, { interval: 20 }).toBe(true);
  expect(performance.now() - frozenAtMs).toBeLessThan(2_000);
  const before = said.length;
  holder.kill("SIGCONT");
  await once(holder, "exit");
  // The answer that it was waiting for when it froze is the first thing that it reads.
  expect(said.slice(before)).toEqual(["lost", "ended"]);
});

test("a living process keeps its locks, however long it asks for nothing", async () => {
  const { said } = await startHolder();
  const heldUntilMs = performance.now() + 3_000;
  await expect.poll(() => performance.now(), { interval: 100 }).toBeGreaterThan(heldUntilMs);
  expect(await isFree()).toBe(false);
  expect(said).not.toContain("lost");
});
