/** In which order a chain's held signals fired. */
import { absolute, compareDecimals, difference, product } from "@chartrelay/contract";
import type { LinkInput } from "./chain-state.ts";

/** More than the noise of TradingView's floating-point sums, and less than half of any venue's smallest lot. */
const NOISE = "0.000000001";
/** The same for large positions, whose noise grows with them: about 18 units in the last place of a double. */
const RELATIVE_NOISE = "0.000000000000004";

/**
 * Beyond this, a fire time that is earlier than the last one doesn't show that a signal is late: no delivery takes that
 * long, so the message's template has changed, for example from the fire time to the bar's time.
 */
const COMPARABLE_MS = 3_600_000;

/** Whether two positions are the same, apart from floating-point noise. */
export function isSamePosition(one: string, other: string): boolean {
  if (one === other) return true;
  const distance = absolute(difference(one, other));
  if (compareDecimals(distance, NOISE) <= 0) return true;
  return [one, other].some((position) => compareDecimals(distance, product(absolute(position), RELATIVE_NOISE)) <= 0);
}

/** Whether the first signal surely fired before the second: their fire times, which are whole seconds, say so. */
export function firedBefore(oneMs: number | null, otherMs: number | null): boolean {
  return oneMs !== null && otherMs !== null && oneMs < otherMs && otherMs - oneMs <= COMPARABLE_MS;
}

/**
 * Returns the signal that comes first after `position`: one that begins there, if there is one that none of the others
 * surely fired before; otherwise the one with which all of them leave the fewest gaps. Undefined if there is none.
 */
export function firstAfter<Link extends LinkInput>(position: string, links: readonly Link[]): Link | undefined {
  const first = links.filter((link) => !links.some((other) => firedBefore(firedAt(other), firedAt(link))));
  const fitting = first.filter(({ change }) => isSamePosition(change.from, position));
  const candidates = fitting.length > 0 ? fitting : first;
  if (candidates.length < 2) return candidates[0];
  const gapsAfter = countingGaps(links);
  const gaps = candidates.map((link) => gapsAfter(links.indexOf(link)));
  return candidates[gaps.indexOf(Math.min(...gaps))];
}

const firedAt = (link: LinkInput) => link.change.firedAtMs;

/**
 * Returns a function that counts the fewest gaps that remain between the signals if the one of that index comes first.
 * Tries every order, but counts each set of signals that is left only once.
 */
function countingGaps(links: readonly LinkInput[]): (first: number) => number {
  const indexes = links.map((_, index) => index);
  const joins = links.map(({ change }) => links.map((next) => isSamePosition(change.to, next.change.from)));
  const earlier = links.map((link) =>
    bits(indexes.filter((at) => firedBefore(firedAt(links[at] ?? link), firedAt(link)))),
  );
  const counted = new Map<number, number>();
  const fewest = (left: number, last: number): number => {
    if (left === 0) return 0;
    const key = left * links.length + last;
    const known = counted.get(key);
    if (known !== undefined) return known;
    const counts = indexes
      .filter((at) => left & (1 << at) && !((earlier[at] ?? 0) & left))
      .map((at) => (joins[last]?.[at] ? 0 : 1) + fewest(left & ~(1 << at), at));
    const count = Math.min(...counts);
    counted.set(key, count);
    return count;
  };
  return (first) => fewest(bits(indexes) & ~(1 << first), first);
}

const bits = (indexes: readonly number[]) => indexes.reduce((set, index) => set | (1 << index), 0);
