/** What a seed of a stop stands for: what its accounts hold, what goes wrong at the venues, and when nodes are killed. */
import { VENUES, type VenueName } from "@chartrelay/contract";
import type { FaultInput } from "@chartrelay/sandbox";
import { STOP_KILL_POINTS, type KillPoint } from "../product/server.ts";
import { Random } from "./random.ts";
import type { Setting } from "./setting.ts";

/**
 * `named`: the node that carries out the stop kills itself when it reaches `point` for the `count`-th time. `random`: it is
 * killed from outside, `afterMs` after the call.
 */
export type StopKill =
  | { readonly kind: "named"; readonly point: KillPoint; readonly count: number }
  | { readonly kind: "random"; readonly afterMs: number };

/** An account when the switch is pulled. It holds what an order of ours bought, and an order of ours works there. */
export interface PlannedAccount {
  readonly venue: VenueName;
  /** What its trader has bought by hand beside us; 0: nothing. */
  readonly byHand: number;
  /** Whether an order that its trader placed by hand works there. */
  readonly hasOrderByHand: boolean;
}

export interface StopPlan {
  readonly seed: number;
  readonly accounts: readonly PlannedAccount[];
  /** Struck once the positions are open. */
  readonly faults: readonly FaultInput[];
  readonly kill: StopKill;
  /** A second kill, while the stop goes on after the first; one node only. */
  readonly killAgain: StopKill | undefined;
}

/** A stop looks at everything again and again; the other points are reached once or twice for each account. */
const MOST_LOOKS = 6;

/** Returns the plan of a seed: always the same one. */
export function stopPlanOf(seed: number, venues: Setting["venues"]): StopPlan {
  const random = new Random(seed);
  const choices: readonly VenueName[] = venues === "all" ? VENUES : ["ALOR_BROKER"];
  const accounts = Array.from({ length: random.int(2, 5) }, (_, index) => ({
    venue: choices[index % choices.length] ?? "ALOR_BROKER",
    byHand: random.chance(0.5) ? random.int(100, 900) : 0,
    hasOrderByHand: random.chance(0.3),
  }));
  return {
    seed,
    accounts,
    faults: faultsOf(random),
    kill: killOf(random, accounts.length),
    killAgain: random.chance(0.3) ? killOf(random, accounts.length) : undefined,
  };
}

function killOf(random: Random, accounts: number): StopKill {
  const point = random.pick([...STOP_KILL_POINTS, "random" as const]);
  if (point === "random") return { kind: "random", afterMs: random.int(0, 600) };
  const most = { "stop.cancel.before": MOST_LOOKS, "stop.cancel.after": 2, "stop.proof.before": 1 };
  return { kind: "named", point, count: random.int(1, point in most ? most[point as keyof typeof most] : accounts) };
}

function faultsOf(random: Random): FaultInput[] {
  const faults: FaultInput[] = [];
  if (random.chance(0.5))
    faults.push({
      kind: "latency",
      operation: random.pick(["order", "cancel", "positions"]),
      latencyMs: random.int(10, 300),
      executed: random.chance(0.5),
    });
  if (random.chance(0.5)) faults.push(faultOf(random));
  return faults;
}

function faultOf(random: Random): FaultInput {
  const times = random.int(1, 3);
  switch (random.int(0, 5)) {
    case 0:
      return { kind: "accept-then-drop", operation: "cancel", times };
    case 1:
      return { kind: "accept-then-drop", times };
    case 2:
      return { kind: "5xx", operation: random.pick(["cancel", "positions", "working"]), times };
    case 3:
      return { kind: "5xx", executed: random.chance(0.5), times };
    case 4:
      return { kind: "event-lost", times };
    default:
      return { kind: "429", operation: random.pick(["order", "cancel"]), times };
  }
}
