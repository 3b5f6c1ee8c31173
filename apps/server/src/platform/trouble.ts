import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "./clock.ts";

const INTERVAL_MS = 1_000;

/**
 * Makes the function that logs what went wrong and will be tried again. During an outage thousands of lanes say the same at
 * once: of each kind of error one line a second is logged, with the count of those in between.
 */
export function createTroubleLog(
  logger: Pick<FastifyBaseLogger, "warn">,
  clock: Pick<Clock, "monotonicMs">,
): (error: unknown) => void {
  const kinds = new Map<string, { loggedAtMs: number; unlogged: number }>();
  return (error) => {
    const kind = error instanceof Error ? `${error.name} ${String((error as { code?: unknown }).code)}` : typeof error;
    const now = clock.monotonicMs();
    const seen = kinds.get(kind);
    if (seen && now - seen.loggedAtMs < INTERVAL_MS) {
      seen.unlogged += 1;
      return;
    }
    logger.warn({ err: error, alsoSince: seen?.unlogged ?? 0 }, "will be tried again");
    kinds.set(kind, { loggedAtMs: now, unlogged: 0 });
  };
}
