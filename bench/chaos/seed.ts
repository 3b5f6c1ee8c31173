/** Runs one seed: load, a kill in the middle, a restart and, once everything has settled, the oracle's verdict. */
import { setTimeout as delay } from "node:timers/promises";
import { VENUES, type ExecutionState, type VenueName } from "@chartrelay/contract";
import type { TestPostgres } from "../../scripts/test-postgres.ts";
import { nowMs } from "../product/child.ts";
import type { KillPoint, Server } from "../product/server.ts";
import { ordersOf, signUp, type Trader } from "../product/trader.ts";
import { alertBody, newKeys, registrationsOf } from "../product/venue-keys.ts";
import { waitFor } from "../product/wait.ts";
import { endedUnfilled, whenFillsAgree } from "./fills-evidence.ts";
import type { FillViolation } from "./fills-oracle.ts";
import { startLoad, type Load } from "./load.ts";
import { marketsOf, MovingMarket } from "./moving-market.ts";
import { judge, type Violation } from "./oracle.ts";
import { inMovingMarket, type Kill, type Plan, type PlannedAlert, type Victim } from "./plan.ts";
import { killNow, type Stage } from "./stage.ts";
import type { Setting } from "./setting.ts";
import { Proxy } from "./tradingview.ts";

/** Longer than the slowest recovery under these faults: at all venues, a queue with every outcome unknown at first. */
const REST_TIMEOUT_MS: Readonly<Record<Setting["venues"], number>> = { alor: 30_000, all: 240_000 };
/** If a named point isn't reached as often as planned, the node is killed from outside after this. */
const NAMED_KILL_TIMEOUT_MS = 400;
/** A server that hasn't answered enough alerts by then is killed all the same. */
const RANDOM_KILL_TIMEOUT_MS = 3_000;
/** Multiplies the delay of a second kill, which hits while the server starts or shortly after. */
const RANDOM_KILL_SPREAD = 100;
const FINAL_POLL_MS = 20;

export interface SeedReport {
  readonly seed: number;
  readonly violations: readonly (Violation | FillViolation)[];
  readonly undecidable: number;
  readonly alerts: number;
  readonly orders: number;
  /** What the venues executed of them. */
  readonly fills: number;
  /** In what state each order is at its venue when nothing happens any more. */
  readonly ends: readonly ExecutionState[];
  /** What each kill was: a named point, `random` or `database`, or what the network was cut from, and how. */
  readonly killed: readonly string[];
  /** From the moment when a node could work again until every order received before the kill was final. */
  readonly recoveryMs: number;
  /** The same, but from the start of the new process, or from the kill if another node takes over. */
  readonly sinceRestartMs: number;
  /** The slowest answer to an alert, whatever its status. */
  readonly slowestAnswerMs: number;
  /** From the moment when nothing happened any more until the user saw every fill and every end; the limit if never. */
  readonly knownMs: number;
}

/** The accounts of a seed rotate through these venues. */
const VENUES_OF: Readonly<Record<Setting["venues"], readonly VenueName[]>> = { alor: ["ALOR_BROKER"], all: VENUES };

/** The kills, when the restart began, and when a node could work on the queues again. */
interface Recovery {
  readonly deaths: readonly Death[];
  readonly restartedAtMs: number;
  readonly readyAtMs: number;
}

/** Kills the victim and brings back whatever is needed to go on. */
type Disaster = (stage: Stage, plan: Plan, load: Load) => Promise<Recovery>;

