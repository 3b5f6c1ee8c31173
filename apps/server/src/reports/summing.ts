/**
 * Keeps the sums of fills, so that a report reads a few rows a day however many fills there were. An instrument with a
 * new or changed fill is counted again from that fill's quarter of an hour on, so a fill or a fee that the venue reports
 * late finds its place.
 */
import { setImmediate } from "node:timers/promises";
import type { Clock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { isStorageFailure } from "../platform/db/failure.ts";
import { type Job, repeat } from "../platform/jobs.ts";
import { type Bus, topic } from "../platform/pubsub.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import { NOTHING_HELD } from "./average-cost.ts";
import {
  type AccountInstrument,
  BEFORE_ALL,
  fillsBetween,
  type PendingInstrument,
  pendingInstruments,
} from "./fill-rows.ts";
import { QUARTER_MS, quarterOf, sumFills } from "./fill-sums.ts";
import { readBook, readCounted, readSum, storeSums } from "./sum-store.ts";
import type { ValueOf } from "./valuation.ts";

/** There is something new in the reports of these users; carries their ids. */
export const REPORT_CHANGED = topic<readonly string[]>("report changed");

const INTERVAL_MS = 1_000;
const INSTRUMENTS_A_QUERY = 200;
/** An instrument with more fills to count is counted in several steps, so that it delays no other and fits in memory. */
const FILLS_A_STEP = 1_000;
/** How long an instrument waits that can't be counted. */
const WAIT_MS = 30_000;
/** A venue that answers more slowly delays nobody: its answer counts in a later round. */
const PATIENCE_MS = 250;
const QUARTER_US = QUARTER_MS * 1_000;

export interface SummingParts {
  readonly db: Queryable;
  readonly clock: Pick<Clock, "monotonicMs" | "wait">;
  readonly valueOf: ValueOf;
  readonly bus: Pick<Bus, "publish">;
  readonly log: RetryLog;
  readonly fillsAStep?: number;
}

export interface Summing extends Job {
  /** Sums up the fills that no sum counts yet, until `ended` aborts. */
  sum(ended?: Pick<AbortSignal, "aborted">): Promise<void>;
}

/**
 * What became of a step. `again`: there is more to count, or another node was faster. `asking`: the venue hasn't answered
 * yet. `waiting`: it can't be counted now, for example because nobody knows what its price is worth.
 */
type Step = "done" | "again" | "asking" | "waiting";

/** Creates the job, which sums every second. If two nodes run it at once, each fill still counts once. */
export function createSumming(parts: SummingParts): Summing {
  const { db, clock, bus, log } = parts;
  const waitingUntil = new Map<string, number>();

  /** An instrument that can't be counted must not keep the others from it. */
  function postponed(error: unknown): Step {
    if (isStorageFailure(error)) throw error;
    log.willRetry(error);
    return "waiting";
  }

  /** Takes a step with each pending instrument. Returns whether one has more to count. */
  async function round(): Promise<boolean> {
    let hasMore = false;
    let last: AccountInstrument | undefined = BEFORE_ALL;
    while (last) {
      const pending: PendingInstrument[] = await pendingInstruments(db, last, INSTRUMENTS_A_QUERY);
      const users = new Set<string>();
      for (const instrument of pending) {
        const subject = `${instrument.accountId} ${instrument.symbol}`;
        if ((waitingUntil.get(subject) ?? 0) > clock.monotonicMs()) continue;
        waitingUntil.delete(subject);
        const step = await sumInstrument(parts, instrument).catch(postponed);
        if (step === "waiting") waitingUntil.set(subject, clock.monotonicMs() + WAIT_MS);
        else if (step !== "asking") users.add(instrument.userId);
        hasMore ||= step === "again";
        // The embedded database answers on this thread, so let other work run in between.
        await setImmediate();
      }
      if (users.size > 0) bus.publish(REPORT_CHANGED, [...users]);
      last = pending.length === INSTRUMENTS_A_QUERY ? pending.at(-1) : undefined;
    }
    return hasMore;
  }

  async function sum(ended: Pick<AbortSignal, "aborted"> = { aborted: false }): Promise<void> {
    while (!ended.aborted && (await round()));
  }

  return { sum, run: (ended) => repeat(() => sum(ended), INTERVAL_MS, { clock, log }, ended) };
}

/**
 * Counts an instrument from its first pending fill on, to the end of a quarter. Usually this fill is later than all that
 * were counted, and the sum of its quarter goes on from there. Else the quarter is counted again.
 */
async function sumInstrument(parts: SummingParts, instrument: PendingInstrument): Promise<Step> {
  const { db, clock, valueOf, fillsAStep = FILLS_A_STEP } = parts;
  const from = quarterOf(instrument.fromUs / 1_000);
  const book = await readBook(db, instrument, fillsAStep);
  const to = book.beyondUs === null ? null : Math.max(quarterOf(book.beyondUs / 1_000), from + 1);
  const fillsFrom = (us: number) => fillsBetween(db, instrument, us, to === null ? null : to * QUARTER_US);
  const pending = await fillsFrom(instrument.fromUs);
  const goesOn = pending.every(({ summedRevision, atMs }) => summedRevision === 0 || quarterOf(atMs) > from);
  const soFar = goesOn ? await readSum(db, instrument, from) : undefined;
  const fills = goesOn ? pending : await fillsFrom(from * QUARTER_US);
  const last = fills.at(-1);
  // Its user has been erased.
  if (!last) return "done";
  const counted = await readCounted(db, instrument, from, to);
  const { venue, ticker } = last;
  const valuation = valueOf({ accountId: instrument.accountId, venue, ticker }, QUARTER_MS);
  const answer = await Promise.race([valuation.then((terms) => ({ terms })), clock.wait(PATIENCE_MS)]);
  if (!answer) return "asking";
  const now = answer.terms ?? book.terms;
  if (!now) return "waiting";
  // What was counted stays counted by what its price was worth at the time.
  const termsOf = (quarter: number) => counted.get(quarter)?.terms ?? now;
  const before = book.before ?? NOTHING_HELD;
  const sums = sumFills(fills, termsOf, soFar ?? before);
  const isStored = await storeSums(db, {
    instrument,
    version: book.version,
    last,
    range: { from, to },
    sums,
    termsOf,
    /** What the sums said so far of what was held at the range's end. */
    heldSoFar: [...counted.values()].at(-1)?.holding ?? before,
    fills: fills.filter(({ revision, summedRevision }) => summedRevision < revision),
  });
  return isStored && to === null ? "done" : "again";
}
