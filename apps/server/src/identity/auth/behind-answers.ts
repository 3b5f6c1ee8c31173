/**
 * What differs between an e-mail that has an account and one that has none happens behind the answer, at a moment of its own, so
 * that neither the answer's time nor the next one's tells which it is (OWASP, Authentication: user enumeration).
 */
import type { Clock } from "../../platform/clock.ts";
import { Problem } from "../../platform/http/problem.ts";
import type { RetryLog } from "../../platform/retry-log.ts";

/** The work begins somewhere within so long after its answer. */
const MAX_DELAY_MS = 1_000;
/** More can't be waiting: who comes then is told to come back. */
const MAX_PENDING = 1_000;

export interface BehindAnswers {
  /** Does `work` later. @throws {Problem} too_many_requests when too much waits already, whatever the e-mail. */
  put(work: () => Promise<void>): void;
  /** Does at once what still waits, and settles when that is done. */
  stop(): Promise<void>;
}

export interface BehindAnswersOptions {
  readonly clock: Pick<Clock, "wait">;
  readonly log: RetryLog;
  /** From 0 to 1. */
  readonly random?: () => number;
}

export function createBehindAnswers({ clock, log, random = Math.random }: BehindAnswersOptions): BehindAnswers {
  const stopping = new AbortController();
  const pending = new Set<Promise<void>>();
  return {
    put(work) {
      if (pending.size >= MAX_PENDING) throw new Problem("too_many_requests");
      const done = clock
        .wait(random() * MAX_DELAY_MS, stopping.signal)
        .then(work)
        .catch(log.willRetry)
        .finally(() => pending.delete(done));
      pending.add(done);
    },
    async stop() {
      stopping.abort();
      await Promise.all(pending);
    },
  };
}
