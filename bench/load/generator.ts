/** Load comes from a process of its own, so that what makes it and what it is made for don't share an event loop. */
import { fork } from "node:child_process";
import { once } from "node:events";

const GENERATORS = {
  hammer: new URL("hammer.ts", import.meta.url),
  pages: new URL("pages.ts", import.meta.url),
  schedule: new URL("schedule.ts", import.meta.url),
} as const;

/** As many requests as 200 connections can carry, each waiting for its answer. */
export interface HammerJob {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** Alerts go to these in turn. */
  readonly accounts: readonly string[];
  /** Alerts have quantities from here on, so that no two are equal. */
  readonly firstLots: number;
}

export interface HammerResult {
  readonly answersPerS: number;
  readonly failed: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** One page of a list, again and again, each time once the last answer is there. */
export interface PagesJob {
  readonly url: string;
  readonly token: string;
  /** Reads that aren't measured: a server in use has compiled what it runs. */
  readonly warmUp: number;
  readonly reads: number;
  /** How many rows a page must have. */
  readonly rows: number;
  /** How long the list must be. */
  readonly total: number;
}

/** Alerts at their times, whether earlier ones are answered or not. */
export interface ScheduleJob {
  readonly origin: string;
  readonly connections: number;
  /** `path` counts from /api/v1; /orders unless told. */
  readonly alerts: readonly { readonly body: string; readonly atMs: number; readonly path?: string }[];
}

/** What became of an alert. Milliseconds since the Unix epoch. */
export interface Posted {
  readonly dueAtMs: number;
  /** Just before it was handed to a connection. */
  readonly postedAtMs: number;
  readonly answeredAtMs: number;
  /** 0 when the connection failed. */
  readonly status: number;
  /** The id of the order, or of the alert row; empty without a 2xx. */
  readonly orderId: string;
}

interface Jobs {
  hammer: { job: HammerJob; result: HammerResult };
  /** How long each read took, in milliseconds. */
  pages: { job: PagesJob; result: readonly number[] };
  schedule: { job: ScheduleJob; result: readonly Posted[] };
}

/** Runs a generator to its end. @throws when it ends without a result. */
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

/** In the generator: waits for the job, does it, and hands the result over. */
export function onJob<Kind extends keyof Jobs>(
  _kind: Kind,
  work: (job: Jobs[Kind]["job"]) => Promise<Jobs[Kind]["result"]>,
): void {
  process.once("message", (job: Jobs[Kind]["job"]) => {
    void work(job).then((result) => process.send?.(result));
  });
}
