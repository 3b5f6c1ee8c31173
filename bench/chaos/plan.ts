/** What a seed stands for: how many alerts go to which accounts, the venue's faults, and what is killed when. */
import type { VenueName } from "@chartrelay/contract";
import type { FaultInput } from "@chartrelay/sandbox";
import { CUTS, type Cut } from "../../scripts/tcp-proxy.ts";
import { KILL_POINTS, type KillPoint } from "../product/server.ts";
import { marketPlanOf, orderTermsOf, type MarketPlan, type OrderTerms } from "./market-plan.ts";
import { FAR_SIDES, type FarSide } from "./network.ts";
import { Random } from "./random.ts";

/** What a seed strikes: a node of the product, the PostgreSQL under it, or the network around it. */
export const VICTIMS = ["node", "database", "network"] as const;
export type Victim = (typeof VICTIMS)[number];

/**
 * `named`: the node kills itself when it reaches `point` for the `count`-th time. `random`: it is killed from outside,
 * `delayMs` after so many alerts were answered.
 */
export type Kill =
  | { readonly kind: "named"; readonly point: KillPoint; readonly count: number }
  | { readonly kind: "random"; readonly answers: number; readonly delayMs: number };

/** An alert to send. Quantities increase within an account, except for a twin, which equals the alert before it. */
export interface PlannedAlert {
  readonly account: number;
  readonly lots: number;
  /** How long the strategy waits before posting it. */
  readonly pauseMs: number;
  /** Missing: it buys at the market. */
  readonly terms?: OrderTerms;
}

export interface Plan {
  readonly seed: number;
  /** Each account's alerts, in order. */
  readonly queues: readonly (readonly PlannedAlert[])[];
  readonly faults: readonly FaultInput[];
  readonly kill: Kill;
  /** A second kill, during recovery from the first. */
  readonly killAgain: Kill | undefined;
  /** Victim `database`: how long PostgreSQL is down; 0 restarts it at once, as after a crash. */
  readonly outageMs: number;
  /** Victim `network`: what the node is cut from, how, and for how long. */
  readonly cut: { readonly side: FarSide; readonly how: Cut; readonly forMs: number };
  /** How long TradingView waits before it resends. */
  readonly resendAfterMs: number;
  /** What the market does; undefined: it stands still. */
  readonly market: MarketPlan | undefined;
}

/** Nodes notice a dead node's lost answers within some 500 ms. TradingView itself waits 5 s; this saves time. */
const RESEND_AFTER_MS = { least: 1_100, most: 1_400 };
/** More faults would only make the run longer. */
const MOST_FAULTS = 3;
const TWIN_PROBABILITY = 0.15;
/** A moving market draws from numbers of its own, so that the rest of a seed's plan is the same with and without it. */
const MARKET_SEED = 1_000_003;

/** Returns the plan of a seed: always the same one. */
export function planOf(seed: number): Plan {
  const random = new Random(seed);
  const queues = Array.from({ length: random.int(3, 8) }, (_, account) => queueOf(account, random));
  const alerts = queues.reduce((sum, queue) => sum + queue.length, 0);
  return {
    seed,
    queues,
    faults: faultsOf(random),
    kill: killOf(alerts, random),
    killAgain: random.chance(0.15) ? killOf(Math.ceil(alerts / 4), random) : undefined,
    outageMs: random.chance(0.5) ? 0 : random.int(200, 1_500),
    resendAfterMs: random.int(RESEND_AFTER_MS.least, RESEND_AFTER_MS.most),
    cut: { side: random.pick(FAR_SIDES), how: random.pick(CUTS), forMs: random.int(200, 3_000) },
    market: undefined,
  };
}

/** Returns the same plan in a market that moves. `venues` are the accounts'. */
export function inMovingMarket(plan: Plan, venues: readonly VenueName[]): Plan {
  const random = new Random(plan.seed + MARKET_SEED);
  const market = marketPlanOf(plan.queues.length, random);
  const queues = plan.queues.map((queue, account) => {
    const termsOf = new Map<number, OrderTerms>();
    return queue.map((alert) => {
      // A twin equals the alert before it.
      const terms = termsOf.get(alert.lots) ?? orderTermsOf(venues[account] ?? "ALOR_BROKER", random);
      termsOf.set(alert.lots, terms);
      return { ...alert, terms };
    });
  });
  return { ...plan, queues, market, faults: [...plan.faults, ...market.faults] };
}

function queueOf(account: number, random: Random): PlannedAlert[] {
  const queue: PlannedAlert[] = [];
  const length = random.int(4, 12);
  for (let position = 1; position <= length; position += 1) {
    const alert = { account, lots: account * 1_000 + position, pauseMs: random.chance(0.5) ? 0 : random.int(1, 20) };
    queue.push(alert);
    if (random.chance(TWIN_PROBABILITY)) queue.push({ ...alert, pauseMs: 0 });
  }
  return queue;
}

function killOf(alerts: number, random: Random): Kill {
  const point = random.pick([...KILL_POINTS, "random" as const, "random" as const]);
  if (point === "random") return { kind: "random", answers: random.int(0, alerts - 1), delayMs: random.int(0, 15) };
  // Alerts are committed in batches, so the commit points are reached less often than there are alerts.
  const reached = point.startsWith("commit") ? alerts * 0.5 : alerts * 0.8;
  return { kind: "named", point, count: random.int(1, Math.max(1, Math.floor(reached))) };
}

function faultsOf(random: Random): FaultInput[] {
  const faults: FaultInput[] = [];
  if (random.chance(0.5)) faults.push({ kind: "latency", latencyMs: random.int(1, 60), executed: random.chance(0.5) });
  if (random.chance(0.5)) return faults;
  for (let left = random.int(1, MOST_FAULTS); left > 0; left -= 1) faults.push(faultOf(random));
  return faults;
}

function faultOf(random: Random): FaultInput {
  const when = { times: random.int(1, 4), every: random.int(1, 9) };
  switch (random.int(0, 6)) {
    case 0:
      return { ...when, kind: "accept-then-drop" };
    case 1:
      return { ...when, kind: "drop" };
    case 2:
      return { ...when, kind: "accept-then-5xx", status: random.pick([500, 502, 503, 504]) };
    case 3:
      return { ...when, kind: "5xx", status: random.pick([500, 502, 503, 504]), executed: random.chance(0.5) };
    case 4:
      return { ...when, kind: "429", ...(random.chance(0.5) && { retryAfterS: random.int(0, 1) }) };
    case 5:
      return { ...when, kind: "malformed", variant: random.pick(["html", "half-json"]), executed: random.chance(0.5) };
    default:
      return { ...when, kind: "not-found-at-first", operation: "find" };
  }
}
