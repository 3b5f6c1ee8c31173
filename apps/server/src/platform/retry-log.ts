import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "./clock.ts";

/** Where parts report errors that will be retried, or that nobody has to handle. */
export interface RetryLog {
  willRetry(error: unknown): void;
}

const INTERVAL_MS = 1_000;

/**
 * Creates a log of errors that will be retried. During an outage thousands of queues report the same error at once, so
 * each kind of error is logged once a second, with the number of errors in between.
 */
export function createRetryLog(logger: Pick<FastifyBaseLogger, "warn">, clock: Pick<Clock, "monotonicMs">): RetryLog {
  const kinds = new Map<string, { loggedAtMs: number; unlogged: number }>();
  return {
    willRetry(error) {
      const kind =
        error instanceof Error ? `${error.name} ${String((error as { code?: unknown }).code)}` : typeof error;
      const now = clock.monotonicMs();
      const seen = kinds.get(kind);
      if (seen && now - seen.loggedAtMs < INTERVAL_MS) {
        seen.unlogged += 1;
        return;
      }
      logger.warn({ err: error, alsoSince: seen?.unlogged ?? 0 }, "will be tried again");
      kinds.set(kind, { loggedAtMs: now, unlogged: 0 });
    },
  };
}
