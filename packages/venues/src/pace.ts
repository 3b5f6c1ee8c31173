/** Spaces the requests to a host: no more than so many start within any second, by all who share its budget. */
import { setTimeout as delay } from "node:timers/promises";
import type { SharedBudgets } from "./shared-budgets.ts";

export interface Pace {
  /** Settles when a request may start, in order of the calls, or when `signal` aborts. Undefined: now. */
  turn(signal?: AbortSignal): Promise<void> | undefined;
}

export interface PaceOptions {
  readonly host: string;
  readonly perSecond: number;
  /** Undefined: this program has the budget to itself. */
  readonly shared: SharedBudgets | undefined;
}

/** A request arrives later than it starts, and not always by as much. */
const SECOND_MS = 1_050;

export function createPace({ host, perSecond, shared }: PaceOptions): Pace {
  /** When the latest requests started, or will. */
  const starts: number[] = [];
  const waiting: ((waitMs: number) => void)[] = [];
  let isAsking = false;

  const waitAlone = (): number => {
    // Not a clock that is passed in: the waits are real.
    const now = performance.now();
    const earliest = starts.length < perSecond ? now : Math.max(now, (starts.shift() ?? 0) + SECOND_MS);
    starts.push(earliest);
    return earliest - now;
  };

  /** Asks for all who wait, one question at a time. */
  const ask = async (budgets: SharedBudgets): Promise<void> => {
    isAsking = true;
    while (waiting.length > 0) {
      const asking = waiting.splice(0, perSecond);
      // If the others can't be reached, this program counts alone.
      const waits = await budgets.reserve(host, asking.length, perSecond).catch(() => asking.map(waitAlone));
      for (const [index, start] of asking.entries()) start(waits[index] ?? 0);
    }
    isAsking = false;
  };

  return {
    turn(signal) {
      if (!shared) {
        const waitMs = waitAlone();
        return waitMs > 0 ? pause(waitMs, signal) : undefined;
      }
      const told = new Promise<number>((resolve) => waiting.push(resolve));
      if (!isAsking) void ask(shared);
      return told.then((waitMs) => (waitMs > 0 ? pause(waitMs, signal) : undefined));
    },
  };
}

async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, signal && { signal }).catch(() => undefined);
}
