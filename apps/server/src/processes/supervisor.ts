/** Starts several processes, replaces those that die, and ends them. What they do is no concern of it. */
import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "../platform/clock.ts";

/** How a process ended: one of the two is set. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running process. */
export interface Child<Ready> {
  readonly pid: number | undefined;
  /** Settles once it works; never, if it can't. */
  readonly ready: Promise<Ready>;
  readonly exited: Promise<Exit>;
  /** Settles when the process has reacted. */
  ping(): Promise<unknown>;
  kill(signal: NodeJS.Signals): void;
}

export interface SupervisorOptions<Ready> {
  readonly count: number;
  /** Starts a process; `name` is its number, from 1. `isFirst` is true for the first one ever. */
  readonly fork: (name: string, isFirst: boolean) => Child<Ready>;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
}

/** A process ended before it worked. */
export class ProcessFailed extends Error {
  override readonly name = "ProcessFailed";
  readonly exit: Exit;

  constructor(processName: string, exit: Exit) {
    super(`Process ${processName} ended before it was ready: ${exit.signal ?? `exit code ${exit.code}`}`);
    this.exit = exit;
  }
}

const PING_INTERVAL_MS = 1_000;
/** A process that reacts to nothing for that long is killed: TradingView gave up on its alerts long ago. */
const MAX_UNANSWERED_PINGS = 15;
/** A process that worked for longer is replaced at once. */
const LASTING_MS = 60_000;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;
/** More than a process takes to stop, with the limit that it sets itself. */
const KILL_AFTER_MS = 16_000;

export class Supervisor<Ready> {
  readonly #options: SupervisorOptions<Ready>;
  /** Every process that lives, ready or not. */
  readonly #alive = new Set<Child<Ready>>();
  readonly #ready = new Map<string, Child<Ready>>();
  readonly #stopping = new AbortController();
  readonly #failed = Promise.withResolvers<ProcessFailed>();
  #restarts = 0;

  constructor(options: SupervisorOptions<Ready>) {
    this.#options = options;
  }

  /** The processes that work, by name. */
  get ready(): ReadonlyMap<string, Child<Ready>> {
    return this.#ready;
  }

  /** How often a process was replaced. */
  get restarts(): number {
    return this.#restarts;
  }

  /** Settles when no process is left that works, and none can be started. */
  get failed(): Promise<ProcessFailed> {
    return this.#failed.promise;
  }

  /**
   * Starts the first process and, once it works, the others: what must be done once, such as migrations, is done by
   * then. Returns what the first one said when it was ready.
   * @throws {ProcessFailed} if one ends before it works.
   */
  async start(): Promise<Ready> {
    const { count } = this.#options;
    const ready = await this.#startOne("1", true);
    await Promise.all(Array.from({ length: count - 1 }, (_, index) => this.#startOne(String(index + 2), false)));
    return ready;
  }

  /** Ends all processes with SIGTERM, and those that take too long with SIGKILL. Returns whether all ended cleanly. */
  async stop(): Promise<boolean> {
    this.#stopping.abort();
    for (const child of this.#alive) child.kill("SIGTERM");
    const allExited = new AbortController();
    void this.#options.clock.wait(KILL_AFTER_MS, allExited.signal).then(() => {
      for (const child of this.#alive) child.kill("SIGKILL");
    });
    const exits = await Promise.all(Array.from(this.#alive, ({ exited }) => exited));
    allExited.abort();
    // A process that hadn't yet begun to listen for SIGTERM dies of it, and leaves nothing behind either.
    return exits.every(({ code, signal }) => code === 0 || signal === "SIGTERM");
  }

  /** Starts a process; once it works, it is replaced whenever it ends. @throws {ProcessFailed} if it ends before. */
  async #startOne(name: string, isFirst: boolean, quickDeaths = 0): Promise<Ready> {
    const child = this.#options.fork(name, isFirst);
    this.#alive.add(child);
    void child.exited.then(() => this.#alive.delete(child));
    const exited = child.exited.then((exit) => {
      throw new ProcessFailed(name, exit);
    });
    const ready = await Promise.race([child.ready, exited]);
    this.#ready.set(name, child);
    this.#options.logger.info({ child: name, childPid: child.pid }, "a process serves");
    void this.#keep(name, child, quickDeaths);
    return ready;
  }

  /** Waits until a process ends, and replaces it: at once, or after a delay that grows while it keeps dying. */
  async #keep(name: string, child: Child<Ready>, earlierQuickDeaths: number): Promise<void> {
    const { clock, logger } = this.#options;
    const readyAtMs = clock.monotonicMs();
    void this.#killIfHung(name, child);
    const exit = await child.exited;
    this.#ready.delete(name);
    if (this.#stopping.signal.aborted) return;
    logger.error({ child: name, childPid: child.pid, ...exit }, "a process ended and is replaced");
    const isQuick = clock.monotonicMs() - readyAtMs < LASTING_MS;
    await this.#replace(name, isQuick ? earlierQuickDeaths + 1 : 0);
  }

  /** Tries to start a process until it works, or until no other is left that does. */
  async #replace(name: string, quickDeaths: number): Promise<void> {
    const { clock, logger } = this.#options;
    const { signal } = this.#stopping;
    for (let deaths = quickDeaths; ; deaths += 1) {
      if (deaths > 0) await clock.wait(Math.min(FIRST_DELAY_MS * 2 ** (deaths - 1), MAX_DELAY_MS), signal);
      if (signal.aborted) return;
      this.#restarts += 1;
      try {
        await this.#startOne(name, false, deaths);
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (this.#ready.size === 0) return this.#failed.resolve(error as ProcessFailed);
        logger.error({ err: error }, "a process could not be replaced");
      }
    }
  }

  async #killIfHung(name: string, child: Child<Ready>): Promise<void> {
    const { clock, logger } = this.#options;
    const exited = new AbortController();
    void child.exited.then(() => exited.abort());
    // Counts turns of our own clock, so that a machine that slept kills nobody.
    for (let unanswered = 0; !exited.signal.aborted; unanswered += 1) {
      if (unanswered === MAX_UNANSWERED_PINGS) {
        logger.error({ child: name, childPid: child.pid }, "a process reacts to nothing and is killed");
        child.kill("SIGKILL");
      }
      void child.ping().then(() => {
        unanswered = 0;
      });
      await clock.wait(PING_INTERVAL_MS, exited.signal);
    }
  }
}
