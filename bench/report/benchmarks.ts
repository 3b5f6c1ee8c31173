/** Renders docs/benchmarks.md from the lines of `npm run bench`. */
import type { CaseLine, JudgedTarget } from "./lines.ts";
import { describeRuns, flatten, formatNumber, table } from "./markdown.ts";

/** Goals that no case measures. Remove a line together with adding its case. */
const NOT_MEASURED = ["an entry's fill until it is protected: p50 100 ms, p99 500 ms; not built yet"] as const;

const HEAD = `# Benchmarks

Written by \`npm run bench -- --report\`; changes by hand are overwritten. [bench/README.md](../bench/README.md) says what a line of a run
contains. A *floor* was measured in the same run: a server that does as little as the comparison allows. Times are in milliseconds.`;

export interface BenchmarksOptions {
  readonly lines: readonly CaseLine[];
  /** All cases that there are: those without a line are listed as not run. */
  readonly cases: readonly string[];
}

/** Returns the report: what fell short first, then the runs, then every case. */
export function renderBenchmarks({ lines, cases }: BenchmarksOptions): string {
  const runs = describeRuns(lines);
  const sections = [HEAD, "## What fell short", shortfalls(lines, cases), "## Runs", runs.text, "## Cases"];
  sections.push(
    table(
      ["case", "target", "measured", "must be", "", "run"],
      lines.flatMap((line) =>
        Object.entries(line.targets).map(([name, target]) => [
          titleOf(line),
          name,
          formatNumber(target.is),
          limitOf(target),
          target.ok ? "met" : "**missed**",
          runs.numberOf(line.run),
        ]),
      ),
    ),
    "## Floors and other figures",
    table(
      ["case", "floor", "figures", "run"],
      lines.map((line) => {
        const { case: _, targets, ok, run, floor, floors, error, ...figures } = line;
        return [titleOf(line), listOf(floor ?? floors), listOf(figures), runs.numberOf(run)];
      }),
    ),
  );
  return `${sections.join("\n\n")}\n`;
}

function shortfalls(lines: readonly CaseLine[], cases: readonly string[]): string {
  const missed = lines.flatMap((line) => [
    ...(line.error === undefined ? [] : [`- **${titleOf(line)}** broke off: ${line.error}`]),
    ...Object.entries(line.targets).flatMap(([name, target]) =>
      target.ok ? [] : [`- **${titleOf(line)}**, ${name}: ${formatNumber(target.is)}, must be ${limitOf(target)}`],
    ),
  ]);
  const shortened = [...new Set(lines.filter(({ isShort }) => isShort === true).map(titleOf))];
  const busy = [...new Set(lines.filter(({ run }) => run && run.load > run.machine.cores).map(titleOf))];
  const left = cases.filter((name) => !lines.some((line) => line.case === name));
  return [
    missed.length > 0 ? missed.join("\n") : "No target was missed.",
    ...(shortened.length > 0 ? [`Shortened (\`--short\`): ${shortened.join(", ")}.`] : []),
    ...(busy.length > 0
      ? [
          `Measured while other programs kept all cores busy, so only to be compared with their floors: ${busy.join(", ")}.`,
        ]
      : []),
    ...(left.length > 0 ? [`Not run: ${left.join(", ")}.`] : []),
    `Goals that no case measures:\n\n${NOT_MEASURED.map((goal) => `- ${goal}`).join("\n")}`,
  ].join("\n\n");
}

/** As in "latency (pglite, 10/s)": what tells lines of one case apart. */
function titleOf({ case: name, storage, language, perSecond }: CaseLine): string {
  const pace = name === "latency" && typeof perSecond === "number" ? `${perSecond}/s` : undefined;
  const about = [storage === "postgres" ? undefined : storage, language, pace].filter(
    (each) => typeof each === "string",
  );
  return about.length > 0 ? `${name} (${about.join(", ")})` : name;
}

function limitOf({ atMost, atLeast }: JudgedTarget): string {
  const limits = [
    ...(atLeast === undefined ? [] : [`≥ ${formatNumber(atLeast)}`]),
    ...(atMost === undefined ? [] : [`≤ ${formatNumber(atMost)}`]),
  ];
  return limits.join(", ");
}

function listOf(figures: unknown): string {
  if (typeof figures !== "object" || figures === null) return "";
  return flatten(figures)
    .filter(([name]) => name !== "isShort")
    .map(([name, figure]) => `${name} ${figure}`)
    .join("<br>");
}
