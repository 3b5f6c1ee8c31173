/** What a seed's moving market does: how prices walk, what happens to the orders in it, and what its streams and reads suffer. */
import type { OrderSide, VenueName } from "@chartrelay/contract";
import type { FaultInput } from "@chartrelay/sandbox";
import type { Random } from "./random.ts";

/** How an alert's order trades. */
export interface OrderTerms {
  readonly side: OrderSide;
  /** How many ticks its limit lies above the price at which the market began; null for a market order. */
  readonly limitTicks: number | null;
}

/** Something that happens in the market or to one order. `pick`, from 0 to 1, chooses among the orders that are open then. */
export type Happening =
  | { readonly kind: "cancel" | "cancelled by hand" | "cancelled by the venue"; readonly pick: number }
  /** The trader trades beside us. */
  | { readonly kind: "trade by hand"; readonly account: number; readonly lots: number }
  /** From now on the book fills only so much; null: anything. */
  | { readonly kind: "volume"; readonly account: number; readonly lots: number | null }
  /** The price jumps, and walks on from there. */
  | { readonly kind: "jump"; readonly account: number; readonly ticks: number }
  /** A day passes at the account's venue. */
  | { readonly kind: "session ends"; readonly account: number };

export interface MarketPlan {
  readonly walk: { readonly seed: number; readonly stepsPerSecond: number };
  /** In order and over again; each `pauseMs` after the one before. */
  readonly happenings: readonly (Happening & { readonly pauseMs: number })[];
  /** What becomes of half the orders that are open when the run has settled; the rest stays. */
  readonly ending: "cancelled by hand" | "cancelled by the venue" | "cancel" | "volume" | "jump";
  /** What the streams, reads and cancellations suffer. */
  readonly faults: readonly FaultInput[];
}

/** Limits stay so close to the market that walks reach them. */
const MOST_TICKS = 12;
const HAPPENINGS = { least: 6, most: 16 };
const HANDS = ["cancel", "cancel", "cancelled by hand", "cancelled by the venue"] as const;
const READS = ["find", "fills", "working", "cancel", "positions", "money"] as const;

/** Returns how an order to `venue` trades. */
export function orderTermsOf(venue: VenueName, random: Random): OrderTerms {
  const wish = random.pick(["BUY", "SELL"] as const);
  // Nobody there has coins to sell before they have bought some.
  const side = venue === "BINANCE_SPOT" ? "BUY" : wish;
  return { side, limitTicks: random.chance(0.25) ? null : random.int(-MOST_TICKS, MOST_TICKS) };
}

/** Returns the plan of a market with so many accounts. */
export function marketPlanOf(accounts: number, random: Random): MarketPlan {
  const happenings = Array.from({ length: random.int(HAPPENINGS.least, HAPPENINGS.most) }, () => ({
    pauseMs: random.int(20, 250),
    ...happeningOf(random.int(0, accounts - 1), random),
  }));
  return {
    walk: { seed: random.int(1, 1_000_000), stepsPerSecond: random.pick([5, 20, 100]) },
    happenings,
    ending: random.pick([...HANDS, "volume", "jump"] as const),
    faults: [
      ...Array.from({ length: random.int(0, 4) }, () => streamFaultOf(random)),
      ...Array.from({ length: random.int(0, 3) }, () => readFaultOf(random)),
    ],
  };
}

function happeningOf(account: number, random: Random): Happening {
  if (random.chance(0.5)) return { kind: random.pick(HANDS), pick: random.next() };
  switch (random.int(0, 6)) {
    case 0:
      return { kind: "trade by hand", account, lots: random.int(1, 9) };
    case 1:
    case 2:
      return { kind: "volume", account, lots: random.int(1, account * 1_000 + 10) };
    case 3:
      return { kind: "volume", account, lots: null };
    case 4:
      return { kind: "session ends", account };
    default:
      return { kind: "jump", account, ticks: random.int(-2 * MOST_TICKS, 2 * MOST_TICKS) };
  }
}

function streamFaultOf(random: Random): FaultInput {
  const when = { times: random.int(1, 6), every: random.int(1, 4) };
  switch (random.int(0, 6)) {
    case 0:
      return { ...when, kind: "event-lost" };
    case 1:
      return { ...when, kind: "event-late", latencyMs: random.int(50, 3_000) };
    case 2:
      return { ...when, kind: "event-twice" };
    case 3:
      return { ...when, kind: "events-swapped" };
    case 4:
      return { ...when, kind: "stream-cut" };
    case 5:
      return { kind: "stream-silent", times: random.int(1, 2) };
    default:
      return { kind: "stream-refused", times: random.int(1, 4) };
  }
}

function readFaultOf(random: Random): FaultInput {
  const when = { operation: random.pick(READS), times: random.int(1, 5), every: random.int(1, 3) };
  switch (random.int(0, 5)) {
    case 0:
      return { ...when, kind: "5xx", status: random.pick([500, 502, 503, 504]), executed: random.chance(0.5) };
    case 1:
      return { ...when, kind: "drop" };
    case 2:
      return { ...when, kind: "accept-then-drop" };
    case 3:
      return { ...when, kind: "429", retryAfterS: random.int(0, 1) };
    case 4:
      return { ...when, kind: "malformed", variant: random.pick(["html", "half-json"]), executed: random.chance(0.5) };
    default:
      return { ...when, kind: "latency", latencyMs: random.int(50, 1_500), executed: random.chance(0.5) };
  }
}
