import { afterAll, onTestFinished, TestRunner } from "vitest";

/**
 * Calls `close` at the end of the test that is running or, at the top level of a file, at the end of the file. What was
 * opened last is closed first. Vitest ignores it in a hook: open there only what is closed by hand.
 */
export function atTheEnd(close: () => Promise<unknown>): void {
  const ended = async () => void (await close());
  if (TestRunner.getCurrentTest()) onTestFinished(ended);
  else afterAll(ended);
}
