/**
 * `npm run chaos`: breaks the product at every stage of an order's life and checks that it kept its promises. Either
 * seed after seed, each with a kill at another moment; or under a steady load for minutes, with one node after another
 * disrupted; or on a PostgreSQL cluster, fault after fault. Prints a JSON line for each seed that fails and one at the end; exit code 1 if anything failed.
 * `--report` writes docs/faults.md from the lines.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { cacheCompiled } from "../scripts/cache-compiled.ts";
import {
  runCampaign,
  runStopCampaign,
  type Campaign,
  type Failure,
  type PlayedSetting,
  type StopFailure,
} from "./chaos/campaign.ts";
import { faultsNamed, missingForCluster, runClusterCampaign, type ClusterCampaign } from "./chaos/cluster-campaign.ts";
import { DISRUPTIONS, missingFor } from "./chaos/disruptions.ts";
import { missingForDisk, runFullDisk } from "./chaos/full-disk.ts";
import { runLong, type LongRun } from "./chaos/long-run.ts";
import { VICTIMS } from "./chaos/plan.ts";
import { MARKETS, VENUE_CHOICES } from "./chaos/setting.ts";
import { STORAGES, type StorageKind } from "./product/storage.ts";
import { renderFaults } from "./report/faults.ts";
import { isCampaign, isFailure, readLines } from "./report/lines.ts";
import { describeRun } from "./report/run.ts";

const USAGE = `npm run chaos -- [--seeds 1000] [--first-seed 1] [--storage pglite|postgres|both] [--nodes 1|2]
                [--victim node|database|network] [--venues alor|all] [--market still|moving] [--workers 2] [--verbose]
npm run chaos -- --victim ${DISRUPTIONS.join("|")} [--nodes 3] [--minutes 1] [--rate 100] [--verbose]
npm run chaos -- --victim stop [--seeds 1000] [--first-seed 1] [--storage pglite|postgres|both] [--nodes 1|2] [--venues alor|all]
                [--workers 2] [--verbose]
npm run chaos -- --victim disk [--storage pglite|postgres]
npm run chaos -- --cluster [--faults primary,node,...] [--runs 20] [--rate 300]
Several nodes, and a victim other than a node, are on PostgreSQL only; the network is cut around one node. With --report, any of them writes docs/faults.md; without
a run of its own, from the lines of earlier ones: npm run chaos -- --report --from FILE [--from FILE]...`;
const REPORT = join(import.meta.dirname, "../docs/faults.md");

const OPTIONS = {
  seeds: { type: "string" },
  "first-seed": { type: "string" },
  storage: { type: "string" },
  nodes: { type: "string" },
  victim: { type: "string", default: "node" },
  venues: { type: "string" },
  market: { type: "string" },
  workers: { type: "string" },
  minutes: { type: "string" },
  rate: { type: "string" },
  cluster: { type: "boolean", default: false },
  faults: { type: "string" },
  runs: { type: "string" },
  verbose: { type: "boolean", default: false },
  report: { type: "boolean", default: false },
  from: { type: "string", multiple: true },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>["values"];
type Numeric = "seeds" | "first-seed" | "nodes" | "workers" | "minutes" | "rate" | "runs";

/** What a command line asks for. Runs it, and returns whether every promise was kept. */
type Run = () => Promise<boolean>;

/** Returns a number's reader; it throws unless the number is from `least` to `most`. */
function numbersOf(values: Values) {
  return (name: Numeric, byDefault: number, least: number, most: number, isWhole = true): number => {
    const value = Number(values[name] ?? byDefault);
    if (!(value >= least && value <= most) || (isWhole && !Number.isInteger(value)))
      throw new Error(`--${name} must be ${least} to ${most}`);
    return value;
  };
}

/** Refuses options that the run wouldn't use. */
function allowOnly(values: Values, ...names: readonly (keyof Values)[]): void {
  const given = Object.keys(values).filter(
    (name) => !["victim", "verbose", "report", "cluster", ...names].includes(name),
  );
  if (given.length > 0) throw new Error(`--victim ${values.victim} knows no --${given.join(", no --")}`);
}

function readRun(values: Values): Run {
  if (values.cluster) {
    allowOnly(values, "faults", "runs", "rate");
    const number = numbersOf(values);
    const missing = missingForCluster();
    if (missing !== undefined) throw new Error(missing);
    const faults = faultsNamed(values.faults);
    return clusterRun({ faults, runs: number("runs", 20, 1, 1_000), rate: number("rate", 300, 1, 2_000) });
  }
  const disruption = DISRUPTIONS.find((each) => each === values.victim);
  if (disruption) {
    allowOnly(values, "nodes", "minutes", "rate");
    const number = numbersOf(values);
    const missing = missingFor(disruption);
    if (missing !== undefined) throw new Error(missing);
    const nodes = number("nodes", 3, 2, 5);
    const minutes = number("minutes", 1, 0.1, 24 * 60, false);
    const rate = number("rate", 100, 1, 5_000);
    return longRun({ disruption, nodes, minutes, rate }, values.verbose);
  }
  if (values.victim === "disk") {
    allowOnly(values, "storage");
    const missing = missingForDisk();
    if (missing !== undefined) throw new Error(missing);
    const storage = STORAGES.find((each) => each === (values.storage ?? "pglite"));
    if (!storage) throw new Error(`--storage ${values.storage} is none`);
    return async () => print(await runFullDisk(storage));
  }
  return readCampaign(values);
}

