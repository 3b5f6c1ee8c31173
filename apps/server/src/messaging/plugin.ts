import fp from "fastify-plugin";
import { createChatMoves, USER_ACCOUNTS_CHANGED, usersOfChat } from "../accounts/index.ts";
import type { Channel } from "./channel.ts";
import type { ChatTexts } from "./chat-text.ts";
import { CHAT_CHANGED } from "./chats.ts";
import { createClearOut } from "./clear-out.ts";
import { createMessaging, MESSAGE_ENDED, MESSAGES_STORED, type Messaging } from "./index.ts";
import type { TelegramBot } from "./telegram-answers.ts";

export interface MessagingOptions {
  /** If undefined, nothing is sent to chats. */
  readonly telegram: TelegramBot | undefined;
  /** The texts of messages in chats, by kind. */
  readonly chatTexts: ChatTexts;
}

declare module "fastify" {
  interface FastifyInstance {
    readonly messaging: Messaging;
    /** If undefined, no mail is sent. */
    readonly mailChannel: Channel | undefined;
  }
}

/** Messages to chats and mailboxes: the outbox, and the workers that send from it. */
export const messaging = fp<MessagingOptions>(
  async (app, { telegram, chatTexts }) => {
    const { database, clock, bus, keyRing, metrics, log, logger, publicUrl } = app.platform;
    if (!telegram) logger.warn("TELEGRAM_BOT_TOKEN is not set: nothing is sent to chats");
    const messages = createMessaging({
      database,
      clock,
      bus,
      intakePriority: app.intakePriority,
      holdsLocks: () => app.cluster.holdsLocks(),
      telegram,
      mail: app.mailChannel,
      chatTexts,
      keyRing,
      publicUrl,
      onMigrated: createChatMoves(database),
      onRepeat: () => metrics.repeated.inc(),
      log,
    });
    app.decorate("messaging", messages);
    app.cluster.consume(MESSAGES_STORED, messages.consumer);
    app.jobs.add(createClearOut({ db: database.outbox, clock, log }));
    metrics.gauge(
      "chartrelay_messages_waiting",
      "Messages that have not ended yet on this node",
      () => messages.queues.state.waiting,
    );
    bus.subscribe(MESSAGE_ENDED, ({ message, end }) => {
      const reason = end.kind === "rejected" ? end.reason : "";
      const status = reason === "" ? "CREATED" : "REJECTED";
      metrics.messages.inc({ channel: message.channel, status, reason }, 1 + message.together.length);
    });
    bus.subscribe(CHAT_CHANGED, (chatId) => {
      const publish = (userIds: readonly string[]) =>
        userIds.forEach((userId) => bus.publish(USER_ACCOUNTS_CHANGED, userId));
      usersOfChat(database.orm, chatId).then(publish, log.willRetry);
    });
    app.addHook("onClose", async () => messages.stop());
  },
  { name: "messaging", dependencies: ["cluster", "jobs", "mail"] },
);
