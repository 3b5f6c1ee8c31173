import type { Config } from "./config.ts";
import { noProbe, type Probe } from "./relay/probe.ts";

/** Chaos runs only: a probe that ends this process, as a power cut would, when its point is reached for the n-th time. */
export function killerAt(killAt: Config["killAt"]): Probe {
  if (!killAt) return noProbe;
  let left = killAt.count;
  return (point) => {
    if (point !== killAt.point) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, "SIGKILL");
  };
}
