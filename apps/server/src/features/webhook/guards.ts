/** What an account is guarded against: a flood of alerts, and TradingView's own stop of an alert that triggers too often. */
import { createHash } from "node:crypto";
import type { Clock } from "../../platform/clock.ts";
import { Problem } from "../../platform/http/problem.ts";
import type { LinkedAccount } from "../accounts/index.ts";
import { AlertLimit, type AlertLimitOptions, type OverLimit } from "./alert-limit.ts";
import { TriggerWatch } from "./trigger-watch.ts";
import { UsedKeys } from "./used-keys.ts";

export interface AlertGuards {
  /** Counts an alert; says so when the account, or the chat, has had its minute's worth. */
  overLimit(account: LinkedAccount, chatId?: string): Promise<OverLimit | undefined>;
  /** Notes an alert that was taken in: `content` is what tells one of TradingView's alerts from another, as far as anything does. */
  triggered(account: LinkedAccount, content: string): void;
  /** Whether an alert under a used key is to be stored as refused: one a minute for each key. */
  storesUsedKey(account: LinkedAccount, key: string): boolean;
}

export interface AlertGuardsOptions extends Pick<AlertLimitOptions, "db" | "nodes"> {
  readonly clock: Clock;
  readonly alertsPerMinute: number;
  /** An alert of the account nears TradingView's stop; `alert` tells it from others. */
  readonly onNearStop: (account: LinkedAccount, alert: string) => void;
}

export function createAlertGuards(options: AlertGuardsOptions): AlertGuards {
  const { db, clock, alertsPerMinute, nodes, onNearStop } = options;
  const limit = new AlertLimit({ db, clock, perMinute: alertsPerMinute, nodes });
  const watch = new TriggerWatch(clock);
  const usedKeys = new UsedKeys(clock);
  return {
    overLimit: (account, chatId) => limit.take(account, chatId),
    triggered(account, content) {
      const alert = createHash("sha256").update(`${account.id} ${content}`).digest("base64url");
      if (watch.note(alert)) onNearStop(account, alert);
    },
    storesUsedKey: (account, key) => usedKeys.isToStore(account.id, key),
  };
}

/** The answer to an alert beyond the limit. TradingView doesn't resend after a 429. */
export function tooManyAlerts({ perMinute, retryAfterS }: OverLimit): Problem {
  return new Problem("too_many_alerts", {
    more: (translate) => ({
      detail: translate("problems:too_many_alerts_for", { limit: perMinute, seconds: retryAfterS }),
    }),
  });
}