/** Runs `plan` on `stage`. @throws if the run breaks off, which says nothing about the product. */
export async function playSeed(
  stage: Stage,
  stillPlan: Plan,
  { victim, venues, market: choice }: Pick<Setting, "victim" | "venues" | "market">,
): Promise<SeedReport> {
  const name = `chaos-${stillPlan.seed}-${Date.now()}`;
  const isMoving = choice === "moving";
  // Live has every stream; but a user becomes PRO only where we have access to the database.
  const { databaseUrl: proIn } = isMoving ? stage.storage : { databaseUrl: undefined };
  const keys = newKeys(name, stillPlan.queues.length, VENUES_OF[venues], proIn === undefined ? "demo" : "live");
  const venuesOfAccounts = keys.map(({ venue }) => venue);
  const plan = isMoving ? inMovingMarket(stillPlan, venuesOfAccounts) : stillPlan;
  stage.sandbox.register(...registrationsOf(keys));
  stage.sandbox.faults.reset();
  await prepareNodes(stage, plan, victim);
  const trader = await signUp(originOf(stage), name, keys, { proIn });

  const accounts = marketsOf(stage.sandbox, keys);
  const market = plan.market && new MovingMarket(accounts, plan.market);
  const proxy = new Proxy(stage.origins);
  try {
    market?.open();
    stage.sandbox.faults.set(...plan.faults);
    const bodyOf = (id: string, { account, lots, terms }: PlannedAlert) =>
      alertBody(id, lots, keys[account]?.venue, terms && market?.termsOf(account, terms));
    const load = startLoad(proxy, plan.queues, trader.accounts, bodyOf, plan.resendAfterMs);
    market?.play(trader, () => originOf(stage));
    const { deaths, restartedAtMs, readyAtMs } = await disasterFor(stage, victim)(stage, plan, load);
    const killsAtMs = deaths.map(({ atMs }) => atMs);
    const finalAtMs = await whenFinal(stage, trader, venues, killsAtMs.at(-1) ?? 0);
    await load.done;
    await whenFinal(stage, trader, venues, Infinity);
    const rows = await ordersOf(originOf(stage), trader);

    // Faults that are used up by now strike the last events, too.
    stage.sandbox.faults.set(...(plan.market?.faults ?? []));
    await market?.quieten(trader, () => originOf(stage));
    stage.sandbox.faults.reset();
    const seen = { origin: originOf(stage), trader, accounts, controlUrl: stage.sandbox.controlUrl };
    const { violations: ofFills, fills, ends, knownMs } = await whenFillsAgree(seen);
    const ledger = stage.executionsOf(keys);
    const evidence = { alerts: load.alerts, rows, ledger, killsAtMs, endedUnfilled: endedUnfilled(accounts) };
    const { violations, undecidable } = judge(evidence);
    return {
      seed: plan.seed,
      violations: [...violations, ...ofFills],
      undecidable,
      alerts: load.alerts.length,
      orders: rows.length,
      fills,
      ends,
      knownMs: Math.round(knownMs),
      killed: deaths.map(({ by }) => by),
      recoveryMs: Math.round(finalAtMs - readyAtMs),
      sinceRestartMs: Math.round(finalAtMs - restartedAtMs),
      slowestAnswerMs: Math.round(Math.max(0, ...load.alerts.flatMap(({ attempts }) => attempts.map(durationMs)))),
    };
  } finally {
    // A seed that breaks off must not keep this process busy.
    market?.clear();
    await proxy.close();
  }
}

function disasterFor(stage: Stage, victim: Victim): Disaster {
  if (victim === "node") return stage.nodes === 1 ? restartNode : killOneOfTwo;
  if (victim === "network") return cutNetwork;
  if (!stage.postgres) throw new Error("only a PostgreSQL of its own can be taken from a stage");
  return restartDatabase(stage.postgres);
}

const durationMs = ({ startedAtMs, endedAtMs }: { startedAtMs: number; endedAtMs: number }): number =>
  endedAtMs - startedAtMs;

function originOf(stage: Stage): string {
  const [server] = stage.alive;
  if (!server) throw new Error("no node is alive");
  return server.origin;
}

/**
 * Settles when every order received by `receivedBeforeMs` is final, or after a timeout; the oracle can tell which.
 * Returns the time.
 */
async function whenFinal(
  stage: Stage,
  trader: Trader,
  venues: Setting["venues"],
  receivedBeforeMs: number,
): Promise<number> {
  const areFinal = async () => {
    // Reading only these costs the node, which recovers meanwhile, a fraction of reading all.
    const open = await ordersOf(originOf(stage), trader, "NEW");
    return open.some(({ timeline }) => timeline.received <= receivedBeforeMs * 1_000) ? undefined : true;
  };
  await waitFor(areFinal, { withinMs: REST_TIMEOUT_MS[venues], everyMs: FINAL_POLL_MS });
  return nowMs();
}

interface Death {
  readonly atMs: number;
  readonly by: string;
}