function readCampaign(values: Values): Run {
  allowOnly(values, "seeds", "first-seed", "storage", "nodes", "venues", "market", "workers");
  const needsPostgres = (values.nodes ?? "1") !== "1" || !["node", "stop"].includes(values.victim);
  const storage = values.storage ?? (needsPostgres ? "postgres" : "both");
  const storages = storage === "both" ? STORAGES : STORAGES.filter((each) => each === storage);
  const victim = values.victim === "stop" ? values.victim : VICTIMS.find((each) => each === values.victim);
  if (storages.length === 0) throw new Error(`--storage ${storage} is none`);
  if (!victim) throw new Error(`--victim ${values.victim} is none`);
  if (victim === "stop" && values.market !== undefined) throw new Error("the market stands still while nodes stop");
  if (victim === "network" && (values.nodes ?? "1") !== "1") throw new Error("the network is cut around one node only");
  const venues = VENUE_CHOICES.find((each) => each === (values.venues ?? "alor"));
  if (!venues) throw new Error(`--venues ${values.venues} is none`);
  const market = MARKETS.find((each) => each === (values.market ?? "still"));
  if (!market) throw new Error(`--market ${values.market} is none`);
  if (needsPostgres && storages.includes("pglite"))
    throw new Error("the embedded database serves one node, and dies with it");
  const number = numbersOf(values);
  const seeds = number("seeds", 1_000, 1, 1_000_000);
  const firstSeed = number("first-seed", 1, 0, 1_000_000_000);
  const nodes = number("nodes", 1, 1, 2);
  const workers = number("workers", 2, 1, 16);
  return campaign({ seeds, firstSeed, nodes, victim, venues, market, workers }, storages, values.verbose);
}

function commandOf(
  { storage, nodes, victim, venues, market }: PlayedSetting,
  firstSeed: number,
  seeds: number,
): string {
  return `npm run chaos -- --first-seed ${firstSeed} --seeds ${seeds} --storage ${storage} --nodes ${nodes} --victim ${victim} --venues ${venues}${victim === "stop" ? "" : ` --market ${market}`}`;
}

function campaign(
  options: Omit<Campaign, "storage" | "victim" | "onFailure" | "onProgress"> & Pick<PlayedSetting, "victim">,
  storages: readonly StorageKind[],
  isVerbose: boolean,
): Run {
  return async () => {
    let areGood = true;
    for (const storage of storages) {
      const startedAt = performance.now();
      const { victim } = options;
      const shared = {
        ...options,
        storage,
        onFailure: (failure: Failure | StopFailure) =>
          keep({ ...failure, replay: commandOf(failure, failure.seed, 1) }),
        ...(isVerbose && {
          onProgress: (played: number) => console.error(`${storage}: ${played} of ${options.seeds}`),
        }),
      };
      const summary = victim === "stop" ? await runStopCampaign(shared) : await runCampaign({ ...shared, victim });
      const seconds = Math.round((performance.now() - startedAt) / 1_000);
      areGood = print({ ...summary, firstSeed: options.firstSeed, seconds }) && areGood;
    }
    return areGood;
  };
}

function longRun(options: Omit<LongRun, "onDisrupted">, isVerbose: boolean): Run {
  return async () =>
    print(
      await runLong({
        ...options,
        ...(isVerbose && {
          onDisrupted: (index, { movedMs }) =>
            console.error(`node ${index}: ${movedMs.length} partitions moved within ${Math.max(0, ...movedMs)} ms`),
        }),
      }),
    );
}

function clusterRun(options: Omit<ClusterCampaign, "onPlayed" | "onFailure">): Run {
  return async () => {
    let areGood = true;
    await runClusterCampaign({
      ...options,
      onFailure: keep,
      onPlayed: (summary) => {
        areGood = print(summary) && areGood;
      },
    });
    return areGood;
  };
}

/** What this run has printed, and what its lines say about it. */
const lines: object[] = [];
let described: object = {};

function keep(line: object): void {
  lines.push(line);
  console.log(JSON.stringify(line));
}

/** Prints a campaign's line, and returns whether every promise was kept. */
function print(summary: Readonly<Record<string, unknown>> & { readonly ok: boolean }): boolean {
  keep({ ...summary, run: described });
  return summary.ok;
}

/** Writes the report of these lines. */
function writeReport(of: readonly object[]): void {
  writeFileSync(REPORT, renderFaults({ campaigns: of.filter(isCampaign), failures: of.filter(isFailure) }));
}

let values: Values | undefined;
let run: Run | undefined;
try {
  ({ values } = parseArgs({ options: OPTIONS }));
  if (values.from && !values.report) throw new Error("--from is for --report");
  run = values.from ? undefined : readRun(values);
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  process.exitCode = 1;
}
if (values?.from) writeReport(readLines(values.from));
if (run) {
  const words = process.argv.slice(2).filter((word) => word !== "--report" && word !== "--verbose");
  described = await describeRun(["npm run chaos --", ...words].join(" "));
  // As for users, a start finds its modules compiled.
  await cacheCompiled();
  if (!(await run())) process.exitCode = 1;
  if (values?.report) writeReport(lines);
}
