/**
 * Sends reminders: of subscriptions 7, 3 and 1 days before and at their end, of keys 14, 7, 3 and 1 days before and at
 * theirs.
 */
import type { Language, Notifications } from "@chartrelay/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import type { NamedAccount, NewMessage, Outbox } from "../index.ts";
import type { Subscriptions } from "../../billing/subscriptions/index.ts";
import { subscriptionEndedMail, subscriptionEndingMail } from "../mail/index.ts";
import { isWanted, recipientsOf } from "./recipients.ts";
import { KEY_ENDED, KEY_ENDS, SUBSCRIPTION_ENDED, SUBSCRIPTION_ENDS } from "./reminder-text.ts";
import { repeat } from "../../platform/jobs.ts";
import type { RetryLog } from "../../platform/retry-log.ts";

const DAY_MS = 86_400_000;
const SUBSCRIPTION_DAYS = [1, 3, 7] as const;
const KEY_DAYS = [1, 3, 7, 14] as const;
/** How long after an end its reminder is still sent, if nothing ran at the time. */
const LATE_MS = 3 * DAY_MS;
const INTERVAL_MS = 600_000;

export interface RemindersParts {
  readonly database: Pick<Database, "orm" | "outbox">;
  readonly clock: Pick<Clock, "nowMs" | "wait">;
  readonly outbox: Outbox;
  readonly subscriptions: Pick<Subscriptions, "endingBetween">;
  readonly log: RetryLog;
}

export interface Reminders {
  /** Puts every due reminder into the outbox. A repeat, or another node doing the same, stores nothing twice. */
  remind(): Promise<void>;
  /** Calls `remind` every ten minutes, until `ended` aborts. Never rejects. */
  run(ended: AbortSignal): Promise<void>;
}

export function createReminders({ database, clock, outbox, subscriptions, log }: RemindersParts): Reminders {
  const { orm } = database;

  async function subscriptionReminders(nowMs: number): Promise<NewMessage[]> {
    const ending = await subscriptions.endingBetween({
      after: new Date(nowMs - LATE_MS),
      by: new Date(nowMs + Math.max(...SUBSCRIPTION_DAYS) * DAY_MS),
    });
    const recipients = await recipientsOf(
      orm,
      ending.map(({ userId }) => userId),
    );
    return ending.flatMap(({ userId, proUntil }) => {
      const recipient = recipients.get(userId);
      if (!recipient || !isWanted(recipient.notifications, "failure")) return [];
      const days = daysLeft(proUntil.getTime() - nowMs, SUBSCRIPTION_DAYS);
      const endsAt = proUntil.toISOString();
      const mails =
        days === undefined
          ? subscriptionEndedMail(recipient, proUntil)
          : subscriptionEndingMail(recipient, days, proUntil);
      return [
        ...recipient.chats.map((address) => ({
          userId,
          channel: "TELEGRAM" as const,
          address,
          language: recipient.language,
          kind: days === undefined ? SUBSCRIPTION_ENDED : SUBSCRIPTION_ENDS,
          data: { endsAt, days },
          key: `subscription:${userId}:${endsAt}:${days ?? "ended"}:${address}`,
        })),
        ...mails,
      ];
    });
  }

  async function keyReminders(nowMs: number): Promise<NewMessage[]> {
    const rows = await database.outbox.query<EndingKey>(ENDING_KEYS, [
      new Date(nowMs - LATE_MS),
      new Date(nowMs + Math.max(...KEY_DAYS) * DAY_MS),
    ]);
    return rows.flatMap(({ id, userId, keyExpiresAt, chat, language, notifications, ...account }) => {
      if (!isWanted(notifications, "failure")) return [];
      const days = daysLeft(keyExpiresAt.getTime() - nowMs, KEY_DAYS);
      const endsAt = keyExpiresAt.toISOString();
      return {
        userId,
        channel: "TELEGRAM",
        address: chat,
        language,
        kind: days === undefined ? KEY_ENDED : KEY_ENDS,
        data: { endsAt, days, ...account },
        key: `key:${id}:${endsAt}:${days ?? "ended"}`,
      };
    });
  }

  async function remind(): Promise<void> {
    const nowMs = clock.nowMs();
    await outbox.put(database.outbox, [...(await subscriptionReminders(nowMs)), ...(await keyReminders(nowMs))]);
  }

  return {
    remind,
    run: (ended) => repeat(remind, INTERVAL_MS, { clock, log }, ended),
  };
}

interface EndingKey extends NamedAccount {
  readonly id: string;
  readonly userId: string;
  readonly keyExpiresAt: Date;
  readonly chat: string;
  readonly language: Language;
  readonly notifications: Notifications;
}

const ENDING_KEYS = `
select accounts.id, accounts.user_id as "userId", name, venue, key_ending as "keyEnding", is_demo as "isDemo", key_expires_at as "keyExpiresAt",
  coalesce(accounts.telegram_chat_id, users.telegram_chat_id) as chat, users.language, users.notifications
from accounts join users on users.id = accounts.user_id
where key_expires_at > $1 and key_expires_at <= $2 and coalesce(accounts.telegram_chat_id, users.telegram_chat_id) is not null`;

/** Returns the smallest number of days from `reminderDays` within which the end lies; undefined once it has passed. */
function daysLeft<Days extends number>(leftMs: number, reminderDays: readonly Days[]): Days | undefined {
  return leftMs <= 0 ? undefined : reminderDays.find((days) => leftMs <= days * DAY_MS);
}
