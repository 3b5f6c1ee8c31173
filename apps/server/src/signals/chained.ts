/**
 * Decides what a link of a position chain trades, from where its chain stands now: strategies/chain says how the signal
 * fits, and the strategy's rules what follows from that. No I/O.
 */
import type { ChainLink, Reason } from "@chartrelay/contract";
import { v7 as uuidv7 } from "uuid";
import type { NewMessageRow } from "../messaging/index.ts";
import {
  type ChainState,
  type ChainStep,
  follow,
  legsToPosition,
  type LinkInput,
  type ReleasedLink,
  settleGap,
} from "../strategies/index.ts";
import type { ReleaseRow } from "./chain-statement.ts";
import type { Chained, Settlement } from "./link.ts";
import type { NewOrderRow, NewSignal } from "./signal.ts";

/** The subject of a chain: the strategy or account, its user, and the rules. */
export interface ChainOwner extends Pick<Chained, "ticker" | "rules" | "onGap" | "gapMessages"> {
  readonly strategyId: string | undefined;
  readonly userId: string;
}

/** A chain as the storage has it. */
export interface StoredChain {
  /** Null before the first signal that is traded, and after its strategy was turned on again. */
  readonly state: ChainState | null;
  /** 0 before its first signal. */
  readonly revision: number;
  /** PostgreSQL's time, by which chains are followed, in microseconds since the Unix epoch. */
  readonly nowUs: number;
}

/** What becomes of a released signal's orders. */
interface Fate {
  readonly link: ChainLink;
  /** What a delta becomes; null if it stays one. */
  readonly kind: "target" | null;
  /** Its positions are out of date, because it came late: its change is traded without them. Never of a held signal. */
  readonly isAlone?: boolean;
  readonly end: { readonly status: "CREATED" | "REJECTED"; readonly reason: Reason } | null;
}

export interface ReleasedSignal {
  readonly signalId: string;
  readonly fate: Fate;
}

/** A decision about a chain: of a new signal, or when the time of held ones is up. */
export interface ChainDecision {
  readonly state: ChainState;
  readonly holdEndsAtUs: number | null;
  /** In chain order. */
  readonly released: readonly ReleasedSignal[];
  /** Whether the strategy is paused by a gap. */
  readonly pauses: boolean;
  readonly logs: readonly {
    readonly strategy_id: string;
    readonly user_id: string;
    readonly kind: "gap" | "pausedByGap" | "caughtUp" | "ignored" | "flattened";
    readonly details: Readonly<Record<string, string>>;
  }[];
  readonly notices: readonly NewMessageRow[];
}

/** Draws the consequences of a step of a chain. */
export function decisionOf(step: ChainStep, owner: ChainOwner): ChainDecision {
  const gaps = step.released.filter(({ trades }) => trades === "gap");
  const pauses = gaps.length > 0 && owner.onGap === "pause" && owner.strategyId !== undefined;
  // Signals behind the gap that pauses the strategy aren't traded either.
  let isPaused = false;
  const released = step.released.map((each) => {
    if (pauses && each.trades === "gap") isPaused = true;
    return { signalId: each.signalId, fate: fateOf(each, owner, isPaused) };
  });
  const logs = gaps.flatMap(({ signalId, link }) => {
    const { strategyId: strategy_id, userId: user_id, ticker } = owner;
    if (strategy_id === undefined) return [];
    const details = { ticker, signalId, ...(link.missed !== null && { missed: link.missed }) };
    const gap = { strategy_id, user_id, kind: "gap" as const, details };
    return pauses ? [gap, { ...gap, kind: "pausedByGap" as const }] : [gap];
  });
  const notices = gaps.flatMap(({ signalId, link: { missed, to } }) =>
    owner.gapMessages({
      signalId,
      ticker: owner.ticker,
      missed,
      position: to,
      onGap: owner.onGap,
      isTraded: owner.rules.tradesGaps,
    }),
  );
  return { state: step.state, holdEndsAtUs: step.holdEndsAtUs, released, pauses, logs, notices };
}

function fateOf({ link, trades }: ReleasedLink, { rules, onGap }: ChainOwner, isPaused: boolean): Fate {
  if (isPaused) return { link, kind: null, end: { status: "REJECTED", reason: "STRATEGY_PAUSED" } };
  if (trades === "nothing") return { link, kind: null, end: { status: "CREATED", reason: "NOTHING_TO_DO" } };
  const joins = trades === "position" || (trades === "gap" && (rules.tradesGaps || onGap === "catchUp"));
  return { link, kind: joins ? "target" : null, isAlone: trades === "changeAlone", end: null };
}

/** A new signal after its decision: as it is stored, with what it does to its chain. */
export interface DecidedSignal {
  readonly signal: NewSignal;
  readonly isHeld: boolean;
  /** Columns of its post. */
  readonly chain: {
    readonly chain_ticker: string;
    /** Null if it hasn't begun. */
    readonly chain_state: ChainState | null;
    readonly chain_revision: number;
    readonly hold_ends_at: number | null;
    readonly partition: number;
  };
  readonly decision: ChainDecision;
}