/** Settles when `server` is dead: it killed itself at its named point, or we killed it. */
async function whenKilled(server: Server, kill: Kill, load: Load): Promise<Death> {
  if (kill.kind === "random") {
    const isDue = () => (load.answers() >= kill.answers ? true : undefined);
    await waitFor(isDue, { withinMs: RANDOM_KILL_TIMEOUT_MS, everyMs: 1 });
    await delay(kill.delayMs);
    return { atMs: await killNow(server), by: "random" };
  }
  return await whenDead(server, kill.point, load.posted);
}

/** The same for a restarted node, which only has its predecessor's orders and resends to work on. */
async function whenKilledAgain(server: Server, kill: Kill): Promise<Death> {
  if (kill.kind === "named") return await whenDead(server, kill.point, server.ready);
  await delay(kill.delayMs * RANDOM_KILL_SPREAD);
  return { atMs: await killNow(server), by: "random" };
}

async function whenDead(server: Server, point: KillPoint, spent: Promise<unknown>): Promise<Death> {
  const died = server.exited.then((atMs) => ({ atMs, by: point }));
  const missed = spent.catch(() => undefined).then(() => delay(NAMED_KILL_TIMEOUT_MS, undefined));
  return (await Promise.race([died, missed])) ?? { atMs: await killNow(server), by: "random" };
}

/** One node: kills it, sometimes again while it recovers, and restarts it. */
const restartNode: Disaster = async (stage, plan, load) => {
  const deaths = [await whenKilled(stage.node(0), plan.kill, load)];
  if (plan.killAgain) deaths.push(await whenKilledAgain(await stage.start(0, plan.killAgain), plan.killAgain));
  const server = await stage.start(0);
  const readyAtMs = await server.ready;
  return { deaths, restartedAtMs: server.spawnedAtMs, readyAtMs };
};

/** Two nodes: kills one, and the other takes over its queues. */
const killOneOfTwo: Disaster = async (stage, plan, load) => {
  const death = await whenKilled(stage.node(victimOf(plan)), plan.kill, load);
  return { deaths: [death], restartedAtMs: death.atMs, readyAtMs: death.atMs };
};

/** Settles when as many alerts were answered as the plan says, with the time. */
async function whenDue({ kill }: Plan, load: Load): Promise<number> {
  const answers = kill.kind === "random" ? kill.answers : kill.count;
  const isDue = () => (load.answers() >= answers ? true : undefined);
  await waitFor(isDue, { withinMs: RANDOM_KILL_TIMEOUT_MS, everyMs: 1 });
  return nowMs();
}

/** Cuts the node from its database or from the venues for a while. */
const cutNetwork: Disaster = async ({ network }, plan, load) => {
  if (!network) throw new Error("a stage without a network of its own can't be cut");
  const { side, how, forMs } = plan.cut;
  const atMs = await whenDue(plan, load);
  network.cut(side, how);
  await delay(forMs);
  network.heal();
  return { deaths: [{ atMs, by: `${side}: ${how}` }], restartedAtMs: atMs, readyAtMs: nowMs() };
};

/** Kills or restarts PostgreSQL while the node keeps running. */
function restartDatabase(postgres: TestPostgres): Disaster {
  return async (_, plan, load) => {
    const { outageMs } = plan;
    const atMs = await whenDue(plan, load);
    if (outageMs === 0) await postgres.restart("immediate");
    else {
      await postgres.kill();
      await delay(outageMs);
      await postgres.start();
    }
    return { deaths: [{ atMs, by: "database" }], restartedAtMs: atMs, readyAtMs: nowMs() };
  };
}

/** Starts the nodes that the plan needs. One that is to kill itself starts afresh; others are reused if alive. */
async function prepareNodes(stage: Stage, plan: Plan, victim: Victim): Promise<void> {
  const fresh = victim === "node" && plan.kill.kind === "named" ? victimOf(plan) % stage.nodes : undefined;
  for (let index = 0; index < stage.nodes; index += 1) {
    if (index !== fresh && stage.isAlive(index)) continue;
    const server = await stage.start(index, index === fresh ? plan.kill : undefined);
    await server.ready;
  }
  await stage.balanced();
}

/** Returns which of two nodes is killed. */
function victimOf({ seed }: Plan): number {
  return seed % 2;
}
