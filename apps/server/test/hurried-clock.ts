import { systemClock, type Clock } from "../src/platform/clock.ts";

/** Returns a clock that runs `speed` times as fast as the machine's: waits are the same, but end sooner. */
export function hurriedClock(speed: number): Clock {
  const startedAtMs = Date.now();
  const monotonicMs = () => systemClock.monotonicMs() * speed;
  const startedAtMonotonicMs = monotonicMs();
  const nowUs = () => Math.round((startedAtMs + monotonicMs() - startedAtMonotonicMs) * 1_000);
  return {
    nowMs: () => Math.floor(nowUs() / 1_000),
    nowUs,
    monotonicMs,
    wait: (ms, signal) => systemClock.wait(ms / speed, signal),
    timeout: (ms) => systemClock.timeout(Math.ceil(ms / speed)),
  };
}
