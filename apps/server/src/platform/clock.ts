/** Time comes in as an argument everywhere else, so that tests own it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  nowMs(): number;
  /** Microseconds since the Unix epoch, for an order's timeline. Never runs backwards within a process. */
  nowUs(): number;
}

const originUs = performance.timeOrigin * 1_000;

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  nowUs: () => Math.round(originUs + performance.now() * 1_000),
};
