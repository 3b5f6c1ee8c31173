import type { Config } from "./config.ts";
import { noFailpoint, type Failpoint } from "./platform/failpoint.ts";

/** Chaos runs only: a failpoint that ends this process, as a power cut would, when its point is reached for the n-th time. */
export function killerAt(killAt: Config["killAt"]): Failpoint {
  if (!killAt) return noFailpoint;
  let left = killAt.count;
  return (point) => {
    if (point !== killAt.point) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, "SIGKILL");
  };
}
