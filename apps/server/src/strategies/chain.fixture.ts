/** A position chain in a test: signals that come at given times, and a state that survives only as JSON. */
import { difference, type ChainLink } from "@chartrelay/contract";
import {
  follow,
  releaseDue,
  settleGap,
  type ChainRules,
  type ChainState,
  type ChainStep,
  type LinkInput,
  type LinkTrade,
} from "./chain.ts";

export const HOLD_MS = 800;

/** A fill in a strategy of TradingView, as a message reports it. */
export interface Fired {
  readonly from: string;
  readonly to: string;
  /** When it fired, in seconds; null if the message doesn't say. */
  readonly at: number | null;
  /** Distinguishes signals that are alike; a resend has the same body. */
  readonly body?: string;
  readonly id?: string;
}

/** A released signal, in short. */
export interface Verdict extends ChainLink {
  readonly id: string;
  readonly trades: LinkTrade;
  readonly atMs: number;
}

export interface ChainInTest {
  /** Receives a signal at that time, in milliseconds, and returns what it releases. */
  receive(atMs: number, fired: Fired): Verdict[];
  /** Lets time pass, and returns what it releases. */
  wait(untilMs: number): Verdict[];
  settle(id: string): void;
  /** When the first held signal must be released, in milliseconds. */
  holdEndsAtMs(): number | null;
  state(): ChainState | null;
}

/** Starts a chain. After each step its state is written and read again, as the database does. */
export function startChain(rules: Partial<ChainRules> = {}, stored: ChainState | null = null): ChainInTest {
  const all: ChainRules = { start: "now", holdMs: HOLD_MS, tradesGaps: true, ...rules };
  let state = stored;
  let holdEndsAtUs: number | null = null;
  let received = 0;
  const take = (step: ChainStep, atMs: number): Verdict[] => {
    state = JSON.parse(JSON.stringify(step.state));
    holdEndsAtUs = step.holdEndsAtUs;
    return step.released.map(({ signalId, link, trades }) => ({ ...link, id: signalId, trades, atMs }));
  };
  const wait = (untilMs: number): Verdict[] => {
    const endsAtUs = holdEndsAtUs;
    if (state === null || endsAtUs === null || endsAtUs > untilMs * 1_000) return [];
    return [...take(releaseDue(state, all, endsAtUs), endsAtUs / 1_000), ...wait(untilMs)];
  };
  return {
    receive: (atMs, fired) => {
      received += 1;
      return take(follow(state, inputOf(fired, atMs, `signal ${received}`), all, atMs * 1_000), atMs);
    },
    wait,
    settle(id) {
      if (state !== null) state = settleGap(state, id);
    },
    holdEndsAtMs: () => holdEndsAtUs && holdEndsAtUs / 1_000,
    state: () => state,
  };
}

function inputOf({ from, to, at, body, id }: Fired, receivedAtMs: number, signalId: string): LinkInput {
  return {
    signalId: id ?? signalId,
    change: { from, to, traded: difference(to, from), isConsistent: true, firedAtMs: at === null ? null : at * 1_000 },
    bodyHash: body ?? JSON.stringify([from, to, at]),
    receivedAtUs: receivedAtMs * 1_000,
  };
}
