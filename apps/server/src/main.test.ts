/** The process as an operator sees it: started with settings, ended by a signal. */
import { randomBytes } from "node:crypto";
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { cleanEnvironment } from "../../../scripts/clean-environment.ts";
import { claimDatabase } from "./platform/db/mode.ts";
import { openPglite } from "./platform/db/pglite.ts";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));

interface Run {
  readonly process: ChildProcess;
  /** Returns both streams so far. */
  output(): string;
  /** Settles with the exit code. */
  readonly ended: Promise<number | null>;
}

/** One after another, the tests work in it: to create a database takes longer than to open it again. */
const DATA_DIR = mkdtempSync(join(tmpdir(), "chartrelay-main-"));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

function run(settings: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...cleanEnvironment(), DATA_DIR, PORT: "0", ...settings },
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { process: child, output: () => output, ended };
}

async function started(server: Run): Promise<void> {
  await expect.poll(server.output, { timeout: 50_000 }).toMatch(/^curl .+$/m);
}

test.each([
  ["a bad setting", { MODE: "production", CREDENTIALS_KEYS: "canary" }, "MODE: must be sandbox or live"],
  ["no database", { DATABASE_URL: "postgres://nobody:canary@127.0.0.1:1/none" }, "The database can't be reached"],
])("%s ends the startup with one clear line and exit code 1", async (_, settings, line) => {
  const server = run(settings);
  expect(await server.ended).toBe(1);
  expect(server.output().trim().split("\n")).toHaveLength(1);
  expect(server.output()).toContain(line);
  expect(server.output()).not.toContain("canary");
});

test(
  "the sandbox explains itself, its curl command places an order, and after a kill -9 the next process takes over the data directory; SIGTERM shuts that down cleanly",
  { timeout: 90_000 },
  async () => {
    const killed = run();
    await started(killed);
    const explained = killed.output();
    const [, url, body] = /^curl -X POST (\S+) .* -d '(.+)'$/m.exec(explained) ?? [];
    const answer = await fetch(url ?? "", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: body ?? "",
    });
    expect(await answer.json()).toEqual({ id: expect.any(String), status: "NEW" });
    const ledger = /http:\S+\/__sandbox\/ledger/.exec(explained)?.[0] ?? "";
    await expect
      .poll(async () => await (await fetch(ledger)).json())
      .toMatchObject([{ instrument: "SBER", side: "BUY", quantity: "10" }]);
    expect(statSync(join(DATA_DIR, "credentials-keys")).mode & 0o777).toBe(0o600);

    const second = run();
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain("another process already works in");

    killed.process.kill("SIGKILL");
    await killed.ended;
    expect(killed.output()).toBe(explained);
    const next = run();
    await started(next);
    const announced = next.output();
    next.process.kill("SIGTERM");
    expect(await next.ended).toBe(0);
    expect(next.output()).toBe(announced);
  },
);

test(
  "a live start on a sandbox's data is refused, with a message that says what to do",
  { timeout: 60_000 },
  async () => {
    const database = await openPglite(join(DATA_DIR, "db"));
    await claimDatabase(database, "sandbox");
    await database.close();
    const CREDENTIALS_KEYS = `one:${randomBytes(32).toString("base64")}`;
    const server = run({ MODE: "live", PUBLIC_URL: "https://relay.example.org", CREDENTIALS_KEYS });
    expect(await server.ended).toBe(1);
    expect(server.output().trim().split("\n")).toEqual([
      expect.stringContaining("Set MODE=sandbox, or give live mode"),
    ]);
  },
);

test("SIGTERM during startup ends it cleanly, and a second one changes nothing", { timeout: 60_000 }, async () => {
  const empty = mkdtempSync(join(tmpdir(), "chartrelay-main-"));
  onTestFinished(() => rmSync(empty, { recursive: true, force: true }));
  const server = run({ DATA_DIR: empty });
  await expect.poll(() => existsSync(join(empty, "db"))).toBe(true);
  server.process.kill("SIGTERM");
  server.process.kill("SIGTERM");
  expect(await server.ended).toBe(0);
});
