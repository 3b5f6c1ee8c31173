/**
 * Limits on an account's alerts: the rate limit, the warning before TradingView stops an alert, and used keys. All nodes
 * count together.
 */
import { hash } from "node:crypto";
import type { LinkedAccount } from "../accounts/index.ts";
import type { Clock } from "../platform/clock.ts";
import { Problem } from "../platform/http/problem.ts";
import { Once } from "../platform/once.ts";
import { topic } from "../platform/pubsub.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import { RateLimit, type RateLimitOptions } from "./rate-limit.ts";
import { TriggerWatch, WATCH_WINDOW_MS, type TriggerWatchOptions } from "./trigger-watch.ts";

/** TradingView will soon stop an alert of the account; `alert` identifies it. One node hears it. */
export const NEAR_STOP = topic<{ readonly account: LinkedAccount; readonly alert: string }>("alert near stop");

/** One refusal is stored in this time: a flood of alerts, or a constant key, causes an endless stream of them. */
const STORE_INTERVAL_MS = 60_000;
/** So many posts without a required certificate are stored each minute by a node: enough to see what comes. */
const UNPROVEN_PER_MINUTE = 10;

export interface OverLimit {
  readonly perMinute: number;
  readonly retryAfterS: number;
  /** Whether to store the refusal: one a minute for each account and each chat. */
  readonly isToStore: boolean;
}

/** An account or a strategy: each has limits of its own. A signal to a strategy counts once, however many its members. */
export type Limited = Pick<LinkedAccount, "id">;

export interface Limits {
  /**
   * Counts an alert; returns the excess if the account, strategy or chat has reached its limit for this minute.
   * @throws storage errors.
   */
  overLimit(account: Limited, chatId?: string): Promise<OverLimit | undefined>;
  /**
   * Counts a post that lacks the certificate which its strategy requires. Such posts have a smaller limit of their own,
   * so that whoever forges them takes nothing from TradingView's.
   */
  overLimitOfUnproven(strategy: Limited): Promise<OverLimit | undefined>;
  /** Notes an accepted alert. `content` is our best means of telling one TradingView alert from another. */
  triggered(account: LinkedAccount, content: string): void;
  /**
   * Whether to store the refusal of an alert with a used key: one a minute for each key.
   * @throws storage errors.
   */
  storesUsedKey(account: Limited, key: string): Promise<boolean>;
  stop(): Promise<void>;
}

export interface LimitsOptions
  extends Pick<RateLimitOptions, "db" | "nodes">, Pick<TriggerWatchOptions, "bus" | "node"> {
  readonly clock: Clock;
  readonly alertsPerMinute: number;
  readonly log: RetryLog;
}

export function createLimits(options: LimitsOptions): Limits {
  const { bus, alertsPerMinute: perMinute, log } = options;
  const rate = new RateLimit({ ...options, perMinute });
  const unproven = new RateLimit({ ...options, perMinute: UNPROVEN_PER_MINUTE, nodes: () => 1 });
  const once = new Once(options);
  const warn = async (account: LinkedAccount, alert: string) => {
    if (await once.claim(`near stop ${alert}`, WATCH_WINDOW_MS)) bus.publish(NEAR_STOP, { account, alert });
  };
  const watch = new TriggerWatch({
    ...options,
    onNearStop: (account, alert) => void warn(account, alert).catch(log.willRetry),
  });
  return {
    async overLimit(account, chatId) {
      const excess = await rate.take(account.id, chatId);
      if (!excess) return undefined;
      const { limited, retryAfterS } = excess;
      return { perMinute, retryAfterS, isToStore: await once.claim(`over the limit ${limited}`, STORE_INTERVAL_MS) };
    },
    async overLimitOfUnproven(strategy) {
      const excess = await unproven.take(strategy.id);
      return excess && { perMinute: UNPROVEN_PER_MINUTE, retryAfterS: excess.retryAfterS, isToStore: false };
    },
    triggered(account, content) {
      watch.triggered(account, hash("sha256", `${account.id} ${content}`, "base64url"));
    },
    storesUsedKey: (account, key) => once.claim(`used key ${account.id} ${key}`, STORE_INTERVAL_MS),
    stop: () => watch.stop(),
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
