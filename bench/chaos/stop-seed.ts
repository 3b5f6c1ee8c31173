/**
 * Runs one seed of a stop: positions and working orders of ours beside some by hand, a pull of the kill switch while
 * alerts keep coming, a kill in the middle, and the oracle's verdict once the stop is proven.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Stop } from "@chartrelay/contract";
import { nowMs } from "../product/child.ts";
import type { Server } from "../product/server.ts";
import { stopEverything, stopsOf } from "../product/stops.ts";
import { signUp, type Trader } from "../product/trader.ts";
import { newKeys, registrationsOf } from "../product/venue-keys.ts";
import { waitFor } from "../product/wait.ts";
import type { Setting } from "./setting.ts";
import { killNow, type Stage } from "./stage.ts";
import { judgeStop, type StopViolation } from "./stop-oracle.ts";
import { stopPlanOf, type StopKill, type StopPlan } from "./stop-plan.ts";
import { NOTHING_BY_HAND, openPositions, startAlerts, stoppedAccount } from "./stop-scene.ts";
import { Proxy } from "./tradingview.ts";

/** Alerts go on from before the pull until after the proof. */
const ALERTS_BEFORE_MS = 200;
const ALERTS_AFTER_PROOF_MS = 500;
/** The slowest fault delays an order by 300 ms. */
const ON_ITS_WAY_MS = 1_000;
/** If a named point isn't reached as often as planned, the node is killed from outside after this. */
const NAMED_KILL_TIMEOUT_MS = 6_000;
const PULLED_WITHIN_MS = 60_000;
/** A close of unknown outcome keeps others from closing until its absence is confirmed, which takes minutes at some. */
const PROVEN_WITHIN_MS: Readonly<Record<Setting["venues"], number>> = { alor: 60_000, all: 240_000 };
const LOOK_EVERY_MS = 250;

export interface StopReport {
  readonly seed: number;
  readonly violations: readonly StopViolation[];
  readonly alerts: number;
  /** What the venues accepted of us. */
  readonly orders: number;
  readonly positions: number;
  /** What each kill was: a named point, or `random`. */
  readonly killed: readonly string[];
  /** From the pull, as it is stored, until the proof; the time limit if there was none. */
  readonly provenMs: number;
  /** The same, but from the last kill; 0 if it was proven before. */
  readonly sinceKillMs: number;
}

/** Runs the seed on `stage`. @throws if the run breaks off, which says nothing about the product. */
export async function playStop(stage: Stage, seed: number, venues: Setting["venues"]): Promise<StopReport> {
  const plan = stopPlanOf(seed, venues);
  const { sandbox } = stage;
  const name = `stop-${seed}-${Date.now()}`;
  const keys = plan.accounts.flatMap(({ venue }, index) => newKeys(`${name}-${index}`, 1, [venue]));
  sandbox.register(...registrationsOf(keys));
  sandbox.faults.reset();
  const fated = await prepareNodes(stage, plan);
  const [origin = ""] = stage.origins;
  const trader = await signUp(origin, name, keys);
  const proxy = new Proxy(stage.origins);
  try {
    const byHand = await openPositions(stage, plan, { keys, trader, proxy });
    sandbox.faults.set(...plan.faults);
    const alerts = startAlerts(proxy, trader, keys);
    await delay(ALERTS_BEFORE_MS);
    const calledAtMs = nowMs();
    const [deaths, id] = await Promise.all([kill(stage, plan, fated), pull(stage, trader)]);
    const stop = await whenProven(stage, trader, id, PROVEN_WITHIN_MS[venues]);
    await delay(ALERTS_AFTER_PROOF_MS);
    const posted = await alerts.stop();
    sandbox.faults.reset();

    const pulledAtMs = Date.parse(stop.requestedAt);
    const provenMs = stop.tookMs ?? PROVEN_WITHIN_MS[venues];
    const lastDeathMs = deaths.at(-1)?.atMs ?? calledAtMs;
    const ledger = stage.executionsOf(keys);
    const accounts = keys.map((key, index) => stoppedAccount(stage, key, byHand[index] ?? NOTHING_BY_HAND));
    return {
      seed,
      violations: judgeStop({ stop, accounts, ledger, onItsWayMs: ON_ITS_WAY_MS }),
      alerts: posted,
      orders: ledger.length,
      positions: keys.length,
      killed: deaths.map(({ by }) => by),
      provenMs,
      sinceKillMs: Math.round(Math.max(0, pulledAtMs + provenMs - lastDeathMs)),
    };
  } finally {
    await proxy.close();
  }
}

/**
 * Starts the nodes afresh. Only the leader carries out stops: the one that is killed starts first, and becomes it. Returns it.
 */
async function prepareNodes(stage: Stage, { kill: planned }: StopPlan): Promise<Server> {
  await Promise.all(stage.alive.map((server) => server.kill()));
  const fated = await stage.start(0, planned.kind === "named" ? planned : undefined);
  await fated.ready;
  for (let index = 1; index < stage.nodes; index += 1) await (await stage.start(index)).ready;
  await stage.balanced();
  return fated;
}

/** Pulls the switch until a node answers, as its user would, and returns the stop's id. */
async function pull(stage: Stage, trader: Trader): Promise<string> {
  let turn = 0;
  const pulled = () => {
    turn += 1;
    return stopEverything(stage.origins[turn % stage.nodes] ?? "", trader);
  };
  const stop = await waitFor(pulled, { withinMs: PULLED_WITHIN_MS });
  if (!stop) throw new Error(`no node took the pull within ${PULLED_WITHIN_MS} ms`);
  return stop.id;
}

interface Death {
  readonly atMs: number;
  readonly by: string;
}

/** One node is restarted, and sometimes killed again; of two, the other takes over. */
async function kill(stage: Stage, plan: StopPlan, fated: Server): Promise<Death[]> {
  const deaths = [await whenKilled(fated, plan.kill)];
  if (stage.nodes > 1) return deaths;
  if (plan.killAgain) {
    const { killAgain } = plan;
    const again = await stage.start(0, killAgain.kind === "named" ? killAgain : undefined);
    await again.ready.catch(() => undefined);
    deaths.push(await whenKilled(again, killAgain));
  }
  await (
    await stage.start(0)
  ).ready;
  return deaths;
}

async function whenKilled(server: Server, planned: StopKill): Promise<Death> {
  const ended = new AbortController();
  const waitMs = planned.kind === "named" ? NAMED_KILL_TIMEOUT_MS : planned.afterMs;
  const by = planned.kind === "named" ? planned.point : "random";
  const died = server.exited.then((atMs) => ({ atMs, by }));
  const missed = delay(waitMs, undefined, { signal: ended.signal }).catch(() => undefined);
  const death = await Promise.race([died, missed]);
  ended.abort();
  return death ?? { atMs: await killNow(server), by: "random" };
}

/** Returns the stop once it is proven, or as it is after the time limit. */
async function whenProven(stage: Stage, trader: Trader, id: string, withinMs: number): Promise<Stop> {
  let stop: Stop | undefined;
  const isProven = async () => {
    stop = (await stopsOf(originOf(stage), trader)).find((each) => each.id === id) ?? stop;
    return stop?.state === "proven" || undefined;
  };
  await waitFor(isProven, { withinMs, everyMs: LOOK_EVERY_MS });
  if (!stop) throw new Error("the stop could not be read");
  return stop;
}

function originOf({ alive: [server] }: Stage): string {
  if (!server) throw new Error("no node is alive");
  return server.origin;
}
