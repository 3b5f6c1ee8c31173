/** `npm run chaos -- --cluster`: plays faults against a cluster, and prints one JSON line for each. */
import { hasNamespaces } from "../cluster/network.ts";
import { CLUSTER_FAULTS, type ClusterFault } from "./cluster-faults.ts";
import { playFault, type FaultRun } from "./cluster-run.ts";
import { ClusterStage } from "./cluster-stage.ts";
import { countViolations, spreadOf } from "./summary.ts";

export { missingPrograms as missingForCluster } from "../cluster/cluster.ts";

export interface ClusterCampaign {
  readonly faults: readonly ClusterFault[];
  readonly runs: number;
  /** Alerts a second. */
  readonly rate: number;
  /** Called for each run that broke a promise or broke off. */
  readonly onFailure: (failure: object) => void;
  /** Called with the summary of each fault. */
  readonly onPlayed: (summary: Awaited<ReturnType<typeof playRuns>>) => void;
}

/** Returns the faults of these names, separated by commas; all without names. @throws for a name that is none. */
export function faultsNamed(names: string | undefined): readonly ClusterFault[] {
  if (names === undefined) return CLUSTER_FAULTS;
  return names.split(",").map((name) => {
    const fault = CLUSTER_FAULTS.find((each) => each.name === name);
    if (!fault) throw new Error(`--faults ${name} is none of ${CLUSTER_FAULTS.map((each) => each.name).join(", ")}`);
    return fault;
  });
}

/** Plays each fault `runs` times. */
export async function runClusterCampaign(campaign: ClusterCampaign): Promise<void> {
  const { faults, onPlayed } = campaign;
  const canCut = hasNamespaces();
  const played = faults.filter(({ isCut }) => !isCut || canCut);
  if (played.length < faults.length) console.error("partitions are left out: network namespaces need root");
  const stages = new StageKeeper();
  try {
    for (const fault of played) onPlayed(await playRuns(stages, fault, campaign));
  } finally {
    await stages.close();
  }
}

/** Keeps a stage from run to run, as long as it suits the fault and no run broke off on it. */
class StageKeeper {
  #stage: ClusterStage | undefined;
  #canCut = false;

  async stageFor({ isCut = false }: ClusterFault): Promise<ClusterStage> {
    if (isCut !== this.#canCut) await this.close();
    this.#canCut = isCut;
    this.#stage ??= await ClusterStage.open(isCut);
    return this.#stage;
  }

  logs(): string {
    return this.#stage?.logs() ?? "";
  }

  async close(): Promise<void> {
    const stage = this.#stage;
    this.#stage = undefined;
    await stage?.close();
  }
}

async function playRuns(stages: StageKeeper, fault: ClusterFault, { runs, rate, onFailure }: ClusterCampaign) {
  const startedAt = performance.now();
  const played: FaultRun[] = [];
  let broken = 0;
  for (let run = 1; run <= runs; run += 1) {
    try {
      const report = await playFault(await stages.stageFor(fault), fault, rate);
      played.push(report);
      if (report.violations.length > 0) onFailure({ fault: fault.name, number: run, ...report, logs: stages.logs() });
    } catch (error) {
      broken += 1;
      const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
      onFailure({ fault: fault.name, number: run, error: why, logs: stages.logs() });
      await stages.close();
    }
  }
  const sum = (of: (run: FaultRun) => number) => played.reduce((total, run) => total + of(run), 0);
  return {
    victim: `cluster: ${fault.name}`,
    what: fault.what,
    nodes: 3,
    runs: played.length,
    broken,
    rate,
    alerts: sum(({ alerts }) => alerts),
    orders: sum(({ orders }) => orders),
    ...countViolations(played.flatMap(({ violations }) => violations)),
    undecidable: sum(({ undecidable }) => undecidable),
    givenUp: sum(({ givenUp }) => givenUp),
    nextAcceptedMs: spreadOf(played.map(({ nextAcceptedMs }) => nextAcceptedMs)),
    nextOrderMs: spreadOf(played.map(({ nextOrderMs }) => nextOrderMs)),
    rejoinPauseMs: spreadOf(played.map(({ rejoinPauseMs }) => rejoinPauseMs)),
    seconds: Math.round((performance.now() - startedAt) / 1_000),
    ok: broken === 0 && played.every(({ violations }) => violations.length === 0),
  };
}
