/** Everything that people are sent: the outbox with its channels, notifications of orders, reminders, and the bot. */
import {
  createChatMoves,
  createKeyErasure,
  USER_ACCOUNTS_CHANGED,
  usersTelling,
  type AccountDirectory,
} from "../accounts/index.ts";
import { createOrderCounts } from "../admin/stats/index.ts";
import { ALERT_CHANGED, ALERT_TEXTS, nearStopMessages } from "../alerts/index.ts";
import type { Subscriptions } from "../billing/subscriptions/index.ts";
import { createRetention } from "../identity/personal-data/index.ts";
import {
  BOT_REPLY,
  botReplyText,
  createBot,
  createBotAddress,
  createLinks,
  type Links,
} from "../messaging/bot/index.ts";
import { CHAT_CHANGED, createClearOut, createMessaging, MESSAGE_ENDED, type Messaging } from "../messaging/index.ts";
import { createMailChannel, createMailer } from "../messaging/mail/index.ts";
import { createReminders, NOTICE_TEXTS, OrderNotifier } from "../messaging/notifications/index.ts";
import { ORDER_CHANGED, ORDER_ENDED } from "../orders/index.ts";
import { Leader } from "../platform/leader.ts";
import { NEAR_STOP } from "../signals/index.ts";
import type { Common } from "./parts.ts";

export interface MessagesOptions extends Common {
  readonly subscriptions: Subscriptions;
  readonly directory: AccountDirectory;
  /** Where the product is on the web: for links in mails. */
  readonly publicUrl: () => string;
}

export interface Messages {
  readonly messaging: Messaging;
  readonly notifier: OrderNotifier;
  readonly links: Links;
  /** Reminds, clears out, erases keys, counts and runs the bot, on one node for all. */
  readonly leader: Leader;
  /** @throws {MailNotEncrypted} when mail would leave this machine in the clear. */
  checkMail(): Promise<void>;
  /** Once the node has stopped. */
  stop(): Promise<void>;
}

export function composeMessages(options: MessagesOptions): Messages {
  const { config, database, clock, bus, logger, secretBox, intakePriority, metrics, log } = options;
  const { subscriptions, directory, publicUrl, mail, telegram } = options;
  if (!mail) logger.warn("SMTP_URL is not set: no mail is sent, and nobody can reset a password");
  if (!telegram) logger.warn("TELEGRAM_BOT_TOKEN is not set: nothing is sent to chats");
  const mailer = mail && createMailer(mail, config.site.brand);
  const onRepeat = () => metrics.repeated.inc();
  const settings = () => ({ ...config.site, publicUrl: publicUrl() });
  const messaging = createMessaging({
    database,
    clock,
    bus,
    intakePriority,
    telegram,
    chatTexts: { ...ALERT_TEXTS, ...NOTICE_TEXTS, [BOT_REPLY]: botReplyText },
    onMigrated: createChatMoves(database),
    ...(mailer && { mail: createMailChannel({ mailer, secretBox, settings, onRepeat }) }),
    onRepeat,
    log,
  });
  const { outbox, chats } = messaging;
  bus.subscribe(MESSAGE_ENDED, ({ message, end }) => {
    const reason = end.kind === "rejected" ? end.reason : "";
    const status = reason === "" ? "CREATED" : "REJECTED";
    metrics.messages.inc({ channel: message.channel, status, reason }, 1 + message.together.length);
    for (const { userId, orderId, alertId } of [message, ...message.together]) {
      if (userId !== null && orderId !== null) bus.publish(ORDER_CHANGED, { userId, id: orderId });
      if (userId !== null && alertId !== null) bus.publish(ALERT_CHANGED, { userId, id: alertId });
    }
  });
  bus.subscribe(CHAT_CHANGED, (chatId) => {
    const publish = (userIds: readonly string[]) =>
      userIds.forEach((userId) => bus.publish(USER_ACCOUNTS_CHANGED, userId));
    usersTelling(database.orm, chatId).then(publish, log.willRetry);
  });
  bus.subscribe(NEAR_STOP, ({ account, alert }) => {
    directory
      .webhookIdOf(account.id)
      .then((id) => outbox.put(database.outbox, nearStopMessages(account, id, alert, clock.nowMs())))
      .catch(log.willRetry);
  });
  const notifier = new OrderNotifier({ db: database.outbox, outbox, clock, intakePriority, log });
  bus.subscribe(ORDER_ENDED, () => notifier.wake());
  const links = createLinks({ database, clock, outbox, bus, botAddress: createBotAddress(telegram) });
  const subscriptionOf = (userId: string) =>
    subscriptions.subscriptionOf({ id: userId, email: "", emailConfirmedAt: null });
  const jobs = [
    createReminders({ database, clock, outbox, subscriptions, log }),
    createClearOut({ db: database.outbox, clock, log }),
    createOrderCounts({ db: database.outbox, clock, log }),
    createRetention({ db: database.outbox, clock, kept: config.kept, log }),
    createKeyErasure({ db: database.outbox, clock, log }),
    ...(telegram
      ? [createBot({ telegram, database, directory, clock, links, subscriptionOf, outbox, chats, bus, log })]
      : []),
  ];
  const leader = new Leader({
    openSession: () => database.openSession(),
    clock,
    lead: async (term) => {
      await Promise.all(jobs.map((job) => job.run(term)));
    },
    log,
  });
  return {
    messaging,
    notifier,
    links,
    leader,
    checkMail: async () => await mailer?.checkEncryption(),
    async stop() {
      await notifier.stop();
      messaging.stop();
      mailer?.close();
    },
  };
}
