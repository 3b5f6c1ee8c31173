import { startSandbox } from "@chartrelay/sandbox";
import { atTheEnd } from "./at-the-end.ts";
import { hurriedClock } from "./hurried-clock.ts";
import { startServer, type TestServer, type TestServerOptions } from "./server.ts";

/** How many times faster the server's clock runs. Latencies that a test sets at a venue stay in real time. */
export const SPEED = 4;
/** The default maximum age of an order, but in real time: however busy the machine is, no order gets too old. */
const ORDER_MAX_AGE_S = "240";

/**
 * Starts a server and simulators with their own clock, on which ten seconds take two and a half: for tests of calls
 * that hang, queues that Telegram slows down, and orders that get too old.
 */
export async function startHurriedServer({
  settings,
  parts,
}: Omit<TestServerOptions, "sandbox"> = {}): Promise<TestServer> {
  const clock = hurriedClock(SPEED);
  const sandbox = await startSandbox({ now: clock.nowMs });
  atTheEnd(() => sandbox.close());
  return await startServer({ settings: { ORDER_MAX_AGE_S, ...settings }, parts: { clock, ...parts }, sandbox });
}