/** Decides about a new signal. `receivedAtUs` is by PostgreSQL's clock. */
export function decide(
  signal: NewSignal & { readonly chained: Chained },
  { state, revision, nowUs }: StoredChain,
  receivedAtUs: number,
): DecidedSignal {
  const { id: signalId, chained, bodyHash, strategyId, userId, partition } = signal;
  const input: LinkInput = { signalId, change: chained.change, bodyHash, receivedAtUs };
  const step = follow(state, input, chained.rules, nowUs);
  const decision = decisionOf(step, { ...chained, strategyId, userId });
  const fate = decision.released.find((each) => each.signalId === signalId)?.fate;
  const { from, to } = chained.change;
  // What is refused, as while a strategy is paused, begins no chain: the first signal that is traded joins the position.
  const hasBegun = state !== null && !state.waitsForFlat;
  // Before its first signal, nothing is held on the other side; a held signal may join when it is released.
  const isFirst = state === null && revision === 0;
  const mayReverse = fate ? fate.kind !== null && !isFirst : chained.rules.tradesGaps;
  const orders = fate ? signal.orders.flatMap((order) => ordersAfter(order, fate)) : signal.orders;
  const isTraded = signal.orders.some(({ refusal }) => refusal === undefined);
  return {
    signal: {
      ...signal,
      link: fate?.link ?? { verdict: "held", from, to, missed: null, heldMs: null },
      orders: mayReverse ? orders.flatMap(inLegs) : orders,
    },
    isHeld: step.held,
    chain: {
      chain_ticker: chained.ticker,
      chain_state: hasBegun || isTraded ? decision.state : state,
      chain_revision: revision,
      hold_ends_at: decision.holdEndsAtUs,
      partition,
    },
    decision,
  };
}

const LOGGED = { catchUp: "caughtUp", ignore: "ignored", flatten: "flattened" } as const;

/** Settles a gap as its trader decided: its orders go to where TradingView is by then. */
export function settle(
  signal: NewSignal & { readonly settles: Settlement },
  { state, revision }: StoredChain & { readonly state: ChainState },
): DecidedSignal {
  const { settles, strategyId = "", userId, partition } = signal;
  const { ticker, signalId, choice } = settles;
  const to = state.position ?? "0";
  const ends = state.held.map(({ holdEndsAtUs }) => holdEndsAtUs);
  const holdEndsAtUs = ends.length === 0 ? null : Math.min(...ends);
  const settled = settleGap(state, signalId);
  const details = { ticker, signalId, by: "telegram" };
  return {
    signal: {
      ...signal,
      orders: signal.orders
        .map((order) => (order.instruction ? { ...order, instruction: { ...order.instruction, to } } : order))
        .flatMap(inLegs),
    },
    isHeld: false,
    chain: {
      chain_ticker: ticker,
      chain_state: settled,
      chain_revision: revision,
      hold_ends_at: holdEndsAtUs,
      partition,
    },
    decision: {
      state: settled,
      holdEndsAtUs,
      released: [],
      pauses: false,
      logs: [{ strategy_id: strategyId, user_id: userId, kind: LOGGED[choice], details }],
      notices: [],
    },
  };
}

/** Returns an order of a signal that isn't held; nothing if its signal has nothing to trade. */
function ordersAfter(order: NewOrderRow, { kind, isAlone, end }: Fate): NewOrderRow[] {
  if (end?.status === "CREATED") return [];
  if (end) return [{ ...order, refusal: order.refusal ?? end.reason }];
  const { instruction } = order;
  if (isAlone && instruction?.kind === "delta")
    return instruction.leg === 2
      ? []
      : [{ ...order, instruction: { ...instruction, from: null, to: null, leg: null } }];
  return [kind !== null && instruction?.kind === "delta" ? { ...order, instruction: { ...instruction, kind } } : order];
}

/** Returns an order that joins TradingView's position: two, if it may go through zero where one order can't. */
function inLegs(order: NewOrderRow): NewOrderRow[] {
  const { instruction, signalId, venue } = order;
  // The only order of an account's signal has the signal's id, and stays alone.
  if (!instruction || instruction.leg !== null || signalId === undefined) return [order];
  return legsToPosition(venue, instruction).map((leg, place) => ({
    ...order,
    id: place === 0 ? order.id : uuidv7(),
    instruction: { ...instruction, leg },
  }));
}

/**
 * Returns the row that releases a held signal.
 * @param post the id of the post that brings it; null if its time is up
 * @param ord its place among the orders of the same statement
 */
export function releaseRow(
  { signalId, fate: { link, kind, end } }: ReleasedSignal,
  post: string | null,
  ord: number,
): ReleaseRow {
  const { status = null, reason = null } = end ?? {};
  return { post, ord, released_id: signalId, link, kind, end_status: status, end_reason: reason };
}
