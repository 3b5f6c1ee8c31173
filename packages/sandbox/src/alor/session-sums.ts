/** What the fills of the present session add up to. */
import { sum } from "@chartrelay/contract";
import type { MarketFill } from "../market/terms.ts";
import { sessionOf } from "./time.ts";

interface Tally {
  readonly session: number;
  /** How many fills were looked at. */
  seen: number;
  total: string;
}

/** By the fills of an account, which only grow in number, and by what is added up. */
const tallies = new WeakMap<readonly MarketFill[], Map<string, Tally>>();

/**
 * Adds up what `amountOf` says of an account's fills in the session at `nowMs`, as a decimal. `what` names it. Goes on from
 * where the last call stopped: an account with thousands of fills hears of each.
 */
export function sumOfSession(
  fills: readonly MarketFill[],
  nowMs: number,
  what: string,
  amountOf: (fill: MarketFill) => string,
): string {
  const session = sessionOf(nowMs);
  const ofAccount = tallies.get(fills) ?? new Map<string, Tally>();
  tallies.set(fills, ofAccount);
  const known = ofAccount.get(what);
  const tally = known?.session === session ? known : { session, seen: 0, total: "0" };
  ofAccount.set(what, tally);
  for (const fill of fills.slice(tally.seen)) {
    if (sessionOf(fill.atMs) === session) tally.total = sum(tally.total, amountOf(fill));
  }
  tally.seen = fills.length;
  return tally.total;
}
