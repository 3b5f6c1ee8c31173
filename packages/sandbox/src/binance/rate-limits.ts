/**
 * The limits of one environment: weight and raw requests per address, orders per account. Windows start at whole
 * intervals of the clock. docs/venues/binance.md, Limits; binance-spot-api-docs, rest-api.md, LIMITS.
 */
import type { Answer } from "../fault-delivery.ts";
import { refused } from "./refusals.ts";

/** As `rateLimits` of exchangeInfo lists them. */
export interface RateLimit {
  readonly rateLimitType: "REQUEST_WEIGHT" | "RAW_REQUESTS" | "ORDERS";
  readonly interval: "SECOND" | "MINUTE" | "DAY";
  readonly intervalNum: number;
  readonly limit: number;
}

const MS = { SECOND: 1000, MINUTE: 60_000, DAY: 86_400_000 } as const;
/** Requests that may still arrive after a 429, because they were in flight, before the address is banned. */
const TOLERATED = 5;
const FIRST_BAN_MS = 120_000;
const LONGEST_BAN_MS = 3 * MS.DAY;

interface Count {
  window: number;
  used: number;
}

export class RateLimits {
  readonly list: readonly RateLimit[];
  readonly #now: () => number;
  readonly #tolerated: number;
  readonly #counts = new Map<string, Count>();
  #refusedUntilMs = 0;
  #refusals = 0;
  #bannedUntilMs = 0;
  #nextBanMs = FIRST_BAN_MS;

  constructor(list: readonly RateLimit[], now: () => number, tolerated: number = TOLERATED) {
    this.list = list;
    this.#now = now;
    this.#tolerated = tolerated;
  }

  /** Counts a request of that weight, or returns the refusal: 429, or 418 for callers that continue after it. */
  takeRequest(weight: number): Answer | undefined {
    const now = this.#now();
    if (now < this.#bannedUntilMs) return this.#banned();
    const limits = this.list.filter(({ rateLimitType }) => rateLimitType !== "ORDERS");
    const cost = (limit: RateLimit) => (limit.rateLimitType === "REQUEST_WEIGHT" ? weight : 1);
    const exceeded = limits.find((limit) => this.#used(limit) + cost(limit) > limit.limit);
    if (exceeded) return this.#tooMany(exceeded);
    for (const limit of limits) this.#add(limit, cost(limit));
    return undefined;
  }

  /** Returns weight: the request turned out to cost none. It still counts as a raw request. */
  giveBack(weight: number): void {
    for (const limit of this.list) if (limit.rateLimitType === "REQUEST_WEIGHT") this.#add(limit, -weight);
  }

  /** Returns why the account may not place an order now; undefined when it may. */
  refuseOrder(account: string): Answer | undefined {
    const exceeded = this.#orders().find((limit) => this.#used(limit, account) >= limit.limit);
    if (!exceeded) return undefined;
    const { limit, interval, intervalNum } = exceeded;
    const msg = `Too many new orders; current limit is ${limit} orders per ${intervalNum} ${interval}.`;
    return { ...refused(-1015, msg, 429), headers: { "retry-after": String(this.#secondsLeft(exceeded)) } };
  }

  /** Counts orders of the account, or subtracts filled ones. */
  countOrders(account: string, orders: number): void {
    for (const limit of this.#orders()) this.#add(limit, orders, account);
  }

  /** Returns `x-mbx-used-weight-1m`, sent with every answer. */
  weightHeaders(): Record<string, string> {
    const weights = this.list.filter(({ rateLimitType }) => rateLimitType === "REQUEST_WEIGHT");
    return Object.fromEntries(weights.map((limit) => [header("used-weight", limit), String(this.#used(limit))]));
  }

  /** Returns `x-mbx-order-count-10s` and the like, sent with the answer to an order. */
  orderHeaders(account: string): Record<string, string> {
    return Object.fromEntries(
      this.#orders().map((limit) => [header("order-count", limit), String(this.#used(limit, account))]),
    );
  }

  /** Forgets counts and bans. */
  reset(): void {
    this.#counts.clear();
    [this.#refusedUntilMs, this.#refusals, this.#bannedUntilMs, this.#nextBanMs] = [0, 0, 0, FIRST_BAN_MS];
  }

  #orders(): readonly RateLimit[] {
    return this.list.filter(({ rateLimitType }) => rateLimitType === "ORDERS");
  }

  #tooMany(exceeded: RateLimit): Answer {
    const now = this.#now();
    if (now >= this.#refusedUntilMs) {
      this.#refusedUntilMs = now + this.#secondsLeft(exceeded) * 1000;
      this.#refusals = 0;
    }
    this.#refusals += 1;
    if (this.#refusals > this.#tolerated) {
      this.#bannedUntilMs = now + this.#nextBanMs;
      this.#nextBanMs = Math.min(this.#nextBanMs * 2, LONGEST_BAN_MS);
      return this.#banned();
    }
    const { limit, interval, intervalNum } = exceeded;
    const msg = `Too much request weight used; current limit is ${limit} request weight per ${intervalNum} ${interval}. Please use WebSocket Streams for live updates to avoid polling the API.`;
    return { ...refused(-1003, msg, 429), headers: { "retry-after": String(this.#secondsLeft(exceeded)) } };
  }

  #banned(): Answer {
    const msg = `Way too much request weight used; IP banned until ${Math.ceil(this.#bannedUntilMs)}. Please use WebSocket Streams for live updates to avoid bans.`;
    const seconds = Math.ceil((this.#bannedUntilMs - this.#now()) / 1000);
    return { ...refused(-1003, msg, 418), headers: { "retry-after": String(seconds) } };
  }

  #used(limit: RateLimit, account = ""): number {
    const count = this.#counts.get(keyOf(limit, account));
    return count?.window === this.#window(limit) ? count.used : 0;
  }

  #add(limit: RateLimit, amount: number, account = ""): void {
    const used = Math.max(0, this.#used(limit, account) + amount);
    this.#counts.set(keyOf(limit, account), { window: this.#window(limit), used });
  }

  #window(limit: RateLimit): number {
    return Math.floor(this.#now() / lengthMs(limit));
  }

  #secondsLeft(limit: RateLimit): number {
    return Math.ceil(((this.#window(limit) + 1) * lengthMs(limit) - this.#now()) / 1000);
  }
}

function lengthMs({ interval, intervalNum }: RateLimit): number {
  return MS[interval] * intervalNum;
}

function keyOf({ rateLimitType, interval, intervalNum }: RateLimit, account: string): string {
  return `${rateLimitType} ${intervalNum}${interval} ${account}`;
}

function header(what: string, { interval, intervalNum }: RateLimit): string {
  return `x-mbx-${what}-${intervalNum}${interval[0]?.toLowerCase()}`;
}
