import type { RetryLog } from "../src/platform/retry-log.ts";

/** For work that must go through: an error that would be tried again fails the test. */
export const failingLog: RetryLog = {
  willRetry(error) {
    throw error;
  },
};

/** For work whose failures the test looks at in another way. */
export const silentLog: RetryLog = { willRetry: () => undefined };
