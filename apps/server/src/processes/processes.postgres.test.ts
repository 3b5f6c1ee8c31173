/** Several processes of one node, as an operator runs them: started with settings, killed and ended by signals. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { cleanEnvironment } from "../../../../scripts/clean-environment.ts";
import { eventually } from "../../../../scripts/eventually.ts";
import { openTestDatabase } from "../../test/database.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));
const LOADED_MS = 60_000;
/** Senders that post at the same time, with a pause between two posts: the processes need the machine as well. */
const POSTING = 8;
const PAUSE_MS = 20;

const storage = await openTestDatabase();
const dataDir = mkdtempSync(join(tmpdir(), "chartrelay-processes-"));
const running = run({});
afterAll(async () => {
  running.node.kill("SIGKILL");
  await running.ended;
  await storage.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

function run(settings: Record<string, string>) {
  const env = { ...cleanEnvironment(), DATA_DIR: dataDir, PORT: "0", PROCESSES: "2", LOG_LEVEL: "info" };
  const node = spawn(process.execPath, [MAIN], {
    env: { ...env, DATABASE_URL: storage.url ?? "", ALERTS_PER_MINUTE: "1000000", ...settings },
  });
  let output = "";
  node.stdout.on("data", (chunk) => (output += chunk));
  node.stderr.on("data", (chunk) => (output += chunk));
  const ended = once(node, "close").then(([code]) => code as number | null);
  return { node, output: () => output, ended };
}

interface LogLine {
  readonly msg: string;
  readonly process: string;
  readonly child: string;
  readonly childPid: number;
}

function logged(message: string): LogLine[] {
  // Two processes that take alerts log thousands of lines.
  const lines = (running.output().match(/^\{.*(?=\n)/gm) ?? []).filter((line) => line.includes(message));
  return lines.map((line) => JSON.parse(line) as LogLine).filter(({ msg }) => msg === message);
}

/** @throws {Error} if no process of this name has served yet: to send a signal to process 0 would end the test run. */
function pidOf(name: string): number {
  const line = logged("a process serves").findLast(({ child }) => child === name);
  if (!line?.childPid) throw new Error(`process ${name} doesn't serve: ${running.output()}`);
  return line.childPid;
}

/** Waits until both processes serve and the sandbox has announced itself. */
async function announced() {
  const text = await eventually(
    () => {
      expect(running.output()).toMatch(/^curl .+$/m);
      expect(["1", "2"].map(pidOf)).toHaveLength(2);
      return running.output();
    },
    { timeout: LOADED_MS },
  );
  const [, orders = "", message = ""] = /^curl -X POST (\S+) .* -d '(.+)'$/m.exec(text) ?? [];
  const metrics = /^ {2}Metrics +(\S+)$/m.exec(text)?.[1] ?? "";
  return { orders, metrics, message: JSON.parse(message) as Record<string, unknown> };
}

async function metricsAt(url: string): Promise<string> {
  return await (await fetch(url)).text();
}

/** Posts alerts until `isOver`, and counts how they ended: with 200, another answer, or an error's code. */
async function postUntil(isOver: () => boolean): Promise<Map<string | number, number>> {
  const { orders, message } = await announced();
  const ends = new Map<string | number, number>();
  const keepAlive = new Agent({ keepAlive: true });
  let contracts = 0;
  const post = (agent: Agent | false): Promise<string | number> =>
    new Promise((resolve) => {
      contracts += 1;
      const options = { method: "POST", headers: { "content-type": "application/json" } };
      request(orders, { ...options, agent }, (answer) => {
        let body = "";
        answer.on("data", (chunk) => (body += chunk));
        answer.on("end", () => resolve(answer.statusCode === 200 ? 200 : `${answer.statusCode} ${body}`));
      })
        .on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
        .end(JSON.stringify({ ...message, contracts }));
    });
  /** Half of them use a connection for each alert, the others one that stays open. */
  const keepPosting = async (_: unknown, index: number) => {
    for (; !isOver(); await delay(PAUSE_MS)) {
      const end = await post(index % 2 === 0 && keepAlive);
      // On a busy machine a commit may take longer than a second, whatever happens to processes: TradingView resends then.
      if (!String(end).includes("storage_unavailable")) ends.set(end, (ends.get(end) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: POSTING }, keepPosting));
  keepAlive.destroy();
  return ends;
}

/** Runs `change` while alerts are posted, and for some posts more. */
async function postDuring(change: () => Promise<void>): Promise<Map<string | number, number>> {
  let isOver = false;
  const posting = postUntil(() => isOver);
  try {
    await change();
  } finally {
    isOver = true;
  }
  return await posting;
}

async function replaced(name: string, signal: NodeJS.Signals): Promise<void> {
  const pid = pidOf(name);
  process.kill(pid, signal);
  await eventually(() => expect(pidOf(name)).not.toBe(pid), { timeout: LOADED_MS });
}

test("two processes serve one port, announce themselves once, and name themselves", { timeout: 90_000 }, async () => {
  const { metrics } = await announced();
  expect(running.output().match(/^curl /gm)).toHaveLength(1);
  expect(running.output().match(/Sign in as/g)).toHaveLength(1);
  expect(logged("a process serves").map(({ child }) => child)).toEqual(["1", "2"]);
  expect(logged("a process serves").map(({ process: name }) => name)).toEqual(["supervisor", "supervisor"]);
  const text = await metricsAt(metrics);
  for (const name of ["1", "2"]) {
    expect(text).toMatch(new RegExp(`^chartrelay_orders_waiting\\{process="${name}"\\} 0$`, "m"));
    expect(text).toMatch(new RegExp(`^process_start_time_seconds\\{process="${name}"\\} \\d+`, "m"));
  }
  expect(text).toMatch(/^chartrelay_processes_serving 2$/m);
});

test("no alert is refused while a process is ended and replaced", { timeout: 90_000 }, async () => {
  await announced();
  const ends = await postDuring(() => replaced("2", "SIGTERM"));
  expect([...ends.keys()]).toEqual([200]);
});

// @covers P1
test(
  "a process that is killed loses what it had in hand, and nobody else is refused",
  { timeout: 90_000 },
  async () => {
    await announced();
    const ends = await postDuring(() => replaced("1", "SIGKILL"));
    const lost = [...ends].filter(([end]) => end !== 200);
    // Its connections are reset: the alerts in its hands have no answer, so nothing was promised.
    expect(lost.map(([end]) => end).filter((end) => end !== "ECONNRESET")).toEqual([]);
    expect(lost.reduce((sum, [, count]) => sum + count, 0)).toBeLessThanOrEqual(POSTING);
    expect(ends.get(200)).toBeGreaterThan(POSTING);
    expect(running.output().match(/^curl /gm)).toHaveLength(1);
    expect(await metricsAt((await announced()).metrics)).toMatch(/^chartrelay_process_restarts 2$/m);
  },
);

test("a process that can't start ends the start with its own line and exit code 1", { timeout: 90_000 }, async () => {
  const failed = run({ DATABASE_URL: "postgres://nobody:canary@127.0.0.1:1/none" });
  expect(await failed.ended).toBe(1);
  expect(failed.output().trim().split("\n")).toEqual([expect.stringContaining("The database can't be reached")]);
});

test("SIGTERM ends all processes and then the supervisor, with exit code 0", { timeout: 90_000 }, async () => {
  await announced();
  const pids = ["1", "2"].map(pidOf);
  running.node.kill("SIGTERM");
  expect(await running.ended).toBe(0);
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});
