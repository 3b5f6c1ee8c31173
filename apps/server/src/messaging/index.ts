/** Messages to people: stored together with what they report, and sent in order, each until it has arrived. */
import type { Accepted, Rejected } from "@chartrelay/contract";
import type { IntakePriority } from "../cluster/intake-priority.ts";
import type { PartitionConsumer } from "../cluster/node.ts";
import { Queues } from "../cluster/queues.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { type Bus, topic } from "../platform/pubsub.ts";
import type { KeyRing } from "../platform/security/key-ring.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import type { Channel, Channels } from "./channel.ts";
import { ChatPace } from "./chat-pace.ts";
import { type CancelTokens, createCancelTokens } from "./cancel-tokens.ts";
import { createGapTokens, type GapTokens } from "./gap-tokens.ts";
import { type ChatTexts, wordMessage } from "./chat-text.ts";
import { type Chats, createChats } from "./chats.ts";
import { newlyQueued, type NewMessageRow, type QueuedMessage } from "./message.ts";
import { createOutbox, MESSAGES_STORED, type Outbox } from "./outbox.ts";
import { MessageWorker } from "./sender.ts";
import { Editor } from "./editor.ts";
import { createStopTokens, type StopTokens } from "./stop-tokens.ts";
import { createMessageStore } from "./store.ts";
import { createTelegramApi, type TelegramBot } from "./telegram-answers.ts";
import { createTelegramEdits } from "./telegram-edits.ts";
import { createTelegramChannel } from "./telegram-channel.ts";

export { accountInWords, namedAccount, type NamedAccount } from "./account-in-words.ts";
export type { Channel } from "./channel.ts";
export {
  escapeHtml,
  type ChatChoice,
  type StopButton,
  type ChatText,
  type ChatTextOf,
  type ChatTexts,
} from "./chat-text.ts";
export { type CancelTokens } from "./cancel-tokens.ts";
export { GAP_CHOICES, type GapChoice, type GapTokens } from "./gap-tokens.ts";
export { type Chats } from "./chats.ts";
export { type StopTokens } from "./stop-tokens.ts";
export {
  advanceStopConversation,
  concludeStopConversations,
  findStopConversation,
  STOP_CONVERSATION,
  type StopConversation,
  stopConversationKey,
  type StopTarget,
} from "./stop-conversation.ts";
export { toNewRow, type NewMessage, type NewMessageRow } from "./message.ts";
export { createOutbox, insertMessages, MESSAGES_STORED, messagesIn, type Outbox } from "./outbox.ts";
export { telegramClient, type TelegramBot } from "./telegram-answers.ts";

/** A message has ended, and with it those that were sent together with it. */
export const MESSAGE_ENDED = topic<{ readonly message: QueuedMessage; readonly end: Accepted | Rejected }>(
  "message ended",
);

export interface MessagingOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly intakePriority: Pick<IntakePriority, "yieldToIntake">;
  /** Returns whether this node owns its queues for certain. */
  readonly holdsLocks: () => boolean;
  /** If undefined, there is no bot, and nothing is sent to chats. */
  readonly telegram: TelegramBot | undefined;
  /** If undefined, no mail is sent. */
  readonly mail: Channel | undefined;
  readonly chatTexts: ChatTexts;
  readonly keyRing: KeyRing;
  /** Returns the site's address, for links. */
  readonly publicUrl: () => string;
  readonly onMigrated: (from: string, to: string) => Promise<void>;
  /** Called when a message is resent although an earlier send may have arrived. */
  readonly onRepeat: () => void;
  readonly log: RetryLog;
}

export interface Messaging {
  readonly outbox: Outbox;
  readonly chats: Chats;
  /** What the buttons below orders' messages send back. */
  readonly cancelTokens: CancelTokens;
  /** What the buttons below messages about gaps send back. */
  readonly gapTokens: GapTokens;
  /** What the buttons of the kill switch send back. */
  readonly stopTokens: StopTokens;
  readonly queues: Queues<QueuedMessage>;
  /** The queues as the cluster node drives them. */
  readonly consumer: PartitionConsumer;
  /**
   * Adds messages that were committed without the outbox to their queues, in order, which is faster than a
   * notification.
   */
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
  const cancelTokens = createCancelTokens(options.keyRing);
  const gapTokens = createGapTokens(options.keyRing);
  const stopTokens = createStopTokens(options.keyRing);
  const buttons = { cancel: cancelTokens, gap: gapTokens, stop: stopTokens };
  const toTelegram = telegram && { ...options, api: createTelegramApi(telegram), chats, pace, buttons };
  const editor =
    toTelegram &&
    new Editor({
      ...options,
      db: database.outbox,
      edit: createTelegramEdits(toTelegram),
      word: (message) => wordMessage(message, options.chatTexts, options.publicUrl()),
      pace,
    });
  const channels: Channels = {
    ...(toTelegram && { TELEGRAM: createTelegramChannel({ ...toTelegram, texts: options.chatTexts }) }),
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
    cancelTokens,
    gapTokens,
    stopTokens,
    queues,
    consumer: {
      async take(partitions) {
        // Recent sends count towards the limits, whichever node sent them.
        const nowUs = clock.nowUs();
        const since = nowUs - LATELY_US;
        const sent = await database.outbox.query<{ address: string; at: number }>(SENT_LATELY, [since, partitions]);
        // If the clock was set back since, treat the messages as just sent, so that nobody waits longer than that.
        for (const { address, at } of sent) pace.remember(address, Math.max(0, nowUs - at) / 1_000);
        await queues.take(partitions);
        pace.wake();
        await editor?.take(partitions);
      },
      async release(partitions) {
        await Promise.all([queues.release(partitions), editor?.release(partitions)]);
      },
      async catchUp(names) {
        await queues.catchUp(names);
        await editor?.catchUp(names);
      },
      async sweep() {
        await queues.sweep();
        await editor?.sweep();
      },
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
