/**
 * The position chain of a strategy's ticker: recognises repeated, swapped, late and missing signals by TradingView's
 * position before and after each of them. Pure functions; the rules and their limits: docs/decisions/strategies.md.
 */
import { difference, type LinkVerdict } from "@chartrelay/contract";
import { firstAfter, isSamePosition } from "./chain-order.ts";
import { isDetour, isRepeat, isResend, latenessOf, remembering, withoutLate, type Lateness } from "./chain-past.ts";
import type {
  ChainRules,
  ChainState,
  ChainStep,
  Gap,
  HeldLink,
  LinkInput,
  LinkTrade,
  PastLink,
  ReleasedLink,
} from "./chain-state.ts";

export type { ChainRules, ChainState, ChainStep, LinkInput, LinkTrade, ReleasedLink } from "./chain-state.ts";

/** TradingView stops an alert that fires more than 15 times in 3 minutes. Beyond this nothing is held for longer. */
const MAX_HELD = 8;

const NEW_CHAIN: ChainState = { position: null, waitsForFlat: false, held: [], recent: [] };

/** A chain while signals are released from it. */
interface Progress {
  readonly chain: ChainState;
  readonly released: readonly ReleasedLink[];
  /** Held signals that came before one that has been released ahead of them. */
  readonly early: readonly LinkInput[];
}

/**
 * Takes the next signal of a chain, whose change must be consistent. `state` is null before the first one. `nowUs` is the
 * time of the decision, by one clock for all calls of a chain.
 */
export function follow(state: ChainState | null, input: LinkInput, rules: ChainRules, nowUs: number): ChainStep {
  const chain = state ?? NEW_CHAIN;
  const held = { ...input, heldSinceUs: nowUs, holdEndsAtUs: nowUs + rules.holdMs * 1_000 };
  const step = stepOf(taking(chain, held, rules, nowUs));
  return { ...step, held: !step.released.some(({ signalId }) => signalId === input.signalId) };
}

/** Releases the signals that have been held for as long as they may be. Call it once `holdEndsAtUs` has passed. */
export function releaseDue(state: ChainState, rules: ChainRules, nowUs: number): ChainStep {
  return { ...stepOf(releasing({ chain: state, released: [], early: [] }, rules, nowUs)), held: false };
}

/**
 * The trader has decided about a gap (catch up, ignore or flatten): signals of it that come later are no longer traded.
 * `signalId` names the signal that showed the gap. If that was too long ago, nothing changes.
 */
export function settleGap(state: ChainState, signalId: string): ChainState {
  return {
    ...state,
    recent: state.recent.map((past) =>
      past.signalId === signalId && past.gap ? { ...past, gap: { ...past.gap, isSettled: true } } : past,
    ),
  };
}

function taking(chain: ChainState, link: HeldLink, rules: ChainRules, nowUs: number): Progress {
  const progress: Progress = { chain, released: [], early: [] };
  if (isResend(chain, link)) return releasing(dropping(progress, link, nowUs), rules, nowUs);
  const lateness = latenessOf(chain, link);
  if (lateness) return releasing(passingLate(progress, link, lateness, nowUs), rules, nowUs);
  if (chain.position === null || chain.waitsForFlat) return beginning(progress, link, rules, nowUs);
  return releasing({ ...progress, chain: { ...chain, held: [...chain.held, link] } }, rules, nowUs);
}

/** Joins TradingView's position, or waits until it has been flat. */
function beginning(progress: Progress, link: HeldLink, rules: ChainRules, nowUs: number): Progress {
  const { from } = link.change;
  const waitsForFlat = rules.start === "flat" && !isSamePosition(from, "0");
  const begun = { ...progress, chain: { ...progress.chain, waitsForFlat } };
  if (waitsForFlat) return passing(begun, link, nowUs, { verdict: "waiting", trades: "nothing" });
  // What fired before the first signal counts as traded: the strategy joins with all of it.
  const gap: Gap = { from: null, to: from, missed: null, firedFromMs: null, sinceUs: nowUs, isSettled: true };
  return passing(begun, link, nowUs, { verdict: "start", trades: "position", gap });
}

