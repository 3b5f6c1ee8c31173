/** Runs many seeds, on several stages in parallel. */
import { planOf } from "./plan.ts";
import { playSeed, type SeedReport } from "./seed.ts";
import type { Setting } from "./setting.ts";
import { openGround, type Stages } from "./stages.ts";
import type { Stage } from "./stage.ts";
import { playStop, type StopReport } from "./stop-seed.ts";
import { summarizeStops, type StopSummary } from "./stop-summary.ts";
import { isGood, summarize, type Summary } from "./summary.ts";

interface Seeds {
  readonly firstSeed: number;
  readonly seeds: number;
  /** How many stages run in parallel. */
  readonly workers: number;
  readonly onProgress?: (played: number) => void;
  /** Where the seeds play; by default on stages of their own. */
  readonly stages?: Stages | undefined;
}

export interface Campaign extends Setting, Seeds {
  /** Called for each seed that broke a promise, took too long, or broke off. */
  readonly onFailure: (failure: Failure) => void;
}

/** The victim is a node that carries out a stop; the market stands still. */
export interface StopCampaign extends Pick<Setting, "storage" | "nodes" | "venues">, Seeds {
  readonly onFailure: (failure: StopFailure) => void;
}

export type PlayedSetting = Omit<Setting, "victim"> & { readonly victim: Setting["victim"] | "stop" };

/** Everything needed to replay it. */
type FailureOf<Report> = PlayedSetting & Failed<Report>;
type Failed<Report> = { readonly seed: number } & ({ readonly report: Report } | { readonly error: string });
export type Failure = FailureOf<SeedReport>;
export type StopFailure = FailureOf<StopReport>;

/** Runs the seeds and returns a summary. */
export async function runCampaign(campaign: Campaign): Promise<Summary> {
  const { storage, nodes, victim, venues, market, onFailure } = campaign;
  const setting: Setting = { storage, nodes, victim, venues, market };
  const { reports, broken } = await runSeeds<SeedReport>({
    ...campaign,
    play: (stage, seed) => playSeed(stage, planOf(seed), setting),
    isGood: (report) => isGood(setting, report),
    onFailure: (failure) => onFailure({ ...setting, ...failure }),
  });
  return summarize(setting, reports, broken);
}

/** Runs the seeds of stops and returns a summary. */
export async function runStopCampaign(campaign: StopCampaign): Promise<StopSummary> {
  const { storage, nodes, venues, onFailure } = campaign;
  const setting = { storage, nodes, victim: "stop", venues, market: "still" } as const;
  const { reports, broken } = await runSeeds<StopReport>({
    ...campaign,
    victim: "node",
    play: (stage, seed) => playStop(stage, seed, venues),
    isGood: ({ violations }) => violations.length === 0,
    onFailure: (failure) => onFailure({ ...setting, ...failure }),
  });
  return summarizeStops(setting, reports, broken);
}

interface SeedsRun<Report> extends Pick<Setting, "storage" | "nodes" | "victim">, Seeds {
  readonly play: (stage: Stage, seed: number) => Promise<Report>;
  readonly isGood: (report: Report) => boolean;
  readonly onFailure: (failure: Failed<Report>) => void;
}

/** Runs the seeds and returns their reports, and how many ended without one. */
async function runSeeds<Report>(run: SeedsRun<Report>): Promise<{ reports: readonly Report[]; broken: number }> {
  const { firstSeed, seeds, workers, play, isGood: isKept, onFailure, onProgress, stages } = run;
  const reports: Report[] = [];
  let broken = 0;
  let next = firstSeed;

  /** Returns whether every seed ran to its end. */
  async function playOn(stage: Stage): Promise<boolean> {
    while (next < firstSeed + seeds) {
      const seed = next;
      next += 1;
      try {
        const report = await play(stage, seed);
        reports.push(report);
        if (!isKept(report)) onFailure({ seed, report });
      } catch (error) {
        broken += 1;
        const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
        onFailure({ seed, error: `${why}\n${stage.logs()}` });
        return false;
      } finally {
        onProgress?.(reports.length + broken);
      }
    }
    return true;
  }

  async function work(worker: number, source: Stages): Promise<void> {
    // After a seed that broke off, the next one gets a fresh stage.
    for (let opened = 0, isSound = next >= firstSeed + seeds; !isSound; opened += 1) {
      const stage = await source.open(`chaos_${worker}_${opened}`);
      try {
        isSound = await playOn(stage);
      } finally {
        await source.release(stage, isSound);
      }
    }
  }

  const own = stages ? [] : await ownStages(run);
  try {
    await Promise.all(
      Array.from({ length: workers }, async (_, worker) => {
        const source = stages ?? own[worker % own.length];
        if (source) await work(worker, source);
      }),
    );
  } finally {
    await Promise.all(own.map((each) => each.close()));
  }
  return { reports, broken };
}

/** Stages of one campaign may share one PostgreSQL, unless killing it is the point: then each gets its own. */
async function ownStages({
  storage,
  nodes,
  victim,
  workers,
}: Pick<Campaign, "storage" | "nodes" | "victim" | "workers">): Promise<readonly Stages[]> {
  const servers = storage !== "pglite" && victim === "database" ? workers : 1;
  const ground = { storage, nodes, hasNetwork: victim === "network" };
  return await Promise.all(Array.from({ length: servers }, () => openGround(ground)));
}
