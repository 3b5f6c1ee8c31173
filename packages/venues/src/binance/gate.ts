/**
 * The gate before one host of Binance. Its limits hold for our address, so all users share them: who went on after a 429
 * would have everybody banned (docs/venues/binance.md, Limits; docs/pitfalls.md, V20).
 */
import type { HttpAnswer } from "../http/client.ts";
import { retryAfterMs } from "../http/retry-after.ts";
import { NotSent } from "../not-sent.ts";
import { errorIn } from "./answer-body.ts";

/**
 * How much of a minute's weight each kind of request may bring it up to. Questions about messages and keys stop first, so that
 * no user's checks stop another one's orders. Orders stop next, even those that weigh nothing: each may need look-ups, and what
 * became of an order that was sent comes before the next one. The last part stays unused for what other nodes behind our
 * address have sent and we haven't heard of yet.
 */
const SHARES = { question: 0.5, "key-check": 0.5, order: 0.75, "look-up": 0.95, rules: 0.95 } as const;
export type Purpose = keyof typeof SHARES;

/** What `enter` remembers of a request. */
export interface Entry {
  /** The venue's minute that it was counted in. */
  readonly minute: number;
  /** What it counts for, should it be refused, and whether it counts for nothing when it succeeds. */
  readonly weight: number;
  readonly isFreeOnSuccess: boolean;
  /** How often the gate had closed by then. */
  readonly closings: number;
}

export interface Gate {
  /**
   * Counts a request in, as long as the gate is open and the minute's weight suffices.
   * @throws {NotSent} throttled, with the time to wait.
   */
  enter(purpose: Purpose, weight: number): Entry;
  /** Hears what an answer says about limits. `entry` is what `enter` gave for its request. */
  heard(answer: HttpAnswer, entry: Entry): void;
  /** Sets what the venue allows our address in a minute. */
  allow(weightPerMinute: number): void;
}

const MINUTE_MS = 60_000;
/** The shortest ban (docs/venues/binance.md, Limits), for one that doesn't say how long it is; and the longest. */
const BAN_MS = 2 * MINUTE_MS;
const LONGEST_BAN_MS = 3 * 24 * 60 * MINUTE_MS;
/** The least that the gate is closed for, whatever the venue asks: twice as long each time in a row, up to the shortest ban. */
const SHORTEST_CLOSURE_MS = 1_000;
/** The longest time by which an address's requests are counted (docs/venues/binance.md, Limits). */
const LONGEST_WINDOW_MS = 5 * MINUTE_MS;
/** The firewall doesn't say for how long it turns us away. */
const FIREWALL_MS = 30_000;
/** Too many orders of one account: that account's business, not our address's (docs/venues/binance.md, Limits). */
const TOO_MANY_ORDERS = -1015;

/**
 * `venueNow` is the venue's own time, whose minutes the weight is counted by; `monotonic` a clock that nobody sets, by which
 * the gate opens again. All in milliseconds.
 */
export function createGate(
  weightPerMinute: number,
  now: () => number,
  venueNow: () => number,
  monotonic: () => number = now,
): Gate {
  let allowed = weightPerMinute;
  let opensAtMs = -Infinity;
  let minute = 0;
  let used = 0;
  let closings = 0;
  let closingsInARow = 0;

  const turnMinute = () => {
    const present = Math.floor(venueNow() / MINUTE_MS);
    if (present !== minute) used = 0;
    minute = present;
  };
  const toNextMinuteMs = () => MINUTE_MS - (venueNow() % MINUTE_MS);

  return {
    enter(purpose, weight) {
      const closedMs = opensAtMs - monotonic();
      if (closedMs > 0) throw notNow(closedMs);
      turnMinute();
      if (used + weight > allowed * SHARES[purpose]) throw notNow(toNextMinuteMs());
      used += weight;
      return { minute, weight, isFreeOnSuccess: purpose === "order", closings };
    },
    heard(answer, entry) {
      turnMinute();
      // A placed order weighs nothing (docs/venues/binance.md, Limits); a refused one does.
      if (entry.isFreeOnSuccess && answer.status === 200 && entry.minute === minute) used -= entry.weight;
      const told = Number(answer.headers["x-mbx-used-weight-1m"]);
      // A count of the minute before says nothing about this one.
      if (Number.isFinite(told) && entry.minute === minute) used = Math.max(used, told);
      const closedMs = closure(answer, now(), toNextMinuteMs());
      // What was under way when the gate closed says nothing of how the venue takes what came after.
      if (entry.closings === closings) closingsInARow = closedMs === undefined ? 0 : closingsInARow + 1;
      if (closedMs === undefined) return;
      if (entry.closings === closings) closings += 1;
      const leastMs = Math.min(SHORTEST_CLOSURE_MS * 2 ** (closingsInARow - 1), BAN_MS);
      opensAtMs = Math.max(opensAtMs, monotonic() + Math.max(closedMs, leastMs));
    },
    allow(perMinute) {
      allowed = perMinute;
    },
  };
}

/** For how long an answer closes the gate; undefined when it doesn't. */
function closure(answer: HttpAnswer, nowMs: number, toNextMinuteMs: number): number | undefined {
  const asked = retryAfterMs(answer.headers, nowMs);
  const error = errorIn(answer);
  switch (answer.status) {
    case 429:
      return error?.code === TOO_MANY_ORDERS ? undefined : Math.min(asked ?? toNextMinuteMs, LONGEST_WINDOW_MS);
    case 418:
      // No ban lasts no time at all.
      return asked || bannedMs(error?.msg, nowMs) || BAN_MS;
    case 403:
      // With a code it is the API's word to one key; without, the firewall's to all of us.
      return error?.code === undefined ? asked || FIREWALL_MS : undefined;
    default:
      return undefined;
  }
}

/** "Way too many requests; IP banned until 1700000000000." */
function bannedMs(msg: string | undefined, nowMs: number): number | undefined {
  const until = /banned until (\d{13})\b/.exec(msg ?? "")?.[1];
  return until === undefined ? undefined : Math.min(Math.max(0, Number(until) - nowMs), LONGEST_BAN_MS);
}

function notNow(waitMs: number): NotSent {
  return new NotSent({
    kind: "throttled",
    reason: "VENUE_THROTTLED",
    retryAfterMs: Math.ceil(waitMs),
    response: null,
  });
}
