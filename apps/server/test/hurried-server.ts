import { startSandbox } from "@chartrelay/sandbox";
import { afterAll, onTestFinished, TestRunner } from "vitest";
import { hurriedClock } from "./hurried-clock.ts";
import { startServer, type TestServer, type TestServerOptions } from "./server.ts";

/** How many times as fast as the machine's its clock runs. Latencies that a test sets at a venue stay real time. */
export const SPEED = 4;
/** As long for the machine as an order may have by itself: however busy it is, none grows too old. */
const ORDER_MAX_AGE_S = "240";

/**
 * Starts a server and simulators by a clock of their own, on which ten seconds are over in two and a half: for what only
 * becomes of calls that hang, of queues that Telegram slows down and of orders that grow old.
 */
export async function startHurriedServer({
  settings,
  parts,
}: Omit<TestServerOptions, "sandbox"> = {}): Promise<TestServer> {
  const clock = hurriedClock(SPEED);
  const sandbox = await startSandbox({ now: clock.nowMs });
  const atTheEnd = TestRunner.getCurrentTest() ? onTestFinished : afterAll;
  atTheEnd(() => sandbox.close());
  return await startServer({ settings: { ORDER_MAX_AGE_S, ...settings }, parts: { clock, ...parts }, sandbox });
}
