/** Sums up many seeds in one line. */
import type { Setting } from "./setting.ts";
import { FILL_VIOLATIONS } from "./fills-oracle.ts";
import { countName, VIOLATIONS } from "./oracle.ts";
import type { SeedReport } from "./seed.ts";

/** Milliseconds. */
export interface Spread {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** Time limits: to recover after a restart or a takeover (at Alor only), and to answer an alert during an outage. */
const MOST_RECOVERY_MS = 3_000;
const MOST_TAKEOVER_MS = 2_000;
const MOST_ANSWER_MS = 2_000;

export type Summary = ReturnType<typeof summarize>;

/** Sums up reports. `broken` counts the seeds that ended without one. */
export function summarize(setting: Setting, reports: readonly SeedReport[], broken: number) {
  return {
    ...setting,
    seeds: reports.length,
    broken,
    alerts: sum(reports.map(({ alerts }) => alerts)),
    orders: sum(reports.map(({ orders }) => orders)),
    fills: sum(reports.map(({ fills }) => fills)),
    ends: countEach(reports.flatMap(({ ends }) => ends)),
    killed: countEach(reports.flatMap((report) => report.killed)),
    ...countViolations(
      reports.flatMap(({ violations }) => violations),
      [...VIOLATIONS, ...FILL_VIOLATIONS],
    ),
    undecidable: sum(reports.map(({ undecidable }) => undecidable)),
    tooSlow: reports.filter((report) => isTooSlow(setting, report)).length,
    recoveryMs: spreadOf(reports.map(({ recoveryMs }) => recoveryMs)),
    sinceRestartMs: spreadOf(reports.map(({ sinceRestartMs }) => sinceRestartMs)),
    slowestAnswerMs: spreadOf(reports.map(({ slowestAnswerMs }) => slowestAnswerMs)),
    knownMs: spreadOf(reports.map(({ knownMs }) => knownMs)),
    ok: broken === 0 && reports.every((report) => isGood(setting, report)),
  };
}

/** Counts violations by kind, of oracle.ts's kinds by default. */
export function countViolations<Kind extends string>(
  violations: readonly { readonly kind: Kind }[],
  kinds: readonly Kind[] = VIOLATIONS as unknown as readonly Kind[],
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    kinds.map((kind) => [countName(kind), violations.filter((violation) => violation.kind === kind).length]),
  );
}

/** Counts equal names. */
export function countEach(names: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Array.from(
      Map.groupBy(names, (name) => name),
      ([name, all]) => [name, all.length],
    ),
  );
}

/** Returns whether a seed kept every promise and was fast enough. */
export function isGood(setting: Setting, report: SeedReport): boolean {
  return report.violations.length === 0 && !isTooSlow(setting, report);
}

function isTooSlow({ nodes, victim, venues }: Setting, { recoveryMs, slowestAnswerMs }: SeedReport): boolean {
  if (victim !== "node" && slowestAnswerMs > MOST_ANSWER_MS) return true;
  if (venues !== "alor") return false;
  return recoveryMs > (nodes > 1 ? MOST_TAKEOVER_MS : MOST_RECOVERY_MS);
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: sorted.at(-1) ?? 0 };
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
