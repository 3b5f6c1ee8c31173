/**
 * The gate in front of one host of Binance. The host limits our address, so all users share its limits: if one went on
 * after a 429, everybody would be banned (docs/venues/binance.md, Limits; docs/pitfalls.md, V20).
 */
import type { HttpAnswer } from "../http/client.ts";
import { retryAfterMs } from "../http/retry-after.ts";
import { NotSent } from "../not-sent.ts";
import type { SharedBudgets } from "../shared-budgets.ts";
import { errorIn } from "./answer-body.ts";

/**
 * Up to what share of a minute's weight each kind of request may use. Present prices stop first, then questions
 * about messages and keys, so that one user's checks can't stop another user's orders, then what keeps up with orders
 * that were accepted: executions and streams. Orders stop next, even those that weigh nothing: each may
 * need look-ups, and finding out what became of a sent order matters more than the next one. The last part stays
 * unused, for requests that other programs behind our address have sent and that we don't know of yet.
 */
const SHARES = {
  price: 0.4,
  question: 0.5,
  "key-check": 0.5,
  execution: 0.6,
  stream: 0.65,
  order: 0.75,
  // It may end a risk, and so may what a stop reads.
  cancel: 0.9,
  // A stop reads before it closes: its readings must leave enough for what they find.
  closing: 0.92,
  "look-up": 0.95,
  rules: 0.95,
} as const;
export type Purpose = keyof typeof SHARES;

/** What the gate remembers about a request from `enter` to `heard`. */
export interface Entry {
  /** The venue's minute in which it was counted. */
  readonly minute: number;
  /** Its weight if it is refused, and whether it weighs nothing when it succeeds. */
  readonly weight: number;
  readonly isFreeOnSuccess: boolean;
  /** Whether the weight that its answer reports can be believed: a price's can't (docs/venues/binance.md, Futures: prices). */
  readonly isCountTrue: boolean;
  /** How many times the gate had closed by then. */
  readonly closings: number;
}

export interface Gate {
  /**
   * Counts a request, if the gate is open and the minute's weight suffices. With a shared budget, this may take a moment.
   * `isFreeOnSuccess`: it weighs something only if it is refused.
   * @throws {NotSent} throttled, with the time to wait.
   */
  enter(purpose: Purpose, weight: number, isFreeOnSuccess?: boolean): Entry | Promise<Entry>;
  /** Learns what an answer says about limits. `entry` is what `enter` returned for its request. */
  heard(answer: HttpAnswer, entry: Entry): void;
  /** Sets the weight that the venue allows our address per minute. */
  allow(weightPerMinute: number): void;
}

const MINUTE_MS = 60_000;
/** The shortest ban (docs/venues/binance.md, Limits), for bans that don't say how long they are; and the longest. */
const BAN_MS = 2 * MINUTE_MS;
const LONGEST_BAN_MS = 3 * 24 * 60 * MINUTE_MS;
/**
 * The minimum time for which the gate closes, whatever the venue asks: doubled each time in a row, up to the shortest
 * ban.
 */
const SHORTEST_CLOSURE_MS = 1_000;
/** The longest window over which an address's requests are counted (docs/venues/binance.md, Limits). */
const LONGEST_WINDOW_MS = 5 * MINUTE_MS;
/** The firewall doesn't say how long it will refuse us. */
const FIREWALL_MS = 30_000;
/**
 * With a shared budget, weight is set aside in portions: what is needed now or, in a rush, twice as much as shortly
 * before, up to this share of the minute's weight. It is what others miss until the minute ends if this program dies.
 */
const LARGEST_PORTION = 0.02;
const SHORTLY_MS = 250;
/** Too many orders of one account: this concerns the account, not our address (docs/venues/binance.md, Limits). */
const TOO_MANY_ORDERS = -1015;

/** A gate whose budget is ours alone. */
export interface OwnGate extends Gate {
  enter(purpose: Purpose, weight: number, isFreeOnSuccess?: boolean): Entry;
}

/** A host's part of the budgets that programs share. */
export interface SharedGate {
  readonly use: (minute: number, weight: number) => ReturnType<SharedBudgets["use"]>;
  readonly close: (forMs: number) => void;
  readonly onClosed: (handler: (forMs: number) => void) => void;
}

/**
 * Creates a gate. `venueNow` is the venue's time, which defines the minutes for counting weight; `monotonic` is a
 * monotonic clock, by which the gate opens again. All in milliseconds. `shared`: the budget, if other programs use it.
 */
