/** Everything that is told to people: the outbox with its channels, what is told of orders, reminders, and the bot. */
import { ALERT_TEXTS } from "../features/alerts/index.ts";
import { createChatMoves, createKeyErasure, usersTelling, type AccountDirectory } from "../features/accounts/index.ts";
import {
  BOT_REPLY,
  botReplyText,
  createBot,
  createBotAddress,
  createLinks,
  type Links,
} from "../features/bot/index.ts";
import { createMailChannel, createMailer } from "../features/mail/index.ts";
import { createReminders, OrderTeller, TOLD_TEXTS } from "../features/notifications/index.ts";
import { createClearOut, createNotify, observeMessage, type Notify } from "../features/notify/index.ts";
import { createRetention } from "../features/personal-data/index.ts";
import { createOrderCounts } from "../features/stats/index.ts";
import type { Subscriptions } from "../features/subscriptions/index.ts";
import { Leader } from "../platform/leader.ts";
import type { Common } from "./parts.ts";

export interface MessagesOptions extends Common {
  readonly subscriptions: Subscriptions;
  readonly directory: AccountDirectory;
  /** A user's accounts were changed: paused, or linked to a chat. */
  readonly onAccountsChanged: (userId: string) => void;
  /** Where the product is on the web: for links in mails. */
  readonly publicUrl: () => string;
  /** Tells the owners of lanes that aren't ours that something waits in them. */
  readonly tellOwners: (lanes: readonly string[]) => void;
}

export interface Messages {
  readonly notify: Notify;
  readonly teller: OrderTeller;
  readonly links: Links;
  /** Reminds, clears out, erases keys, counts and runs the bot, on one node for all. */
  readonly leader: Leader;
  /** @throws {MailNotEncrypted} when mail would leave this machine in the clear. */
  checkMail(): Promise<void>;
  /** Once the node has stopped. */
  stop(): Promise<void>;
}

export function composeMessages(options: MessagesOptions): Messages {
  const { config, database, clock, logger, secretBox, intakePriority, metrics, events, onTrouble } = options;
  const { subscriptions, directory, onAccountsChanged, publicUrl, tellOwners, mail, telegram } = options;
  if (!mail) logger.warn("SMTP_URL is not set: no mail is sent, and nobody can reset a password");
  if (!telegram) logger.warn("TELEGRAM_BOT_TOKEN is not set: nothing is sent to chats");
  const mailer = mail && createMailer(mail, config.site.brand);
  const onRepeat = () => metrics.repeated.inc();
  const settings = () => ({ ...config.site, publicUrl: publicUrl() });
  const notify = createNotify({
    database,
    clock,
    intakePriority,
    telegram,
    chatTexts: { ...ALERT_TEXTS, ...TOLD_TEXTS, [BOT_REPLY]: botReplyText },
    tellOwners,
    onMigrated: createChatMoves(database),
    onChatChanged: (chatId) =>
      void usersTelling(database.orm, chatId).then((userIds) => userIds.forEach(onAccountsChanged), onTrouble),
    ...(mailer && { mail: createMailChannel({ mailer, secretBox, settings, onRepeat }) }),
    onRepeat,
    onSettled: (delivery, settlement) => {
      observeMessage(metrics, delivery, settlement);
      for (const { userId, orderId, alertId } of [delivery, ...delivery.together]) {
        if (userId !== null && orderId !== null) events.publish(userId, "order", orderId);
        if (userId !== null && alertId !== null) events.publish(userId, "alert", alertId);
      }
    },
    onTrouble,
  });
  const { outbox, chats } = notify;
  const teller = new OrderTeller({ db: database.outbox, outbox, clock, intakePriority, onTrouble });
  const reminders = createReminders({ database, clock, outbox, subscriptions, onTrouble });
  const clearOut = createClearOut({ db: database.outbox, clock, onTrouble });
  const links = createLinks({
    database,
    clock,
    outbox,
    botAddress: createBotAddress(telegram),
    onLinked: onAccountsChanged,
  });
  const subscriptionOf = (userId: string) =>
    subscriptions.subscriptionOf({ id: userId, email: "", emailConfirmedAt: null });
  const bot =
    telegram &&
    createBot({
      telegram,
      database,
      directory,
      clock,
      links,
      subscriptionOf,
      outbox,
      chats,
      onChanged: onAccountsChanged,
      onTrouble,
    });
  const counts = createOrderCounts({ db: database.outbox, clock, onTrouble });
  const retention = createRetention({ db: database.outbox, clock, kept: config.kept, onTrouble });
  const keyErasure = createKeyErasure({ db: database.outbox, clock, onTrouble });
  const leader = new Leader({
    openSession: () => database.openSession(),
    clock,
    lead: async (reign) => {
      const jobs = [reminders, clearOut, counts, retention, keyErasure, bot];
      await Promise.all(jobs.map((job) => job?.run(reign)));
    },
    onTrouble,
  });
  return {
    notify,
    teller,
    links,
    leader,
    checkMail: async () => await mailer?.checkEncryption(),
    async stop() {
      await teller.stop();
      notify.stop();
      mailer?.close();
    },
  };
}
