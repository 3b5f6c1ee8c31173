/** Requests per minute for each user: docs/venues/t-invest.md, Limits. */
import type { Answer } from "../fault-delivery.ts";
import { refused } from "./refusals.ts";

const MINUTE_MS = 60_000;

export interface Spent {
  /** Sent with every answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** Set when the request is one too many. */
  readonly refusal?: Answer;
}

/** Counts by whole minutes of the clock. Refused requests aren't counted. */
export class RequestLimits {
  readonly #spent = new Map<string, { minute: number; count: number }>();

  /** Counts a request of `user` against `budget`, which allows `limit` requests per minute. */
  spend(user: string, budget: string, limit: number, nowMs: number): Spent {
    const minute = Math.floor(nowMs / MINUTE_MS);
    const key = `${budget} ${user}`;
    const known = this.#spent.get(key);
    const spent = known?.minute === minute ? known : { minute, count: 0 };
    this.#spent.set(key, spent);
    const isTooMany = spent.count >= limit;
    if (!isTooMany) spent.count += 1;
    const headers = {
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": String(limit - spent.count),
      "x-ratelimit-reset": String(Math.ceil(((minute + 1) * MINUTE_MS - nowMs) / 1000)),
    };
    return isTooMany ? { headers, refusal: refused(80002) } : { headers };
  }

  reset(): void {
    this.#spent.clear();
  }
}
