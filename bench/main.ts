/**
 * `npm run bench`: one JSON line per case, with the floor from the same run and the targets. A missed target is
 * reported but isn't an error: a slow machine doesn't make the product wrong. Each case runs in a process of its own, so
 * that one that breaks off ends no other; `--report` writes docs/benchmarks.md from the lines.
 */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { cacheCompiled } from "../scripts/cache-compiled.ts";
import { ensureWebBuilt } from "../scripts/web-build.mjs";
import { measureAccepts } from "./cases/accept.ts";
import { measureBurst } from "./cases/burst.ts";
import { measureEnumeration } from "./cases/enumeration.ts";
import { measureFanOut } from "./cases/fan-out.ts";
import { measureFills } from "./cases/fills.ts";
import { measureFilters } from "./cases/filters.ts";
import { measureFlood } from "./cases/flood.ts";
import { measureFollowing } from "./cases/following.ts";
import { measureFootprint } from "./cases/footprint.ts";
import { measureGrown } from "./cases/grown.ts";
import { measureHostile } from "./cases/hostile.ts";
import { measureLatency } from "./cases/latency.ts";
import { measureLighthouse } from "./cases/lighthouse.ts";
import { measureList } from "./cases/list.ts";
import { measureIdle } from "./cases/idle.ts";
import { measureLiveList } from "./cases/live-list.ts";
import { measureManyAccounts } from "./cases/many-accounts.ts";
import { measureNodes } from "./cases/nodes.ts";
import { measureNotifications } from "./cases/notifications.ts";
import { measureOverview } from "./cases/overview.ts";
import { measureReplay } from "./cases/replay.ts";
import { measureSlowPhone } from "./cases/slow-phone.ts";
import { measureSoak } from "./cases/soak.ts";
import { measureStalled } from "./cases/stalled.ts";
import { measureStatus } from "./cases/status.ts";
import { measureStop } from "./cases/stop.ts";
import { measureTelegramDown } from "./cases/telegram-down.ts";
import { STORAGES, type StorageKind } from "./product/storage.ts";
import { renderBenchmarks } from "./report/benchmarks.ts";
import { isCase, parseLine, readLines } from "./report/lines.ts";
import { describeRun, type Run } from "./report/run.ts";

interface RunOptions {
  /** Less of everything in cases that take minutes, to see that they work. */
  readonly isShort: boolean;
}

const CASES: Readonly<Record<string, (storage: StorageKind, options: RunOptions) => Promise<void>>> = {
  accept: measureAccepts,
  nodes: measureNodes,
  latency: measureLatency,
  "fan-out": measureFanOut,
  fills: measureFills,
  following: measureFollowing,
  burst: measureBurst,
  soak: measureSoak,
  footprint: measureFootprint,
  idle: measureIdle,
  stalled: measureStalled,
  stop: measureStop,
  flood: measureFlood,
  hostile: measureHostile,
  notifications: measureNotifications,
  "telegram-down": measureTelegramDown,
  list: measureList,
  grown: measureGrown,
  overview: measureOverview,
  filters: measureFilters,
  status: measureStatus,
  enumeration: measureEnumeration,
  "live-list": measureLiveList,
  "many-accounts": measureManyAccounts,
  replay: measureReplay,
  "slow-phone": measureSlowPhone,
  lighthouse: measureLighthouse,
};
const USAGE = `npm run bench -- [--case ${Object.keys(CASES).join("|")}] [--storage ${STORAGES.join("|")}] [--short]
                [--report] [--from FILE]...
--report writes docs/benchmarks.md, from this run or from the lines of earlier ones.`;
const REPORT = join(import.meta.dirname, "../docs/benchmarks.md");

interface Options extends RunOptions {
  readonly cases: readonly string[];
  readonly storage: StorageKind;
  readonly isReport: boolean;
  /** Files with the lines of earlier runs: nothing is measured then. */
  readonly from: readonly string[];
  /** Whether this is the process of one case. */
  readonly isInProcess: boolean;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      case: { type: "string" },
      storage: { type: "string", default: "postgres" },
      short: { type: "boolean", default: false },
      report: { type: "boolean", default: false },
      from: { type: "string", multiple: true, default: [] },
      "in-process": { type: "boolean", default: false },
    },
  });
  const cases = Object.keys(CASES).filter((name) => values.case === undefined || values.case === name);
  const storage = STORAGES.find((each) => each === values.storage);
  if (cases.length === 0) throw new Error(`there is no case ${values.case}`);
  if (!storage) throw new Error(`there is no storage ${values.storage}`);
  if (values.from.length > 0 && !values.report) throw new Error("--from is for --report");
  const { short: isShort, report: isReport, from, "in-process": isInProcess } = values;
  return { cases, storage, isShort, isReport, from, isInProcess };
}

/** Runs a case in a process of its own, prints its lines, and returns them. */
async function runCase(name: string, { storage, isShort }: Options, run: Run): Promise<object[]> {
  const flags = ["--case", name, "--storage", storage, ...(isShort ? ["--short"] : [])];
  const child = spawn(process.execPath, [import.meta.filename, "--in-process", ...flags], {
    stdio: ["inherit", "pipe", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const lines: object[] = [];
  const keep = (line: object) => {
    const stamped = { ...line, ...(isShort && { isShort }), run };
    lines.push(stamped);
    console.log(JSON.stringify(stamped));
  };
  for await (const text of createInterface(child.stdout)) {
    const parsed = parseLine(text);
    if (parsed.length > 0) parsed.forEach(keep);
    else console.log(text);
  }
  const code = await ended;
  if (code !== 0) {
    keep({ case: name, storage, targets: {}, ok: false, error: `its process ended with ${code ?? "a signal"}` });
    process.exitCode = 1;
  }
  return lines;
}

async function measure(options: Options): Promise<object[]> {
  const { cases, storage, isShort } = options;
  const only = cases.length === 1 ? ` --case ${cases.join()}` : "";
  const run = await describeRun(`npm run bench --${only} --storage ${storage}${isShort ? " --short" : ""}`);
  // As for users, a start finds the pages built and its modules compiled.
  ensureWebBuilt();
  await cacheCompiled();
  const lines: object[] = [];
  for (const name of cases) lines.push(...(await runCase(name, options, run)));
  return lines;
}

try {
  const options = readOptions();
  const { cases, storage, isShort, isReport, from, isInProcess } = options;
  if (isInProcess) for (const name of cases) await CASES[name]?.(storage, { isShort });
  else {
    const lines = from.length > 0 ? readLines(from) : await measure(options);
    if (isReport) writeFileSync(REPORT, renderBenchmarks({ lines: lines.filter(isCase), cases: Object.keys(CASES) }));
  }
} catch (error) {
  console.error(`${error instanceof Error ? error.stack : String(error)}\n${USAGE}`);
  process.exitCode = 1;
}
