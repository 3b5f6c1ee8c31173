import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "./clock.ts";

/** Where parts report what went wrong and will be tried again, or is nobody's to answer for. */
export interface RetryLog {
  willRetry(error: unknown): void;
}

const INTERVAL_MS = 1_000;

/**
 * Makes a log of errors that are tried again. During an outage thousands of queues report the same at once: each kind of
 * error is logged once a second, with the count of those in between.
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
