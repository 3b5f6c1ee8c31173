/**
 * How many requests a token has left in the minute, as T-Invest tells with its answers: x-ratelimit-limit, -remaining and
 * -reset, the last in seconds (docs/venues/t-invest.md, Limits). A request that would be one too many isn't sent.
 */
import { LRUCache } from "lru-cache";
import type { HttpAnswer } from "../http/client.ts";
import { retryAfterMs } from "../http/retry-after.ts";
import { throttledFor } from "../not-sent.ts";

interface Budget {
  /** Requests, or none when only the end is known. */
  readonly limit: number;
  left: number;
  /** By the monotonic clock. */
  readonly resetsAtMs: number;
  /** How often in a row a request was turned away once the budget was said to be full again. */
  readonly refusals: number;
}

/** Requests are counted by the minute: no reset is further off (docs/venues/t-invest.md, Limits). */
const MINUTE_MS = 60_000;
/** The least that a request that was turned away stops the ones after it, whatever reset is told: twice as long each time. */
const SHORTEST_STOP_MS = 1_000;
const MAX_BUDGETS = 50_000;

export class RequestBudgets {
  readonly #budgets = new LRUCache<string, Budget>({ max: MAX_BUDGETS });
  readonly #now: () => number;
  readonly #monotonic: () => number;

  /** Both in milliseconds: `now` since the Unix epoch, as answers may tell dates; `monotonic` by a clock that nobody sets. */
  constructor(now: () => number, monotonic: () => number = now) {
    this.#now = now;
    this.#monotonic = monotonic;
  }

  /**
   * Takes one request out of a budget. `kept` is the part of it, 0 to 1, that this kind of request leaves for others.
   * @throws {NotSent} throttled until the reset, when there is none to take.
   */
  spend(key: string, kept: number): void {
    const budget = this.#current(key);
    if (!budget) return;
    if (budget.left <= Math.floor(budget.limit * kept)) {
      throw throttledFor(budget.resetsAtMs - this.#monotonic());
    }
    budget.left -= 1;
  }

  /** What an answer tells of the budget that its request was taken out of. */
  learn(key: string, { status, headers }: HttpAnswer): void {
    const wait = resetMs(headers, this.#now());
    const left = status === 429 ? 0 : count(headers["x-ratelimit-remaining"]);
    if (left === undefined || wait === undefined) return;
    // Requests still under way aren't in what is told; they are in what was counted here.
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

/** How long until more may be asked for, if an answer tells: a minute at most. */
export function resetMs(headers: HttpAnswer["headers"], nowMs: number): number | undefined {
  const seconds = count(headers["x-ratelimit-reset"]);
  const waitMs = seconds === undefined ? retryAfterMs(headers, nowMs) : seconds * 1000;
  return waitMs === undefined ? undefined : Math.min(waitMs, MINUTE_MS);
}

/** `300`, and of `300, 300;w=60` the first: limits are often told with their windows. */
function count(header: string | string[] | undefined): number | undefined {
  const digits = typeof header === "string" ? /^\s*(\d{1,9})\b/.exec(header)?.[1] : undefined;
  return digits === undefined ? undefined : Number(digits);
}
