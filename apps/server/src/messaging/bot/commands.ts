/** The bot's answer to each command: plain text in, HTML out. The injected parts make all changes. */
import type { Language, Subscription } from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { setPaused, type AccountDirectory } from "../../accounts/index.ts";
import { recordAudit } from "../../identity/audit/index.ts";
import { accountsOfChat, languageOfPerson, latestOrders, type ChatAccount } from "./chat-view.ts";
import type { Bearer, Links } from "./links.ts";
import { accountNames, statusInWords, subscriptionInWords, type Reader } from "./words.ts";
import { USER_ACCOUNTS_CHANGED } from "../../accounts/index.ts";
import type { Bus } from "../../platform/pubsub.ts";

/** A person who writes to the bot, and where. */
export interface Asker extends Bearer {
  /** The language of their Telegram as an IETF tag, if known. */
  readonly languageCode: string | undefined;
}

export interface CommandsParts {
  readonly database: Pick<Database, "orm" | "outbox">;
  readonly directory: Pick<AccountDirectory, "webhookIdOf">;
  readonly clock: Pick<Clock, "nowMs">;
  readonly links: Pick<Links, "redeem">;
  readonly subscriptionOf: (userId: string) => Promise<Subscription>;
  readonly bus: Bus;
  /** Returns the site's address, for links. */
  readonly publicUrl: () => string;
}

export interface Commands {
  /** Returns the language to answer in: the person's own choice, else that of the chat's accounts, else Telegram's. */
  languageOf(asker: Asker): Promise<Language>;
  start(asker: Asker, code: string, language: Language): Promise<string>;
  status(asker: Asker, language: Language): Promise<string>;
  /** `which` is a number from the status, `all`, or empty if there is only one account. */
  setPaused(asker: Asker, isPaused: boolean, which: string, language: Language): Promise<string>;
  help(language: Language): string;
}

export function createCommands({
  database,
  directory,
  clock,
  links,
  subscriptionOf,
  bus,
  publicUrl,
}: CommandsParts): Commands {
  const db = database.outbox;
  const view = { db, directory };
  const readerOf = (language: Language): Reader => ({
    language,
    translate: translator(language),
    publicUrl: publicUrl(),
  });

  async function change(account: ChatAccount, isPaused: boolean): Promise<void> {
    const { id, userId } = account;
    const isChanged = await database.orm.transaction(async (tx) => {
      const at = new Date(clock.nowMs());
      if (!(await setPaused(tx, { userId, accountId: id, isPaused, at }))) return false;
      const details = { isPaused: String(isPaused), by: "telegram" };
      await recordAudit(tx, { at, userId, actor: userId, action: "account_changed", subject: id, details });
      return true;
    });
    if (isChanged) bus.publish(USER_ACCOUNTS_CHANGED, userId);
  }

  return {
    async languageOf({ personId, chatId, languageCode }) {
      const chosen = personId === undefined ? undefined : await languageOfPerson(db, personId);
      const [account] = chosen === undefined ? await accountsOfChat(view, chatId) : [];
      return chosen ?? account?.language ?? (languageCode?.startsWith("ru") ? "ru" : "en");
    },

    async start(asker, code, language) {
      const { translate } = readerOf(language);
      const { chatId } = asker;
      if (code === "") {
        const linked = await accountsOfChat(view, chatId);
        const next = linked.length > 0 ? "bot:start_linked" : "bot:start";
        return `${translate("bot:chat_id", { id: chatId })}\n${translate(next, { count: linked.length })}`;
      }
      const count = await links.redeem(code, asker);
      if (count === undefined) return translate("bot:bad_code");
      // From here on, their own choice counts.
      const reader = readerOf(await this.languageOf(asker));
      return reader.translate(count === 0 ? "bot:linked_person" : "bot:linked", { count });
    },

    async status(asker, language) {
      const { chatId, isPrivate, personId } = asker;
      const reader = readerOf(language);
      const accounts = await accountsOfChat(view, chatId);
      const parts =
        accounts.length === 0
          ? [reader.translate("bot:not_linked", { id: chatId })]
          : [statusInWords(accounts, await latestOrders(db, accounts), reader, clock.nowMs())];
      const owner = accounts.find(({ telegramUserId }) => telegramUserId !== null && telegramUserId === personId);
      // Others can read a group, and a private chat that was entered by hand may belong to anybody.
      if (owner && isPrivate) parts.push(subscriptionInWords(await subscriptionOf(owner.userId), reader));
      return parts.join("\n\n");
    },

    async setPaused({ chatId, personId }, isPaused, which, language) {
      const reader = readerOf(language);
      const { translate } = reader;
      const accounts = await accountsOfChat(view, chatId);
      if (accounts.length === 0) return translate("bot:not_linked", { id: chatId });
      const names = accountNames(accounts, reader);
      const listed = accounts.map((account, index) => ({ account, number: index + 1, name: names[index] ?? "" }));
      const own = listed.filter(
        ({ account }) => account.telegramUserId !== null && account.telegramUserId === personId,
      );
      if (own.length === 0) return translate("bot:not_yours");
      const command = isPaused ? "pause" : "resume";
      const chosen =
        which === "" && own.length === 1
          ? own
          : own.filter(({ number }) => which === "all" || String(number) === which);
      if (chosen.length === 0) {
        return [
          translate(`bot:which_${command}`),
          ...own.map(({ number, name }) => `/${command}_${number} ${name}`),
          `/${command}_all ${translate("bot:all_of_them")}`,
        ].join("\n");
      }
      for (const { account } of chosen) await change(account, isPaused);
      return chosen.map(({ name }) => translate(`bot:${command}_done`, { name })).join("\n");
    },

    help: (language) => readerOf(language).translate("bot:help"),
  };
}
