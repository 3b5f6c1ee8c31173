/** Child processes that never outlive this one, unless it is killed with SIGKILL. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cleanEnvironment } from "../../scripts/clean-environment.ts";

const ROOT = new URL("../..", import.meta.url);
const MAX_LOG_CHARACTERS = 20_000;
const running = new Set<ChildProcess>();

process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

/** A program that runs on the same Node.js as this one. */
export interface Child {
  readonly pid: number;
  /** When it was spawned; fractional milliseconds since the Unix epoch. */
  readonly spawnedAtMs: number;
  /** Settles with the time of its exit. */
  readonly exited: Promise<number>;
  readonly isAlive: boolean;
  /** Returns the end of its output, both streams. */
  log(): string;
  /** Kills it, by SIGKILL by default; settles when it is gone. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** Returns fractional milliseconds since the Unix epoch, on the clock that the simulators stamp orders with. */
export function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

/** Starts `command` (Node's flags, a file, its arguments) in `cwd`, with `env` added to `cleanEnvironment`. */
export function startChild(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd: string | URL = ROOT,
): Child {
  const child = spawn(process.execPath, command, {
    cwd,
    env: { ...cleanEnvironment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let log = "";
  const keep = (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-MAX_LOG_CHARACTERS);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  let isAlive = true;
  const exited = once(child, "exit").then(() => {
    isAlive = false;
    running.delete(child);
    return nowMs();
  });
  return {
    pid: child.pid ?? 0,
    spawnedAtMs: nowMs(),
    exited,
    get isAlive() {
      return isAlive;
    },
    log: () => log,
    async kill(signal = "SIGKILL") {
      child.kill(signal);
      await exited;
    },
  };
}