export function createGate(
  weightPerMinute: number,
  now: () => number,
  venueNow: () => number,
  monotonic?: () => number,
): OwnGate;
export function createGate(
  weightPerMinute: number,
  now: () => number,
  venueNow: () => number,
  monotonic: () => number,
  shared: SharedGate | undefined,
): Gate;
export function createGate(
  weightPerMinute: number,
  now: () => number,
  venueNow: () => number,
  monotonic: () => number = now,
  shared?: SharedGate,
): Gate {
  let allowed = weightPerMinute;
  let opensAtMs = -Infinity;
  let minute = 0;
  /** By everybody behind our address, as far as we know. */
  let used = 0;
  let closings = 0;
  let closingsInARow = 0;
  /** Weight that is set aside for us and not used yet. */
  let portion = 0;
  /** Weight of the requests that wait for a portion. */
  let awaited = 0;
  let lastPortion = { size: 0, atMs: -Infinity };
  let asking: Promise<void> | undefined;

  const turnMinute = () => {
    const present = Math.floor(venueNow() / MINUTE_MS);
    if (present !== minute) [used, portion] = [0, 0];
    minute = present;
  };
  const toNextMinuteMs = () => MINUTE_MS - (venueNow() % MINUTE_MS);
  const close = (forMs: number) => {
    opensAtMs = Math.max(opensAtMs, monotonic() + forMs);
  };
  shared?.onClosed(close);

  /** @throws {NotSent} */
  const admit = (purpose: Purpose, weight: number) => {
    const closedMs = opensAtMs - monotonic();
    if (closedMs > 0) throw notNow(closedMs);
    turnMinute();
    if (used + weight > allowed * SHARES[purpose]) throw notNow(toNextMinuteMs());
  };
  const count = (purpose: Purpose, weight: number, isFreeOnSuccess: boolean): Entry => {
    used += weight;
    portion -= weight;
    return { minute, weight, isFreeOnSuccess, isCountTrue: purpose !== "price", closings };
  };

  /** Sets aside weight for all who wait for it. */
  const askForMore = async ({ use }: SharedGate): Promise<void> => {
    const asked = minute;
    const isRush = monotonic() - lastPortion.atMs < SHORTLY_MS;
    const largest = Math.max(1, Math.floor(allowed * LARGEST_PORTION));
    const size = Math.min(largest, Math.max(awaited, isRush ? 2 * lastPortion.size : 0));
    // If the others can't be reached, this program counts alone.
    const usedByAll = await use(asked, size).catch(() => 0);
    lastPortion = { size, atMs: monotonic() };
    turnMinute();
    if (minute !== asked) return;
    portion += size;
    used = Math.max(used, usedByAll - portion);
  };
  const countOnceShared = async (
    purpose: Purpose,
    weight: number,
    isFreeOnSuccess: boolean,
    others: SharedGate,
  ): Promise<Entry> => {
    awaited += weight;
    try {
      for (;;) {
        if (portion >= weight) return count(purpose, weight, isFreeOnSuccess);
        asking ??= askForMore(others).finally(() => (asking = undefined));
        await asking;
        admit(purpose, weight);
      }
    } finally {
      awaited -= weight;
    }
  };

  return {
    enter(purpose, weight, isFreeOnSuccess = purpose === "order" || purpose === "closing") {
      admit(purpose, weight);
      return shared && portion < weight
        ? countOnceShared(purpose, weight, isFreeOnSuccess, shared)
        : count(purpose, weight, isFreeOnSuccess);
    },
    heard(answer, entry) {
      turnMinute();
      // An order that is placed, or cancelled at spot, weighs nothing (docs/venues/binance.md, Limits); a refusal does.
      if (entry.isFreeOnSuccess && answer.status === 200 && entry.minute === minute) {
        used -= entry.weight;
        portion += entry.weight;
      }
      const reported = Number(answer.headers["x-mbx-used-weight-1m"]);
      // A count from the previous minute says nothing about this one.
      if (Number.isFinite(reported) && entry.isCountTrue && entry.minute === minute) used = Math.max(used, reported);
      const closedMs = closure(answer, now(), toNextMinuteMs());
      // Requests in flight when the gate closed don't show how the venue treats those sent after it.
      if (entry.closings === closings) closingsInARow = closedMs === undefined ? 0 : closingsInARow + 1;
      if (closedMs === undefined) return;
      if (entry.closings === closings) closings += 1;
      const leastMs = Math.min(SHORTEST_CLOSURE_MS * 2 ** (closingsInARow - 1), BAN_MS);
      close(Math.max(closedMs, leastMs));
      shared?.close(Math.max(closedMs, leastMs));
    },
    allow(perMinute) {
      allowed = perMinute;
    },
  };
}

/** Returns for how long an answer closes the gate; undefined when it doesn't. */
function closure(answer: HttpAnswer, nowMs: number, toNextMinuteMs: number): number | undefined {
  const asked = retryAfterMs(answer.headers, nowMs);
  const error = errorIn(answer);
  switch (answer.status) {
    case 429:
      return error?.code === TOO_MANY_ORDERS ? undefined : Math.min(asked ?? toNextMinuteMs, LONGEST_WINDOW_MS);
    case 418:
      // A ban always lasts for some time.
      return asked || bannedMs(error?.msg, nowMs) || BAN_MS;
    case 403:
      // With a code, the API answers one key; without, the firewall answers all of us.
      return error?.code === undefined ? asked || FIREWALL_MS : undefined;
    default:
      return undefined;
  }
}

/** Reads "Way too many requests; IP banned until 1700000000000." */
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
