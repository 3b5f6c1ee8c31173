/**
 * Work that differs between an e-mail with an account and one without runs after the response, with a random delay, so
 * that neither this response's time nor the next one's reveals which it is (OWASP, Authentication: user enumeration).
 */
import type { Clock } from "../../platform/clock.ts";
import { Problem } from "../../platform/http/problem.ts";
import type { RetryLog } from "../../platform/retry-log.ts";

/** The work starts at a random time up to this long after its response. */
const MAX_DELAY_MS = 1_000;
/** When this many jobs are pending, further ones are refused. */
const MAX_PENDING = 1_000;

export interface BehindAnswers {
  /** Runs `work` later. @throws {Problem} too_many_requests when too many jobs are pending, whatever the e-mail. */
  put(work: () => Promise<void>): void;
  /** Runs all pending work now, and settles when it is done. */
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
