/**
 * Runs jobs on one node for all: the leader, which holds an advisory lock (leader election). PostgreSQL frees a dead
 * leader's lock when its connection closes, and another node takes over.
 */
import fp from "fastify-plugin";
import type { Clock } from "./clock.ts";
import type { Database, Session } from "./db/database.ts";
import type { RetryLog } from "./retry-log.ts";

/** A two-key advisory lock, in addition to those of cluster/ownership. */
const LEADER_LOCK = [0x4352_0004, 1];
const ASK_INTERVAL_MS = 1_000;

/** A job of the leader. */
export interface Job {
  /** Runs until `ended` aborts, and settles soon after. Never rejects. */
  run(ended: AbortSignal): Promise<void>;
}

/**
 * Does a job's work at once, and again after each interval, until `ended` aborts. Work that fails is logged, and tried
 * again after the interval. Never rejects.
 */
export async function repeat(
  work: () => Promise<unknown>,
  intervalMs: number,
  { clock, log }: { readonly clock: Pick<Clock, "wait">; readonly log: RetryLog },
  ended: AbortSignal,
): Promise<void> {
  while (!ended.aborted) {
    await work().catch(log.willRetry);
    await clock.wait(intervalMs, ended);
  }
}

export interface JobsOptions {
  readonly database: Pick<Database, "openSession">;
  readonly clock: Clock;
  readonly log: RetryLog;
}

class Jobs {
  readonly #options: JobsOptions;
  readonly #jobs: Job[] = [];
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: JobsOptions) {
    this.#options = options;
  }

  /** Adds a job; call before the start. */
  add(job: Job): void {
    this.#jobs.push(job);
  }

  /** Becomes leader as soon as there is no other. Returns at once. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Ends the jobs, and lets another node take over. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { clock, log } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#candidate().catch(log.willRetry);
      await clock.wait(ASK_INTERVAL_MS, signal);
    }
  }

  /** Waits for the lock on its own session, and leads until the session ends. */
  async #candidate(): Promise<void> {
    const { database, clock } = this.#options;
    const { signal } = this.#stopping;
    const session = await database.openSession();
    try {
      while (!(await isLocked(session))) {
        await Promise.race([clock.wait(ASK_INTERVAL_MS, signal), session.ended]);
        if (signal.aborted) return;
      }
      const term = new AbortController();
      void session.ended.then(() => term.abort());
      const ended = AbortSignal.any([term.signal, signal]);
      await Promise.all(this.#jobs.map((job) => job.run(ended)));
      if (!term.signal.aborted) await session.query("select pg_advisory_unlock($1::int, $2::int)", LEADER_LOCK);
    } finally {
      await session.close().catch(() => undefined);
    }
  }
}

async function isLocked(session: Session): Promise<boolean> {
  const [row] = await session.query<{ locked: boolean }>(
    "select pg_try_advisory_lock($1::int, $2::int) as locked",
    LEADER_LOCK,
  );
  return row?.locked === true;
}

declare module "fastify" {
  interface FastifyInstance {
    readonly jobs: Jobs;
  }
}

/** The leader's jobs. */
export const jobs = fp(
  async (app) => {
    app.decorate("jobs", new Jobs(app.platform));
  },
  { name: "jobs", dependencies: ["platform"] },
);

/** Starts the jobs on nodes that send, and ends them before any feature stops. */
export const startJobs = fp(
  async (app) => {
    const { config } = app.platform;
    app.addHook("onReady", async () => {
      if (config.role !== "api") app.jobs.start();
    });
    app.addHook("onClose", () => app.jobs.stop());
  },
  { name: "start jobs", dependencies: ["jobs"] },
);
