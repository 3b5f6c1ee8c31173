/** Work that one node does for all: whoever holds an advisory lock. PostgreSQL frees a dead node's as its connection closes. */
import type { Clock } from "./clock.ts";
import type { Session } from "./db/database.ts";
import type { RetryLog } from "./retry-log.ts";

/** A two-key advisory lock, beside those of relay/ownership. */
const LEADER_LOCK = [0x4352_0004, 1];
const ASK_INTERVAL_MS = 1_000;

export interface LeaderOptions {
  readonly openSession: () => Promise<Session>;
  readonly clock: Clock;
  /** Runs while this node leads; must settle soon after `reign` aborts. */
  readonly lead: (reign: AbortSignal) => Promise<void>;
  readonly log: RetryLog;
}

export class Leader {
  readonly #options: LeaderOptions;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: LeaderOptions) {
    this.#options = options;
  }

  /** Leads as soon as nobody else does. Returns at once. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Ends what it leads, and lets another node go on. */
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

  /** Waits for the lock on a session of its own, and leads until that ends. */
  async #candidate(): Promise<void> {
    const { openSession, clock, lead } = this.#options;
    const { signal } = this.#stopping;
    const session = await openSession();
    try {
      while (!(await isLocked(session))) {
        await Promise.race([clock.wait(ASK_INTERVAL_MS, signal), session.ended]);
        if (signal.aborted) return;
      }
      const reign = new AbortController();
      void session.ended.then(() => reign.abort());
      await lead(AbortSignal.any([reign.signal, signal]));
      if (!reign.signal.aborted) await session.query("select pg_advisory_unlock($1::int, $2::int)", LEADER_LOCK);
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
