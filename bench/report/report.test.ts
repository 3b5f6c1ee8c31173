import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { summarizeStops } from "../chaos/stop-summary.ts";
import { summarize } from "../chaos/summary.ts";
import { renderBenchmarks } from "./benchmarks.ts";
import { renderFaults } from "./faults.ts";
import { isCampaign, isCase, isFailure, readLines } from "./lines.ts";
import { describeRun, type Run } from "./run.ts";

const RUN: Run = {
  at: "2026-11-23T09:30:00.000Z",
  commit: "0123456789",
  command: "npm run bench -- --storage postgres",
  load: 0.4,
  machine: {
    processor: "A Processor",
    cores: 2,
    memoryGb: 8,
    kernel: "Linux 6.1.0",
    node: "24.21.0",
    postgres: "15.14",
  },
};

/** Writes lines as a run prints them, between what npm says. */
function runOf(...lines: readonly object[]): object[] {
  const folder = mkdtempSync(join(tmpdir(), "chartrelay-report-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "run.jsonl");
  writeFileSync(file, ["", "> bench", ...lines.map((line) => JSON.stringify(line)), "{not JSON", ""].join("\n"));
  return readLines([file]);
}

test("a report of benchmarks says first what fell short, and shows each case beside its floor and its target", () => {
  const lines = runOf(
    {
      case: "accept",
      storage: "postgres",
      acceptsPerS: 2_345.678,
      floors: { validateOnlyPerS: 5_100 },
      targets: { shareOfValidateOnly: { is: 0.46, atLeast: 0.6, ok: false }, failed: { is: 0, atMost: 0, ok: true } },
      ok: false,
      run: RUN,
    },
    {
      case: "memory",
      storage: "pglite",
      isShort: true,
      targets: { afterMb: { is: 181.4, atMost: 250, ok: true } },
      ok: true,
      run: RUN,
    },
    {
      case: "burst",
      storage: "postgres",
      targets: {},
      ok: false,
      error: "its process ended with 1",
      run: { ...RUN, load: 7.5 },
    },
  ).filter(isCase);
  const report = renderBenchmarks({ lines, cases: ["accept", "burst", "latency"] });
  const [head = "", short = ""] = report.split(/^## /m);
  expect(head).toContain("# Benchmarks");
  expect(short).toContain("What fell short");
  expect(short).toContain("- **accept**, shareOfValidateOnly: 0.46, must be ≥ 0.6");
  expect(short).toContain("- **burst** broke off: its process ended with 1");
  expect(short).toContain("Shortened (`--short`): memory (pglite).");
  expect(short).toContain("so only to be compared with their floors: burst.");
  expect(short).toContain("Not run: latency.");
  expect(short).not.toContain("afterMb");
  expect(report).toContain(
    "| 1 | 2026-11-23 09:30 | `0123456789` | `npm run bench -- --storage postgres` | 0.4 | A Processor, 2 cores, 8 GB |",
  );
  expect(report).toContain("| memory (pglite) | afterMb | 181 | ≤ 250 | met | 1 |");
  expect(report).toContain("| accept | validateOnlyPerS 5,100 | storage postgres<br>acceptsPerS 2,346 | 1 |");
});

const SETTING = { storage: "postgres", nodes: 2, victim: "node", venues: "alor", market: "still" } as const;
const REPORT = {
  seed: 7,
  violations: [],
  undecidable: 1,
  alerts: 40,
  orders: 38,
  fills: 41,
  ends: ["filled", "cancelled"],
  killed: ["relay.sent"],
  recoveryMs: 210,
  sinceRestartMs: 650,
  slowestAnswerMs: 90,
  knownMs: 300,
} as const;

test("a report of faults says first which promise was broken, and by which command to see it again", () => {
  const replay = "npm run chaos -- --first-seed 8 --seeds 1 --storage postgres --nodes 2 --victim node --venues alor";
  const lost = { ...REPORT, seed: 8, violations: [{ kind: "lost", detail: "alert 3" }] } as const;
  const lines = runOf(
    { ...SETTING, seed: 8, report: lost, replay },
    { ...summarize(SETTING, [REPORT, lost], 0), firstSeed: 7, seconds: 12, run: RUN },
    // A campaign of another kind, with figures of its own.
    {
      victim: "primary",
      seeds: 20,
      alerts: 6_000,
      lost: 0,
      nextAcceptMs: { p50: 900, p99: 2_100, max: 2_400 },
      ok: true,
      run: RUN,
    },
  );
  const report = renderFaults({ campaigns: lines.filter(isCampaign), failures: lines.filter(isFailure) });
  const short = report.split(/^## /m)[1] ?? "";
  expect(short).toContain("- **node on postgres, 2 nodes, alor**: lost 1");
  expect(short).toContain(replay);
  expect(short).toContain("- seed 8: lost: alert 3");
  expect(short).not.toContain("primary");
  expect(report).toContain(
    "| node on postgres, 2 nodes, alor | 7 | 2 | 0 | 80 | 76 | 82 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 2 | 0 | **broken** | 1 |",
  );
  expect(report).toContain("| node on postgres, 2 nodes, alor | relay.sent 2 |");
  expect(report).toContain("| node on postgres, 2 nodes, alor | recoveryMs | 210 | 210 | 210 | 210 |");
  expect(report).toContain("| primary | nextAcceptMs | 900 |  | 2,100 | 2,400 |");
  expect(report).toContain("| node on postgres, 2 nodes, alor | seconds | 12 |");
});

test("a campaign that kept every promise has nothing to say first", () => {
  const lines = runOf({ ...summarize(SETTING, [REPORT], 0), firstSeed: 7, run: RUN });
  const report = renderFaults({ campaigns: lines.filter(isCampaign), failures: [] });
  expect(report).toContain("Nothing: every promise was kept");
  expect(report).not.toContain("**broken**");
});

test("a report of stops says which of their promises was broken", () => {
  const good = { seed: 1, violations: [], alerts: 90, orders: 12, positions: 4, killed: ["stop.close.after"] };
  const times = { provenMs: 800, sinceKillMs: 500 };
  const violations = [{ kind: "closed too much", detail: "an account" }] as const;
  const setting = { storage: "postgres", nodes: 2, victim: "stop", venues: "all", market: "still" } as const;
  const summary = summarizeStops(
    setting,
    [
      { ...good, ...times },
      { ...good, ...times, seed: 2, violations },
    ],
    0,
  );
  const report = renderFaults({ campaigns: runOf({ ...summary, run: RUN }).filter(isCampaign), failures: [] });
  expect(report).toContain("- **stop on postgres, 2 nodes, all venues**: closedTooMuch 1");
  expect(report).toContain("| stop on postgres, 2 nodes, all venues | stop.close.after 2 |");
  expect(report).toContain("| stop on postgres, 2 nodes, all venues | provenMs | 800 | 800 | 800 | 800 |");
});

test("a run describes its machine without naming it", async () => {
  const run = await describeRun("npm run bench");
  expect(run.machine).toMatchObject({ node: process.versions.node, postgres: expect.stringMatching(/^\d+(\.\d+)?$/) });
  expect(run.commit).toMatch(/^[0-9a-f]{10}\+?$/);
  const text = JSON.stringify(run);
  expect(text).not.toContain(hostname());
  expect(text).not.toContain(tmpdir());
  expect(text).not.toContain(import.meta.dirname);
});
