/** Limits on an account's alerts: the rate limit, the warning before TradingView stops an alert, and used keys. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { LinkedAccount } from "../accounts/index.ts";
import type { Clock } from "../platform/clock.ts";
import { Problem } from "../platform/http/problem.ts";
import { topic, type Bus } from "../platform/pubsub.ts";
import { RateLimit, type OverLimit, type RateLimitOptions } from "./rate-limit.ts";

/** TradingView will soon stop an alert of the account; `alert` identifies it. */
export const NEAR_STOP = topic<{ readonly account: LinkedAccount; readonly alert: string }>("alert near stop");

export interface Limits {
  /** Counts an alert; returns the excess if the account or the chat has reached its limit for this minute. */
  overLimit(account: LinkedAccount, chatId?: string): Promise<OverLimit | undefined>;
  /** Notes an accepted alert. `content` is our best means of telling one TradingView alert from another. */
  triggered(account: LinkedAccount, content: string): void;
  /** Whether to store the refusal of an alert with a used key: one a minute for each key. */
  storesUsedKey(account: LinkedAccount, key: string): boolean;
}

export interface LimitsOptions extends Pick<RateLimitOptions, "db" | "nodes"> {
  readonly clock: Clock;
  readonly alertsPerMinute: number;
  readonly bus: Bus;
}

export function createLimits({ db, clock, alertsPerMinute, nodes, bus }: LimitsOptions): Limits {
  const rate = new RateLimit({ db, clock, perMinute: alertsPerMinute, nodes });
  const watch = new TriggerWatch(clock);
  const usedKeys = new UsedKeys(clock);
  return {
    overLimit: (account, chatId) => rate.take(account, chatId),
    triggered(account, content) {
      const alert = createHash("sha256").update(`${account.id} ${content}`).digest("base64url");
      if (watch.note(alert)) bus.publish(NEAR_STOP, { account, alert });
    },
    storesUsedKey: (account, key) => usedKeys.isToStore(account.id, key),
  };
}

/** Builds the answer to an alert over the limit. TradingView doesn't resend after a 429. */
export function tooManyAlerts({ perMinute, retryAfterS }: OverLimit): Problem {
  return new Problem("too_many_alerts", {
    more: (translate) => ({
      detail: translate("problems:too_many_alerts_for", { limit: perMinute, seconds: retryAfterS }),
    }),
  });
}

/**
 * TradingView silently stops an alert for good at its fifteenth trigger within this time (its help page 43000597494).
 */
const WATCH_WINDOW_MS = 180_000;
/** How many of the fifteen: late enough to avoid false alarms, early enough to act. */
const WORTH_A_WARNING = 12;
const MANY_ALERTS = 10_000;

interface Seen {
  /** When it was triggered recently. */
  atMs: number[];
  warnedAtMs: number;
}

/** Each node counts only the alerts that it accepts itself. */
class TriggerWatch {
  readonly #clock: Pick<Clock, "monotonicMs">;
  readonly #seen = new Map<string, Seen>();

  constructor(clock: Pick<Clock, "monotonicMs">) {
    this.#clock = clock;
  }

  /**
   * Notes that an alert was triggered. Returns whether to warn its user now, which is at most once in three minutes.
   */
  note(alert: string): boolean {
    const now = this.#clock.monotonicMs();
    const seen = this.#seen.get(alert) ?? { atMs: [], warnedAtMs: -Infinity };
    if (this.#seen.size >= MANY_ALERTS && !this.#seen.has(alert)) this.#forget(now);
    this.#seen.set(alert, seen);
    seen.atMs = [...seen.atMs.filter((atMs) => now - atMs < WATCH_WINDOW_MS), now];
    if (seen.atMs.length < WORTH_A_WARNING || now - seen.warnedAtMs < WATCH_WINDOW_MS) return false;
    seen.warnedAtMs = now;
    return true;
  }

  #forget(now: number): void {
    for (const [alert, { atMs }] of this.#seen)
      if (now - (atMs.at(-1) ?? -Infinity) >= WATCH_WINDOW_MS) this.#seen.delete(alert);
  }
}

const USED_KEY_INTERVAL_MS = 60_000;
const MANY_KEYS = 10_000;

/** Stores one refusal a minute for each used key, because a constant key causes an endless stream of them. */
class UsedKeys {
  readonly #clock: Pick<Clock, "monotonicMs">;
  /** When a refusal was last stored, by account and key. */
  readonly #storedAtMs = new LRUCache<string, number>({ max: MANY_KEYS });

  constructor(clock: Pick<Clock, "monotonicMs">) {
    this.#clock = clock;
  }

  /** Returns whether to store this refusal; if so, counts it as stored. */
  isToStore(accountId: string, key: string): boolean {
    const now = this.#clock.monotonicMs();
    const name = `${accountId} ${key}`;
    const storedAtMs = this.#storedAtMs.peek(name);
    if (storedAtMs !== undefined && now - storedAtMs < USED_KEY_INTERVAL_MS) return false;
    this.#storedAtMs.set(name, now);
    return true;
  }
}
