import { readFileSync } from "node:fs";
import type { Server } from "./server.ts";

/** Returns a process's resident memory, as the kernel counts it (Linux only). */
export function memoryOf({ pid }: Pick<Server, "pid">): { readonly nowMb: number; readonly peakMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const mb = (name: string) => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1_024);
  return { nowMb: mb("VmRSS"), peakMb: mb("VmHWM") };
}
