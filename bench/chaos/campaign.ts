/** Runs many seeds, on several stages in parallel. */
import { startPostgres, type TestPostgres } from "../../scripts/test-postgres.ts";
import { planOf } from "./plan.ts";
import { playSeed, type SeedReport } from "./seed.ts";
import { Stage } from "./stage.ts";
import { isGood, summarize, type Summary } from "./summary.ts";
import type { Setting } from "./setting.ts";

export interface Campaign extends Setting {
  readonly firstSeed: number;
  readonly seeds: number;
  /** How many stages run in parallel. */
  readonly workers: number;
  /** Called for each seed that broke a promise, took too long, or broke off. */
  readonly onFailure: (failure: Failure) => void;
  readonly onProgress?: (played: number) => void;
}

/** Everything needed to replay it. */
export type Failure = Setting & { readonly seed: number } & (
    | { readonly report: SeedReport }
    | { readonly error: string }
  );

/** Runs the seeds and returns a summary. */
export async function runCampaign(campaign: Campaign): Promise<Summary> {
  const { storage, nodes, victim, venues, market, firstSeed, seeds, onFailure, onProgress } = campaign;
  const setting: Setting = { storage, nodes, victim, venues, market };
  const reports: SeedReport[] = [];
  let broken = 0;
  let next = firstSeed;

  async function playOn(stage: Stage): Promise<boolean> {
    while (next < firstSeed + seeds) {
      const seed = next;
      next += 1;
      try {
        const report = await playSeed(stage, planOf(seed), setting);
        reports.push(report);
        if (!isGood(setting, report)) onFailure({ ...setting, seed, report });
      } catch (error) {
        broken += 1;
        const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
        onFailure({ ...setting, seed, error: `${why}\n${stage.logs()}` });
        return true;
      } finally {
        onProgress?.(reports.length + broken);
      }
    }
    return false;
  }

  async function work(worker: number, postgres: TestPostgres | undefined): Promise<void> {
    // After a seed that broke off, the next one gets a fresh stage.
    for (let opened = 0, again = next < firstSeed + seeds; again; opened += 1) {
      const stage = await Stage.open(`chaos_${worker}_${opened}`, {
        nodes,
        postgres,
        hasNetwork: victim === "network",
      });
      try {
        again = await playOn(stage);
      } finally {
        await stage.close();
      }
    }
  }

  // Stages may share one PostgreSQL, unless killing it is the point: then each gets its own.
  const servers = storage === "pglite" ? 0 : victim === "database" ? campaign.workers : 1;
  const postgres = await Promise.all(Array.from({ length: servers }, () => startPostgres()));
  try {
    await Promise.all(
      Array.from({ length: campaign.workers }, (_, worker) => work(worker, postgres[worker % Math.max(1, servers)])),
    );
  } finally {
    await Promise.all(postgres.map((server) => server.stop()));
  }
  return summarize(setting, reports, broken);
}
