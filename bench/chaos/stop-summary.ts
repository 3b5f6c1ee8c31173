/** Sums up many seeds of stops in one line. */
import type { Setting } from "./setting.ts";
import { STOP_VIOLATIONS } from "./stop-oracle.ts";
import type { StopReport } from "./stop-seed.ts";
import { countEach, countViolations, spreadOf, sum } from "./summary.ts";

export type StopSummary = ReturnType<typeof summarizeStops>;

type StopSetting = Omit<Setting, "victim"> & { readonly victim: "stop" };

/** Sums up reports. `broken` counts the seeds that ended without one. */
export function summarizeStops(setting: StopSetting, reports: readonly StopReport[], broken: number) {
  return {
    ...setting,
    seeds: reports.length,
    broken,
    alerts: sum(reports.map(({ alerts }) => alerts)),
    orders: sum(reports.map(({ orders }) => orders)),
    positions: sum(reports.map(({ positions }) => positions)),
    killed: countEach(reports.flatMap((report) => report.killed)),
    ...countViolations(
      reports.flatMap(({ violations }) => violations),
      STOP_VIOLATIONS,
    ),
    provenMs: spreadOf(reports.map(({ provenMs }) => provenMs)),
    sinceKillMs: spreadOf(reports.map(({ sinceKillMs }) => sinceKillMs)),
    ok: broken === 0 && reports.every(({ violations }) => violations.length === 0),
  };
}
