/** Recognises signals that a chain has counted already: repeated ones, and those that come too late. */
import { difference, signOf } from "@chartrelay/contract";
import { firedBefore, isSamePosition } from "./chain-order.ts";
import type { ChainState, Gap, LinkInput, PastLink } from "./chain-state.ts";

/**
 * TradingView resends an alert at most 24 s after its first try (signals/deduplicate.ts). Signals without a fire time are
 * recognised only within this time.
 */
const RESEND_WINDOW_US = 25_000_000;
/** TradingView's fire times are cut to seconds, so two alerts on one fill may be a second apart. */
const FIRE_TIME_STEP_MS = 1_000;

/**
 * Whether a signal is byte-equal to an earlier or held one, its fire time included. That is proof: TradingView resends
 * the same bytes, and no other fill has them.
 */
export function isResend({ recent, held }: ChainState, { change, bodyHash }: LinkInput): boolean {
  if (change.firedAtMs === null) return false;
  const all = [...recent, ...held.map((link) => ({ ...link.change, bodyHash: link.bodyHash }))];
  return all.some(
    (past) => past.firedAtMs === change.firedAtMs && past.bodyHash === bodyHash && isSameChange(past, change),
  );
}

/**
 * Whether a signal that doesn't fit repeats an earlier one: the last one, by its fire time (a second alert on the same
 * strategy), or, without fire times, any one of which it is a copy.
 */
export function isRepeat({ recent }: ChainState, { change, bodyHash, receivedAtUs }: LinkInput): boolean {
  const last = recent.findLast(({ isLate }) => !isLate);
  return recent.some((past) => {
    if (!isSameChange(past, change)) return false;
    if (past.firedAtMs !== null && change.firedAtMs !== null)
      return past === last && Math.abs(past.firedAtMs - change.firedAtMs) <= FIRE_TIME_STEP_MS;
    if (past.firedAtMs !== change.firedAtMs) return false;
    return past.bodyHash === bodyHash && receivedAtUs - past.receivedAtUs <= RESEND_WINDOW_US;
  });
}

/**
 * How many released signals a chain remembers. The gap before the oldest one no longer counts: the signal before it is
 * forgotten, and its repeats would look like late ones.
 */
const MEMORY = 16;

/** Remembers a released signal, and forgets the oldest one. */
export function remembering(recent: readonly PastLink[], link: PastLink): readonly PastLink[] {
  return [...recent, link].slice(-MEMORY);
}

/** Where a late signal belongs: the signal that showed its gap; null if no gap is known that it belongs to. */
export interface Lateness {
  readonly shownBy: PastLink | null;
}

/** Returns where a signal belongs if later ones have been released without it; undefined if it isn't late. */
export function latenessOf(chain: ChainState, input: LinkInput): Lateness | undefined {
  const { recent, position } = chain;
  const { change, receivedAtUs } = input;
  const isOld = recent.some((past) => !past.isLate && firedBefore(change.firedAtMs, past.firedAtMs));
  const fits = position !== null && isSamePosition(change.from, position);
  const gaps = recent
    .slice(recent.length < MEMORY ? 0 : 1)
    .flatMap((past) => (past.gap ? [{ past, gap: past.gap }] : []));
  const possible = gaps.filter(({ past, gap }) => mayHold(past, gap, input));
  const touched = possible.find(({ gap }) => {
    if (gap.missed !== null && signOf(gap.missed) === 0) return false;
    const [begins, ends] = [
      gap.from !== null && isSamePosition(change.from, gap.from),
      isSamePosition(change.to, gap.to),
    ];
    return fits && !isOld ? begins && ends : begins || ends;
  });
  if (isOld) return { shownBy: (touched ?? possible[0])?.past ?? null };
  if (touched === undefined) return undefined;
  // Without fire times, one that fits is the next one.
  if (change.firedAtMs === null) {
    return fits || receivedAtUs - touched.gap.sinceUs > RESEND_WINDOW_US ? undefined : { shownBy: touched.past };
  }
  return { shownBy: touched.past };
}

/** Whether a signal may have fired within a gap, by its fire time. */
function mayHold({ firedAtMs }: PastLink, gap: Gap, { change }: LinkInput): boolean {
  if (change.firedAtMs === null || firedAtMs === null) return change.firedAtMs === firedAtMs;
  const isAfterStart =
    gap.from === null || (gap.firedFromMs !== null && !firedBefore(change.firedAtMs, gap.firedFromMs));
  return isAfterStart && change.firedAtMs <= firedAtMs;
}

/** Returns the gap without a signal of it that has come. */
export function withoutLate(gap: Gap, { from, to }: { readonly from: string; readonly to: string }): Gap {
  return {
    ...gap,
    missed: gap.missed === null ? null : difference(gap.missed, difference(to, from)),
    from: gap.from !== null && isSamePosition(from, gap.from) ? to : gap.from,
    to: isSamePosition(to, gap.to) ? from : gap.to,
  };
}

/**
 * Whether signals fired before others that overtook them without leaving a gap: together they lead back to where they
 * began, they meet positions of the same second that the chain has passed, and came within the time that a signal may be
 * held.
 */
export function isDetour({ recent }: ChainState, links: readonly LinkInput[], holdMs: number): boolean {
  const [first] = links;
  if (first === undefined || links.some(({ change }) => change.firedAtMs !== first.change.firedAtMs)) return false;
  const passed = recent.filter(
    ({ firedAtMs, receivedAtUs }) =>
      firedAtMs === first.change.firedAtMs && first.receivedAtUs - receivedAtUs <= holdMs * 1_000,
  );
  const count = (position: string, end: "from" | "to") =>
    links.filter(({ change }) => isSamePosition(change[end], position)).length;
  if (links.some(({ change: { from, to } }) => [from, to].some((at) => count(at, "from") !== count(at, "to"))))
    return false;
  return isReachable(
    passed.flatMap(({ from, to }) => [from, to]),
    links.map(({ change }) => change),
  );
}

/** Whether changes can be made in some order, each from a position that has been met by then. */
function isReachable(met: readonly string[], changes: readonly Change[]): boolean {
  const isMet = ({ from }: Change) => met.some((position) => isSamePosition(position, from));
  const next = changes.filter(isMet);
  if (next.length === 0) return changes.length === 0;
  return isReachable(
    [...met, ...next.map(({ to }) => to)],
    changes.filter((change) => !next.includes(change)),
  );
}

interface Change {
  readonly from: string;
  readonly to: string;
}

const isSameChange = (one: Change, other: Change) =>
  isSamePosition(one.from, other.from) && isSamePosition(one.to, other.to);
