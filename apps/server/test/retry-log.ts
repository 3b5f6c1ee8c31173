import type { RetryLog } from "../src/platform/retry-log.ts";

/** For work that must succeed: an error that would be retried fails the test. */
export const failingLog: RetryLog = {
  willRetry(error) {
    throw error;
  },
};

/** For work whose failures the test checks in another way. */
export const silentLog: RetryLog = { willRetry: () => undefined };
