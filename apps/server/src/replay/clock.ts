/** The time of a replay: it stands still while code runs, and moves from alert to alert. */
export interface ReplayClock {
  nowMs(): number;
  nowUs(): number;
  monotonicMs(): number;
  /** Real time: a call that hangs must end. */
  timeout(ms: number): AbortSignal;
  /** Moves on to a moment; never back. */
  moveTo(ms: number): void;
}

export function createReplayClock(startMs: number): ReplayClock {
  let nowMs = startMs;
  return {
    nowMs: () => nowMs,
    nowUs: () => Math.round(nowMs * 1_000),
    monotonicMs: () => nowMs,
    timeout: (ms) => AbortSignal.timeout(ms),
    moveTo: (ms) => void (nowMs = Math.max(nowMs, ms)),
  };
}
