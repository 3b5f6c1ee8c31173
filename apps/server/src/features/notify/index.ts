/** What people are told: messages are stored with what they tell of, and sent, in order, each until it has arrived. */
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Carrier } from "../../relay/node.ts";
import type { Settlement } from "../../relay/delivery.ts";
import { noFailpoint } from "../../relay/failpoint.ts";
import { Relay } from "../../relay/relay.ts";
import type { IntakePriority } from "../../relay/intake-priority.ts";
import { createMessageDestination, turnsOf, type Channel } from "./channel.ts";
import { ChatPace } from "./chat-pace.ts";
import type { ChatTexts } from "./chat-text.ts";
import { createChats, type Chats } from "./chats.ts";
import { createMessageJournal } from "./journal.ts";
import { newDelivery, type MessageDelivery, type NewMessageRow } from "./message.ts";
import { createOutbox, type Outbox } from "./outbox.ts";
import { createTelegramChannel } from "./telegram-channel.ts";
import { createTelegramApi, type TelegramBot } from "./telegram-bot.ts";

export type { Channel } from "./channel.ts";
export { escapeHtml, type ChatText, type ChatTextOf, type ChatTexts } from "./chat-text.ts";
export type { Chats } from "./chats.ts";
export { createClearOut } from "./clear-out.ts";
export { toNewRow, type NewMessage, type NewMessageRow } from "./message.ts";
export { createOutbox, insertMessages, MESSAGES_CHANNEL, messagesIn, type Outbox } from "./outbox.ts";
export { observeMessage } from "./observe.ts";
export type { TelegramBot } from "./telegram-bot.ts";

export interface NotifyOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly intakePriority: Pick<IntakePriority, "give">;
  /** Undefined: there is no bot, and nothing is sent to chats. */
  readonly telegram: TelegramBot | undefined;
  readonly mail?: Channel;
  readonly chatTexts: ChatTexts;
  /** Tells the owners of lanes that aren't ours that something waits in them. */
  readonly tellOwners: (lanes: readonly string[]) => void;
  readonly onMigrated: (from: string, to: string) => Promise<void>;
  /** Whether a chat can be written to isn't what it was. */
  readonly onChatChanged: (id: string) => void;
  /** A message is sent again though an earlier send of it may have arrived. */
  readonly onRepeat: () => void;
  readonly onSettled: (delivery: MessageDelivery, settlement: Settlement) => void;
  readonly onTrouble: (error: unknown) => void;
}

export interface Notify {
  readonly outbox: Outbox;
  readonly chats: Chats;
  readonly relay: Relay<MessageDelivery>;
  /** The relay of messages as a node carries it. */
  readonly carrier: Carrier;
  /** Takes messages that were committed without the outbox to their lanes, in order: a shorter way than a notification. */
  handOver(messages: readonly (NewMessageRow & { readonly seq: number })[]): void;
  stop(): void;
}

const SENT_LATELY = `
select address, coalesce(answered_at, sent_at) as at from messages
where sent_at > $1 and channel = 'TELEGRAM' and partition = any($2::int[]) order by sent_at`;
const LATELY_US = 60_000_000;

export function createNotify(options: NotifyOptions): Notify {
  const { database, clock, telegram } = options;
  const chats = createChats({ db: database.outbox, nowUs: () => clock.nowUs(), onChanged: options.onChatChanged });
  const pace = new ChatPace({ clock, perSecond: telegram?.messagesPerSecond ?? 0, share: () => relay.share });
  const channels = {
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
  const relay: Relay<MessageDelivery> = new Relay<MessageDelivery>({
    ...options,
    failpoint: noFailpoint,
    journal: createMessageJournal(database.outbox, clock),
    destination: createMessageDestination(channels, (delivery) => relay.waitingBehind(delivery)),
    turns: turnsOf(channels),
  });
  return {
    outbox: createOutbox({ clock }),
    chats,
    relay,
    carrier: {
      async take(partitions) {
        // What was sent a moment ago counts, whoever sent it.
        const nowUs = clock.nowUs();
        const since = nowUs - LATELY_US;
        const sent = await database.outbox.query<{ address: string; at: number }>(SENT_LATELY, [since, partitions]);
        // A clock that was set back since makes nobody wait for longer than what was sent just now would.
        for (const { address, at } of sent) pace.remember(address, Math.max(0, nowUs - at) / 1_000);
        await relay.take(partitions);
        pace.wake();
      },
      release: (partitions) => relay.release(partitions),
      catchUp: (lanes) => relay.catchUp(lanes),
      sweep: () => relay.sweep(),
    },
    handOver(messages) {
      const now = clock.monotonicMs();
      relay.enqueue(messages.map(({ seq, ...row }) => newDelivery(row, seq, now)));
      const elsewhere = messages.filter(({ partition }) => !relay.owns(partition)).map(({ lane }) => lane);
      if (elsewhere.length > 0) options.tellOwners([...new Set(elsewhere)]);
    },
    stop: () => pace.stop(),
  };
}
