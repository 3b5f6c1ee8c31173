/** What happens to the nodes, one after another, while alerts keep coming. */
import { existsSync, globSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { nowMs } from "../product/child.ts";
import type { Server } from "../product/server.ts";
import type { Storage } from "../product/storage.ts";
import { waitFor } from "../product/wait.ts";
import { watchMove, whenShared, type Move } from "./partitions.ts";
import { killNow, type Stage } from "./stage.ts";

/**
 * `restart`: SIGTERM, as in a rolling update. `crash`: kill -9. `freeze`: SIGSTOP for longer than its locks live, then
 * SIGCONT. `clock`: its wall clock jumps. `memory`: it runs out of memory.
 */
export const DISRUPTIONS = ["restart", "crash", "freeze", "clock", "memory"] as const;
export type Disruption = (typeof DISRUPTIONS)[number];

export interface Disrupted {
  /** When the node died, if it did: what it had just answered may be unrecorded. */
  readonly diedAtMs?: number;
  /** How long each of its partitions took to move, in milliseconds; empty if none had to. */
  readonly movedMs: readonly number[];
}

/** Longer than any move may take. */
const MOVED_WITHIN_MS = 10_000;
/** TradingView gives up on an alert after three seconds, and a frozen node's locks are free long before. */
const FROZEN_MS = 5_000;
/** How far a clock jumps, in seconds, one jump after another. The last one sets it right. */
const CLOCK_STEPS_S = [3_600, -3_600, 86_400, -86_400, 0];
const CLOCK_STAYS_MS = 2_000;
/** libfaketime reads a new offset once a second. */
const CLOCK_SET_WITHIN_MS = 5_000;
/** More than an answer takes, and less than a jump. */
const CLOCK_TOLERANCE_S = 60;
/** What a node may still take, in bytes, before the kernel kills it. */
const MEMORY_LEFT = 2 ** 20;
const OUT_OF_MEMORY_WITHIN_MS = 60_000;

const FAKETIME = "/usr/lib/*/faketime/libfaketimeMT.so.1";
const MEMORY_CGROUP = "/sys/fs/cgroup/memory";

/** Returns one line on what is missing for a disruption, with what to install; undefined if nothing is. */
export function missingFor(disruption: Disruption): string | undefined {
  if (disruption === "clock" && globSync(FAKETIME).length === 0)
    return "clock jumps need libfaketime: apt-get install faketime";
  if (disruption === "memory" && !existsSync(join(MEMORY_CGROUP, "memory.limit_in_bytes")))
    return "memory limits need the memory controller of cgroup v1: boot with systemd.unified_cgroup_hierarchy=0";
  if (disruption === "memory" && process.getuid?.() !== 0) return "memory limits need root";
  return undefined;
}

/** Returns the settings with which node `index` starts, so that it can be disrupted later. */
export function settingsFor(disruption: Disruption, index: number, storage: Storage): Readonly<Record<string, string>> {
  if (disruption !== "clock") return {};
  setClock(storage, index, 0);
  return {
    LD_PRELOAD: globSync(FAKETIME)[0] ?? "",
    FAKETIME_TIMESTAMP_FILE: clockFile(storage, index),
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    // In seconds.
    FAKETIME_CACHE_DURATION: "1",
  };
}

/** Prepares a node that was just spawned, so that it can be disrupted later. */
export function prepare(disruption: Disruption, { pid, exited }: Server): void {
  if (disruption !== "memory") return;
  // From the start: what a process has stays charged to the group that it took it in.
  mkdirSync(memoryGroup(pid));
  writeFileSync(join(memoryGroup(pid), "cgroup.procs"), String(pid));
  const bury = () => {
    rmdirSync(memoryGroup(pid));
    return true;
  };
  // The kernel needs a moment to count a dead process out.
  void exited.then(() => waitFor(bury, { withinMs: 5_000 }));
}

/** Disrupts node `index`, and settles once all nodes are well again. */
export async function disrupt(disruption: Disruption, stage: Stage, index: number): Promise<Disrupted> {
  const result = await DISRUPT[disruption](stage, index);
  await whenShared(databaseOf(stage), stage.nodes);
  return result;
}

type Disrupt = (stage: Stage, index: number) => Promise<Disrupted>;

const DISRUPT: Readonly<Record<Disruption, Disrupt>> = {
  async restart(stage, index) {
    const { tookMs } = await loseNode(
      stage,
      (server) => {
        void server.kill("SIGTERM");
        return nowMs();
      },
      index,
    );
    await stage.node(index).exited;
    await bringBack(stage, index);
    return { movedMs: tookMs };
  },
  async crash(stage, index) {
    let diedAtMs = 0;
    const { tookMs } = await loseNode(
      stage,
      async (server) => {
        diedAtMs = await killNow(server);
        return diedAtMs;
      },
      index,
    );
    await bringBack(stage, index);
    return { diedAtMs, movedMs: tookMs };
  },
  async freeze(stage, index) {
    const { pid } = stage.node(index);
    const thawed = delay(FROZEN_MS);
    try {
      const { tookMs } = await loseNode(
        stage,
        () => {
          process.kill(pid, "SIGSTOP");
          return nowMs();
        },
        index,
      );
      await thawed;
      return { movedMs: tookMs };
    } finally {
      process.kill(pid, "SIGCONT");
    }
  },
  async clock(stage, index) {
    const { origin } = stage.node(index);
    for (const seconds of CLOCK_STEPS_S) {
      setClock(stage.storage, index, seconds);
      if (!(await waitFor(() => isAheadBy(origin, seconds), { withinMs: CLOCK_SET_WITHIN_MS })))
        throw new Error(`the clock of node ${index} did not jump`);
      await delay(CLOCK_STAYS_MS);
    }
    return { movedMs: [] };
  },
  async memory(stage, index) {
    let diedAtMs: number | undefined;
    const { tookMs } = await loseNode(
      stage,
      async (server) => {
        limitMemory(server);
        diedAtMs = await Promise.race([server.exited, delay(OUT_OF_MEMORY_WITHIN_MS, undefined)]);
        return diedAtMs ?? nowMs();
      },
      index,
    );
    if (diedAtMs === undefined) throw new Error(`node ${index} did not run out of memory`);
    await bringBack(stage, index);
    return { diedAtMs, movedMs: tookMs };
  },
};

/** Leaves a node hardly more memory than it has. */
function limitMemory({ pid }: Server): void {
  const used = Number(readFileSync(join(memoryGroup(pid), "memory.usage_in_bytes"), "utf8"));
  writeFileSync(join(memoryGroup(pid), "memory.limit_in_bytes"), String(used + MEMORY_LEFT));
}

function memoryGroup(pid: number): string {
  return join(MEMORY_CGROUP, `chartrelay-chaos-${pid}`);
}

async function loseNode(
  stage: Stage,
  lose: (server: Server) => Promise<number> | number,
  index: number,
): Promise<Move> {
  return await watchMove(databaseOf(stage), () => lose(stage.node(index)), MOVED_WITHIN_MS);
}

async function bringBack(stage: Stage, index: number): Promise<void> {
  const server = await stage.start(index);
  await server.ready;
}

function databaseOf({ storage: { databaseUrl } }: Stage): string {
  if (databaseUrl === undefined) throw new Error("several nodes need PostgreSQL");
  return databaseUrl;
}

/** Returns true if a node's clock, as its answers show it, is so far ahead of ours; otherwise undefined. */
async function isAheadBy(origin: string, seconds: number): Promise<true | undefined> {
  const { headers } = await fetch(`${origin}/healthz`);
  const aheadS = (Date.parse(headers.get("date") ?? "") - Date.now()) / 1_000;
  return Math.abs(aheadS - seconds) < CLOCK_TOLERANCE_S ? true : undefined;
}

function clockFile({ dataDirs }: Storage, index: number): string {
  return join(dataDirs[index] ?? "", "clock");
}

function setClock(storage: Storage, index: number, seconds: number): void {
  writeFileSync(clockFile(storage, index), `${seconds < 0 ? "" : "+"}${seconds}s\n`);
}
