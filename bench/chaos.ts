/**
 * `npm run chaos`: kills the product at every stage of an order's life, seed after seed, and checks that it kept its
 * promises. Prints a JSON line for each seed that fails and one per storage at the end; exit code 1 if any failed.
 */
import { parseArgs } from "node:util";
import { runCampaign, type Failure } from "./chaos/campaign.ts";
import { VICTIMS, type Victim } from "./chaos/plan.ts";
import { VENUE_CHOICES, type VenueChoice } from "./chaos/setting.ts";
import { STORAGES, type StorageKind } from "./product/storage.ts";

const USAGE = `npm run chaos -- [--seeds 1000] [--first-seed 1] [--storage pglite|postgres|both] [--nodes 1|2]
                [--victim node|database] [--venues alor|all] [--workers 2] [--verbose]
Two nodes, and the database as victim, are on PostgreSQL only.`;

interface Options {
  readonly seeds: number;
  readonly firstSeed: number;
  readonly storages: readonly StorageKind[];
  readonly nodes: number;
  readonly victim: Victim;
  readonly venues: VenueChoice;
  readonly workers: number;
  readonly verbose: boolean;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      seeds: { type: "string", default: "1000" },
      "first-seed": { type: "string", default: "1" },
      storage: { type: "string" },
      nodes: { type: "string", default: "1" },
      victim: { type: "string", default: "node" },
      venues: { type: "string", default: "alor" },
      workers: { type: "string", default: "2" },
      verbose: { type: "boolean", default: false },
    },
  });
  const needsPostgres = values.nodes !== "1" || values.victim === "database";
  const storage = values.storage ?? (needsPostgres ? "postgres" : "both");
  const storages = storage === "both" ? STORAGES : STORAGES.filter((each) => each === storage);
  const victim = VICTIMS.find((each) => each === values.victim);
  if (storages.length === 0) throw new Error(`--storage ${storage} is none`);
  if (!victim) throw new Error(`--victim ${values.victim} is none`);
  const venues = VENUE_CHOICES.find((each) => each === values.venues);
  if (!venues) throw new Error(`--venues ${values.venues} is none`);
  if (needsPostgres && storages.includes("pglite"))
    throw new Error("the embedded database serves one node, and dies with it");
  const whole = (name: "seeds" | "first-seed" | "nodes" | "workers", least: number, most: number): number => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < least || value > most)
      throw new Error(`--${name} must be ${least} to ${most}`);
    return value;
  };
  return {
    seeds: whole("seeds", 1, 1_000_000),
    firstSeed: whole("first-seed", 0, 1_000_000_000),
    storages,
    nodes: whole("nodes", 1, 2),
    victim,
    venues,
    workers: whole("workers", 1, 16),
    verbose: values.verbose,
  };
}

function replayOf({ seed, storage, nodes, victim, venues }: Failure): string {
  return `npm run chaos -- --first-seed ${seed} --seeds 1 --storage ${storage} --nodes ${nodes} --victim ${victim} --venues ${venues}`;
}

async function main({ storages, verbose, ...options }: Options): Promise<void> {
  for (const storage of storages) {
    const startedAt = performance.now();
    const summary = await runCampaign({
      ...options,
      storage,
      onFailure: (failure) => console.log(JSON.stringify({ ...failure, replay: replayOf(failure) })),
      ...(verbose && { onProgress: (played: number) => console.error(`${storage}: ${played} of ${options.seeds}`) }),
    });
    console.log(JSON.stringify({ ...summary, seconds: Math.round((performance.now() - startedAt) / 1_000) }));
    if (!summary.ok) process.exitCode = 1;
  }
}

let options: Options | undefined;
try {
  options = readOptions();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  process.exitCode = 1;
}
if (options) await main(options);
