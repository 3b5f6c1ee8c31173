import type { Config } from "./config.ts";
import { noFailpoint, type Failpoint } from "./platform/failpoint.ts";

/** Chaos runs only: returns a failpoint that ends this process like a power cut the n-th time its point is reached. */
export function killerAt(killAt: Config["killAt"]): Failpoint {
  if (!killAt) return noFailpoint;
  let left = killAt.count;
  return (point) => {
    if (point !== killAt.point) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, "SIGKILL");
  };
}