/** Releases what fits, and what has been held for as long as it may be. */
function releasing(progress: Progress, rules: ChainRules, nowUs: number): Progress {
  const { position, held } = progress.chain;
  const link = position === null ? undefined : firstAfter(position, held);
  if (link === undefined || position === null) return progress;
  const step = (next: Progress) => releasing(next, rules, nowUs);
  const rest = taken(progress, link);
  if (isSamePosition(link.change.from, position)) {
    const verdict = progress.early.includes(link) ? "swapped" : "next";
    return step(passing(rest, link, nowUs, { verdict, trades: "change" }));
  }
  if (isRepeat(progress.chain, link)) return step(dropping(rest, link, nowUs));
  if (isDetour(progress.chain, held, rules.holdMs))
    return held.reduce((done, one) => passingDetour(done, one, nowUs), progress);
  const isDue = held.length > MAX_HELD || held.some(({ holdEndsAtUs }) => holdEndsAtUs <= nowUs);
  if (!isDue) return progress;
  return step(passingGap(rest, link, position, rules, nowUs));
}

/** Takes a signal out of those that are held. */
function taken(progress: Progress, link: HeldLink): Progress {
  const { held } = progress.chain;
  return {
    ...progress,
    chain: { ...progress.chain, held: held.filter((other) => other !== link) },
    early: [...progress.early, ...held.slice(0, held.indexOf(link))],
  };
}

/** What releasing a signal means. */
interface Passage {
  readonly verdict: LinkVerdict;
  readonly trades: LinkTrade;
  readonly gap?: Gap;
}

/** Releases a signal, and moves the chain to its position. */
function passing(progress: Progress, link: HeldLink, nowUs: number, passage: Passage): Progress {
  const { chain, released } = progress;
  const { verdict, trades, gap = null } = passage;
  const missed = verdict === "start" ? null : (gap?.missed ?? null);
  const past = pastOf(link, gap);
  return {
    ...progress,
    chain: { ...chain, position: link.change.to, recent: remembering(chain.recent, past) },
    released: [...released, releasedOf(link, verdict, trades, missed, nowUs)],
  };
}

/** Releases a signal although others before it are missing. */
function passingGap(progress: Progress, link: HeldLink, position: string, rules: ChainRules, nowUs: number): Progress {
  const { from } = link.change;
  const gap: Gap = {
    from: position,
    to: from,
    missed: difference(from, position),
    firedFromMs: progress.chain.recent.findLast(({ isLate }) => !isLate)?.firedAtMs ?? null,
    sinceUs: nowUs,
    isSettled: rules.tradesGaps,
  };
  // Both mean that signals are missing. Only that TradingView was flat in between hints at an alert that was created anew.
  const verdict = isSamePosition(from, "0") ? "restarted" : "gap";
  return passing(progress, link, nowUs, { verdict, trades: "gap", gap });
}

/** Releases a signal that fired before others which have been released. The chain's position stays. */
function passingLate(progress: Progress, link: HeldLink, { shownBy }: Lateness, nowUs: number): Progress {
  const { chain, released } = progress;
  const gap = shownBy?.gap && withoutLate(shownBy.gap, link.change);
  const recent = chain.recent.map((past) => (past === shownBy && gap ? { ...past, gap } : past));
  const trades = gap && !gap.isSettled ? "changeAlone" : "nothing";
  return {
    ...progress,
    chain: { ...chain, recent: remembering(recent, { ...pastOf(link, null), isLate: true }) },
    released: [...released, releasedOf(link, "late", trades, gap?.missed ?? null, nowUs)],
  };
}

const passingDetour = (progress: Progress, link: HeldLink, nowUs: number) =>
  passingLate(taken(progress, link), link, { shownBy: null }, nowUs);

/** Releases a signal that repeats another one. Nothing changes. */
function dropping(progress: Progress, link: HeldLink, nowUs: number): Progress {
  const duplicate = releasedOf(link, "duplicate", "nothing", null, nowUs);
  return { ...progress, released: [...progress.released, duplicate] };
}

function pastOf({ signalId, change, bodyHash, receivedAtUs }: HeldLink, gap: Gap | null): PastLink {
  const { from, to, firedAtMs } = change;
  return { signalId, from, to, bodyHash, firedAtMs, receivedAtUs, gap, isLate: false };
}

function releasedOf(
  { signalId, change, heldSinceUs }: HeldLink,
  verdict: LinkVerdict,
  trades: LinkTrade,
  missed: string | null,
  nowUs: number,
): ReleasedLink {
  const heldMs = nowUs > heldSinceUs ? Math.round((nowUs - heldSinceUs) / 1_000) : null;
  return { signalId, trades, link: { verdict, from: change.from, to: change.to, missed, heldMs } };
}

function stepOf({ chain, released }: Progress): Omit<ChainStep, "held"> {
  const ends = chain.held.map(({ holdEndsAtUs }) => holdEndsAtUs);
  return { state: chain, released, holdEndsAtUs: ends.length > 0 ? Math.min(...ends) : null };
}
