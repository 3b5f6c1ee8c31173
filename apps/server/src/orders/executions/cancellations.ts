/** Cancels what works at the venues: each order again and again, as its venue allows, until it has ended. */
import { growingCache } from "@chartrelay/venues";
import type { Clock } from "../../platform/clock.ts";
import type { RetryLog } from "../../platform/retry-log.ts";
import type { AskToCancel } from "./cancel.ts";

/** Delays between tries for one order, beginning with the first answer; the last one repeats. */
const DELAYS_MS = [150, 300, 600, 1_200, 2_500, 5_000];
/** An order whose cancellation was accepted, or was over, is read at once. If it still works, it is cancelled again. */
const ACCEPTED_DELAY_MS = 2_000;
/** An order that is forgotten among so many is asked for anew. */
const MOST_ORDERS = 20_000;

interface Trial {
  readonly sinceMs: number;
  tries: number;
  nextAtMs: number;
  isUnderWay: boolean;
  reason: string | null;
}

export interface CancellationParts {
  readonly askToCancel: AskToCancel;
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly log: RetryLog;
}

/** To cancel an order twice does no harm, so nothing of this outlives the process. */
export interface Cancellations {
  /** Asks an order's venue to cancel it, unless that is under way or too soon. Returns at once; never rejects. */
  cancel(userId: string, orderId: string): void;
  /** Why the venue didn't cancel an order when it was last asked; null if it may yet. */
  reasonOf(orderId: string): string | null;
  /** How long an order has been asked to go; 0 if it hasn't. */
  askedForMs(orderId: string): number;
}

export function createCancellations({ askToCancel, clock, log }: CancellationParts): Cancellations {
  const trials = growingCache<string, Trial>(MOST_ORDERS);

  async function ask(userId: string, orderId: string, trial: Trial): Promise<void> {
    let waitMs = DELAYS_MS[Math.min(trial.tries, DELAYS_MS.length - 1)] ?? 0;
    try {
      const answer = await askToCancel(userId, orderId);
      if (typeof answer === "string" || answer.outcome === "accepted" || answer.outcome === "over") {
        trial.reason = null;
        waitMs = ACCEPTED_DELAY_MS;
      } else {
        trial.reason = answer.reason;
        waitMs = Math.max(waitMs, answer.retryAfterMs ?? 0);
      }
    } catch (error) {
      log.willRetry(error);
    }
    trial.tries += 1;
    trial.nextAtMs = clock.monotonicMs() + waitMs;
    trial.isUnderWay = false;
  }

  return {
    cancel(userId, orderId) {
      const nowMs = clock.monotonicMs();
      const known = trials.get(orderId);
      const trial = known ?? { sinceMs: nowMs, tries: 0, nextAtMs: 0, isUnderWay: false, reason: null };
      if (trial.isUnderWay || nowMs < trial.nextAtMs) return;
      trials.set(orderId, trial);
      trial.isUnderWay = true;
      void ask(userId, orderId, trial);
    },
    reasonOf: (orderId) => trials.get(orderId)?.reason ?? null,
    askedForMs(orderId) {
      const trial = trials.get(orderId);
      return trial ? clock.monotonicMs() - trial.sinceMs : 0;
    },
  };
}
