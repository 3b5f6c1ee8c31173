/** Load generators run in their own process, so that they don't share an event loop with the case and its venues. */
import { fork } from "node:child_process";
import { once } from "node:events";

const GENERATORS = {
  hammer: new URL("hammer.ts", import.meta.url),
  hostile: new URL("hostile.ts", import.meta.url),
  pages: new URL("pages.ts", import.meta.url),
  schedule: new URL("schedule.ts", import.meta.url),
} as const;

/** As many requests as `connections` can carry, each connection waiting for its answer before the next request. */
export interface HammerJob {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** Alerts rotate through these. */
  readonly accounts: readonly string[];
  /** Quantities count up from here, so that no two alerts are equal. */
  readonly firstLots: number;
}

export interface HammerResult {
  readonly answersPerS: number;
  readonly failed: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Reads one page of a list repeatedly, one request at a time. */
export interface PagesJob {
  readonly url: string;
  readonly token: string;
  /** Unmeasured reads first: a server in use has compiled its hot code. */
  readonly warmUp: number;
  readonly reads: number;
  /** How many rows a page must have. */
  readonly rows: number;
  /** How long the list must be. */
  readonly total: number;
}

/** Posts alerts at their scheduled times, whether or not earlier ones have been answered. */
export interface ScheduleJob {
  readonly origin: string;
  readonly connections: number;
  /** `path` is relative to /api/v1; /orders by default. */
  readonly alerts: readonly { readonly body: string; readonly atMs: number; readonly path?: string }[];
}

/** The result of one alert. Times are milliseconds since the Unix epoch. */
export interface Posted {
  readonly dueAtMs: number;
  /** Just before it was handed to a connection. */
  readonly postedAtMs: number;
  readonly answeredAtMs: number;
  /** 0 if the connection failed. */
  readonly status: number;
  /** The id of the order or of the alert; empty unless the answer was 200. */
  readonly orderId: string;
}

/** What an attacker does at the same time. */
export interface Attack {
  /** Connections that send a request's head forever. */
  readonly slowConnections: number;
  /** Alerts for accounts that don't exist. */
  readonly unknownPerSecond: number;
  /** Sign-ins with a wrong password, each from another address. */
  readonly loginsPerSecond: number;
}

export interface HostileJob {
  readonly origin: string;
  readonly seconds: number;
  readonly attack: Attack;
}

export interface HostileResult {
  /** The most slow connections that were open at a time, and how many the server ended. */
  readonly slowHeld: number;
  readonly slowEnded: number;
  /** Answers by status; `failed` if there was none. */
  readonly unknown: Readonly<Record<string, number>>;
  readonly logins: Readonly<Record<string, number>>;
}

interface Jobs {
  hammer: { job: HammerJob; result: HammerResult };
  /** The result is how long each read took, in milliseconds. */
  hostile: { job: HostileJob; result: HostileResult };
  pages: { job: PagesJob; result: readonly number[] };
  schedule: { job: ScheduleJob; result: readonly Posted[] };
}

/** Runs a generator and returns its result. @throws if it exits without one. */
export async function generate<Kind extends keyof Jobs>(
  kind: Kind,
  job: Jobs[Kind]["job"],
): Promise<Jobs[Kind]["result"]> {
  const child = fork(GENERATORS[kind], { serialization: "advanced", execPath: process.execPath, execArgv: [] });
  child.send(job);
  const exited = once(child, "exit").then(([code]) => {
    throw new Error(`the load generator ended with code ${String(code)}`);
  });
  exited.catch(() => undefined);
  const [result] = await Promise.race([once(child, "message"), exited]);
  child.kill();
  return result as Jobs[Kind]["result"];
}

/** Called in the generator's process: waits for the job, runs it and sends back the result. */
export function onJob<Kind extends keyof Jobs>(
  _kind: Kind,
  work: (job: Jobs[Kind]["job"]) => Promise<Jobs[Kind]["result"]>,
): void {
  process.once("message", (job: Jobs[Kind]["job"]) => {
    void work(job).then((result) => process.send?.(result));
  });
}
