/**
 * The position chain of a strategy's ticker: recognises repeated, swapped, late and missing signals by TradingView's
 * position before and after each of them. Pure functions; rules and limits in docs/decisions/strategies.md.
 */
import type { ChainRules, ChainState, ChainStep, LinkInput } from "./chain-state.ts";

export type { ChainRules, ChainState, ChainStep, LinkInput, LinkTrade, ReleasedLink } from "./chain-state.ts";

/** Takes the next signal of a chain; `state` is null before the first one. `nowUs` is the time of the decision. */
export function follow(state: ChainState | null, input: LinkInput, rules: ChainRules, nowUs: number): ChainStep {
  throw new Error(`not built yet ${[state, input, rules, nowUs].length}`);
}

/** Releases the signals that have been held for as long as they may be. Call it when `holdEndsAtUs` has passed. */
export function releaseDue(state: ChainState, rules: ChainRules, nowUs: number): ChainStep {
  throw new Error(`not built yet ${[state, rules, nowUs].length}`);
}

/**
 * The trader has decided about a gap (catch up, ignore or flatten): signals of it that come later are no longer traded.
 * `signalId` names the signal that showed the gap. Returns the same state if that is too long ago.
 */
export function settleGap(state: ChainState, signalId: string): ChainState {
  return { ...state, recent: state.recent.filter((link) => link.signalId !== signalId) };
}
