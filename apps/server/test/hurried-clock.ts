import { systemClock, type Clock } from "../src/platform/clock.ts";

/** A clock that runs so many times as fast as the machine's: what is waited for is the same, and is over sooner. */
export function hurriedClock(speed: number): Clock {
  const startedAtMs = Date.now();
  const monotonicMs = () => systemClock.monotonicMs() * speed;
  const startedAtMonotonicMs = monotonicMs();
  const nowMs = () => startedAtMs + monotonicMs() - startedAtMonotonicMs;
  return {
    nowMs,
    nowUs: () => Math.round(nowMs() * 1_000),
    monotonicMs,
    wait: (ms, signal) => systemClock.wait(ms / speed, signal),
    timeout: (ms) => systemClock.timeout(Math.ceil(ms / speed)),
  };
}
