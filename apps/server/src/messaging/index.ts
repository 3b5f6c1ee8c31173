/** Messages to people: stored with what they report, and sent in order, each until it has arrived. */
import type { Accepted, Rejected } from "@chartrelay/contract";
import type { IntakePriority } from "../cluster/intake-priority.ts";
import type { PartitionConsumer } from "../cluster/node.ts";
import { Queues } from "../cluster/queues.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { type Bus, topic } from "../platform/pubsub.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import type { Channel, Channels } from "./channel.ts";
import { ChatPace } from "./chat-pace.ts";
import type { ChatTexts } from "./chat-text.ts";
import { type Chats, createChats } from "./chats.ts";
import { newlyQueued, type NewMessageRow, type QueuedMessage } from "./message.ts";
import { createOutbox, MESSAGES_STORED, type Outbox } from "./outbox.ts";
import { MessageWorker } from "./sender.ts";
import { createMessageStore } from "./store.ts";
import { createTelegramApi, type TelegramBot } from "./telegram-answers.ts";
import { createTelegramChannel } from "./telegram-channel.ts";

export type { Channel } from "./channel.ts";
export { escapeHtml, type ChatText, type ChatTextOf, type ChatTexts } from "./chat-text.ts";
export { type Chats } from "./chats.ts";
export { toNewRow, type NewMessage, type NewMessageRow } from "./message.ts";
export { createOutbox, insertMessages, MESSAGES_STORED, messagesIn, type Outbox } from "./outbox.ts";
export type { TelegramBot } from "./telegram-answers.ts";

/** A message has ended, with those that were sent together with it. */
export const MESSAGE_ENDED = topic<{ readonly message: QueuedMessage; readonly end: Accepted | Rejected }>(
  "message ended",
);

export interface MessagingOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly intakePriority: Pick<IntakePriority, "yieldToIntake">;
  /** Undefined: there is no bot, and nothing is sent to chats. */
  readonly telegram: TelegramBot | undefined;
  /** Undefined: no mail is sent. */
  readonly mail: Channel | undefined;
  readonly chatTexts: ChatTexts;
  readonly onMigrated: (from: string, to: string) => Promise<void>;
  /** A message is sent again though an earlier send of it may have arrived. */
  readonly onRepeat: () => void;
  readonly log: RetryLog;
}

export interface Messaging {
  readonly outbox: Outbox;
  readonly chats: Chats;
  readonly queues: Queues<QueuedMessage>;
  /** The queues as a node works for them. */
  readonly consumer: PartitionConsumer;
  /** Takes messages that a commit has stored without the outbox to their queues, in order: a shorter way than a notification. */
  handOver(messages: readonly (NewMessageRow & { readonly seq: number })[]): void;
  stop(): void;
}

const SENT_LATELY = `
select address, coalesce(answered_at, sent_at) as at from messages
where sent_at > $1 and channel = 'TELEGRAM' and partition = any($2::int[]) order by sent_at`;
const LATELY_US = 60_000_000;

export function createMessaging(options: MessagingOptions): Messaging {
  const { database, clock, bus, telegram, log } = options;
  const chats = createChats({ db: database.outbox, clock, bus });
  const pace = new ChatPace({ clock, perSecond: telegram?.messagesPerSecond ?? 0, share: () => queues.share });
  const channels: Channels = {
    ...(telegram && {
      TELEGRAM: createTelegramChannel({
        ...options,
        texts: options.chatTexts,
        api: createTelegramApi(telegram),
        chats,
        pace,
      }),
    }),
    ...(options.mail && { MAIL: options.mail }),
  };
  const store = createMessageStore(database.outbox, clock);
  const queues: Queues<QueuedMessage> = new Queues({
    store,
    log,
    openWorker: (queue, owned) =>
      new MessageWorker(queue, owned, {
        ...options,
        store,
        channels,
        onEnded: (message, end) => {
          for (const { id } of [message, ...message.together]) queues.ended(id);
          bus.publish(MESSAGE_ENDED, { message, end });
        },
      }),
  });
  return {
    outbox: createOutbox({ clock }),
    chats,
    queues,
    consumer: {
      async take(partitions) {
        // What was sent a moment ago counts, whoever sent it.
        const nowUs = clock.nowUs();
        const since = nowUs - LATELY_US;
        const sent = await database.outbox.query<{ address: string; at: number }>(SENT_LATELY, [since, partitions]);
        // A clock that was set back since makes nobody wait for longer than what was sent just now would.
        for (const { address, at } of sent) pace.remember(address, Math.max(0, nowUs - at) / 1_000);
        await queues.take(partitions);
        pace.wake();
      },
      release: (partitions) => queues.release(partitions),
      catchUp: (names) => queues.catchUp(names),
      sweep: () => queues.sweep(),
    },
    handOver(messages) {
      const now = clock.monotonicMs();
      queues.enqueue(messages.map(({ seq, ...row }) => newlyQueued(row, seq, now)));
      const elsewhere = messages.filter(({ partition }) => !queues.owns(partition)).map(({ queue }) => queue);
      if (elsewhere.length > 0) bus.publish(MESSAGES_STORED, [...new Set(elsewhere)]);
    },
    stop: () => pace.stop(),
  };
}
