/**
 * How many requests a token has left this minute, according to T-Invest's answers: x-ratelimit-limit, -remaining and
 * -reset, the last in seconds (docs/venues/t-invest.md, Limits). A request beyond the limit isn't sent.
 */
import { growingCache } from "../growing-cache.ts";
import type { HttpAnswer } from "../http/client.ts";
import { retryAfterMs } from "../http/retry-after.ts";
import { throttledFor } from "../not-sent.ts";

interface Budget {
  /** Requests; 0 when only the reset is known. */
  readonly limit: number;
  left: number;
  /** On the monotonic clock. */
  readonly resetsAtMs: number;
  /** How many times in a row a request was refused after the budget should have been full again. */
  readonly refusals: number;
}

/** Requests are counted by the minute: no reset is further away (docs/venues/t-invest.md, Limits). */
const MINUTE_MS = 60_000;
/**
 * The minimum time for which a refused request stops later ones, whatever reset the venue names; it doubles each time.
 */
const SHORTEST_STOP_MS = 1_000;
const MAX_BUDGETS = 50_000;

export class RequestBudgets {
  readonly #budgets = growingCache<string, Budget>(MAX_BUDGETS);
  readonly #now: () => number;
  readonly #monotonic: () => number;

  /**
   * Both in milliseconds: `now` since the Unix epoch, because answers may contain dates; `monotonic` on a monotonic
   * clock.
   */
  constructor(now: () => number, monotonic: () => number = now) {
    this.#now = now;
    this.#monotonic = monotonic;
  }

  /**
   * Takes one request out of a budget. `kept` is the part of it, 0 to 1, that this kind of request leaves for others.
   * @throws {NotSent} throttled until the reset, when there is none left.
   */
  spend(key: string, kept: number): void {
    const budget = this.#current(key);
    if (!budget) return;
    if (budget.left <= Math.floor(budget.limit * kept)) {
      throw throttledFor(budget.resetsAtMs - this.#monotonic());
    }
    budget.left -= 1;
  }

  /** Updates the budget of a request from its answer. */
  learn(key: string, { status, headers }: HttpAnswer): void {
    const wait = resetMs(headers, this.#now());
    const left = status === 429 ? 0 : count(headers["x-ratelimit-remaining"]);
    if (left === undefined || wait === undefined) return;
    // The venue's count doesn't include requests still in flight; ours does.
    const known = this.#current(key);
    if (known && known.left <= left) return;
    const refusals = status === 429 ? (this.#budgets.get(key)?.refusals ?? 0) + 1 : 0;
    const leastMs = refusals === 0 ? 0 : Math.min(SHORTEST_STOP_MS * 2 ** (refusals - 1), MINUTE_MS);
    this.#budgets.set(key, {
      limit: count(headers["x-ratelimit-limit"]) ?? 0,
      left,
      resetsAtMs: this.#monotonic() + Math.max(wait, leastMs),
      refusals,
    });
  }

  #current(key: string): Budget | undefined {
    const budget = this.#budgets.get(key);
    return budget && this.#monotonic() < budget.resetsAtMs ? budget : undefined;
  }
}

/** Returns how long until more requests are allowed, if an answer says so: a minute at most. */
export function resetMs(headers: HttpAnswer["headers"], nowMs: number): number | undefined {
  const seconds = count(headers["x-ratelimit-reset"]);
  const waitMs = seconds === undefined ? retryAfterMs(headers, nowMs) : seconds * 1000;
  return waitMs === undefined ? undefined : Math.min(waitMs, MINUTE_MS);
}

/** Reads `300`, and the first number of `300, 300;w=60`: limits often come with their windows. */
function count(header: string | string[] | undefined): number | undefined {
  const digits = typeof header === "string" ? /^\s*(\d{1,9})\b/.exec(header)?.[1] : undefined;
  return digits === undefined ? undefined : Number(digits);
}
