/** Runs the bot with grammY: one node polls Telegram for what people write, and answers through the outbox. */
import type { Language } from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import { Bot as GrammyBot, type Context } from "grammy";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import type { RetryLog } from "../../platform/retry-log.ts";
import {
  STOP_CONVERSATION,
  stopConversationKey,
  telegramClient,
  type Chats,
  type NewMessage,
  type Outbox,
  type TelegramBot,
} from "../index.ts";
import { type Asker, type Commands, type CommandsParts, createCommands } from "./commands.ts";
import type { PressCancel } from "./cancel-button.ts";
import { beginStop } from "./stop-command.ts";
import { BOT_REPLY } from "./words.ts";

const POLL_S = 25;
/** Must be longer than a poll. */
const CALL_TIMEOUT_S = 40;
const RETRY_MS = 3_000;
/** How long a stop may take to confirm handled updates to Telegram. */
const FAREWELL_MS = 2_000;
/** After this, the person who asked is no longer interested. */
const REPLY_LIFE_MS = 600_000;
const COMMANDS = ["status", "pause", "resume", "stop", "help"];

export interface BotParts extends CommandsParts {
  /** Does what a button says. */
  readonly press: PressCancel;
  readonly telegram: TelegramBot;
  readonly database: Pick<Database, "orm" | "outbox">;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly chats: Pick<Chats, "enable" | "disable">;
  readonly log: RetryLog;
}

export interface Bot {
  /** Answers people until `ended` aborts. Never rejects: errors are retried. */
  run(ended: AbortSignal): Promise<void>;
}

export function createBot(parts: BotParts): Bot {
  const { clock, log } = parts;
  const commands = createCommands(parts);
  const quota = new Quota();
  return {
    async run(ended) {
      while (!ended.aborted) {
        const bot = prepare(parts, commands, quota);
        try {
          await poll(bot, ended, clock);
        } catch (error) {
          // 409: another poller uses the bot's token, perhaps a node that is just stopping.
          if (!ended.aborted) log.willRetry(error);
        }
        await clock.wait(RETRY_MS, ended);
      }
    },
  };
}

async function poll(bot: GrammyBot, ended: AbortSignal, clock: Clock): Promise<void> {
  let farewell: Promise<void> | undefined;
  const stop = () => {
    farewell = bot.stop().catch(() => undefined);
  };
  ended.addEventListener("abort", stop);
  try {
    // Start before checking `ended`, so that a stop before the first answer finds the bot running.
    const polling = bot.start({
      timeout: POLL_S,
      allowed_updates: ["message", "my_chat_member", "callback_query"],
      onStart: announce(bot),
    });
    if (ended.aborted) stop();
    await Promise.race([polling, stopped(ended, clock)]);
  } finally {
    ended.removeEventListener("abort", stop);
    await Promise.race([farewell, clock.wait(FAREWELL_MS)]);
  }
}

/** Settles a while after `ended` aborts, so that a start that waits for Telegram doesn't delay a stop. */
async function stopped(ended: AbortSignal, clock: Clock): Promise<void> {
  await new Promise<void>((resolve) => ended.addEventListener("abort", () => resolve(), { once: true }));
  await clock.wait(FAREWELL_MS);
}

/** Shows the commands in Telegram's menu. The bot works without it. */
function announce({ api }: GrammyBot): () => void {
  return () => {
    for (const language of ["en", "ru"] as const) {
      const translate = translator(language);
      const list = COMMANDS.map((command) => ({ command, description: translate(`bot:menu_${command}`) }));
      const forWhom = language === "en" ? {} : { language_code: language };
      api.setMyCommands(list, forWhom).catch(() => undefined);
    }
  };
}

function prepare(
  { telegram, database, directory, clock, outbox, chats, press: pressed, log }: BotParts,
  commands: Commands,
  quota: Quota,
) {
  const bot = new GrammyBot(telegram.token, { client: telegramClient(telegram, CALL_TIMEOUT_S) });
  bot.catch(({ error }) => log.willRetry(error));

  bot.on("my_chat_member", async ({ chat, myChatMember }) => {
    const member = myChatMember.new_chat_member;
    const id = String(chat.id);
    if (member.status === "kicked" || member.status === "left") {
      await chats.disable(id, chat.type === "private" ? "CHAT_BLOCKED" : "CHAT_BOT_REMOVED");
    } else if (member.status === "restricted" && !member.can_send_messages) {
      await chats.disable(id, "CHAT_FORBIDDEN");
    } else await chats.enable(id);
  });

  bot.on("message", async ({ chat }, next) => {
    if (!quota.take(String(chat.id), clock.nowMs())) return;
    await chats.enable(String(chat.id));
    await next();
  });

  /** Answers in the language of the person who asks. */
  const answer = async (context: Context, reply: (asker: Asker, language: Language) => Promise<string> | string) => {
    const asker = askerOf(context);
    if (!asker) return;
    const language = await commands.languageOf(asker);
    const html = await reply(asker, language);
    const key = `bot:${context.update.update_id}`;
    await put(asker, { language, kind: BOT_REPLY, data: { html }, key });
  };
  const put = async ({ chatId }: Asker, said: Pick<NewMessage, "language" | "kind" | "data" | "key">) => {
    const expiresAt = new Date(clock.nowMs() + REPLY_LIFE_MS);
    await outbox.put(database.outbox, [{ ...said, userId: null, channel: "TELEGRAM", address: chatId, expiresAt }]);
  };

  bot.command("start", (context) =>
    answer(context, (asker, language) => commands.start(asker, context.match, language)),
  );
  bot.command("status", (context) => answer(context, commands.status));
  bot.command("help", (context) => answer(context, (_, language) => commands.help(language)));
  for (const command of ["pause", "resume"] as const) {
    const isPaused = command === "pause";
    bot.command(command, (context) =>
      answer(context, (asker, language) => commands.setPaused(asker, isPaused, context.match.trim(), language)),
    );
    bot.hears(new RegExp(`^/${command}_(\\d{1,3}|all)(?:@\\w+)?$`), (context) =>
      answer(context, (asker, language) => commands.setPaused(asker, isPaused, context.match[1] ?? "", language)),
    );
  }
  bot.command("stop", async (context) => {
    const asker = askerOf(context);
    if (!asker) return;
    const language = await commands.languageOf(asker);
    const begun = await beginStop({ db: database.outbox, directory }, asker, language, clock.nowMs());
    if (typeof begun === "string") return await answer(context, () => begun);
    await put(asker, { language, kind: STOP_CONVERSATION, data: { ...begun }, key: stopConversationKey(begun.id) });
  });
  bot.on("callback_query:data", (context) => {
    const asker = askerOf(context);
    if (!asker || !quota.take(asker.chatId, clock.nowMs())) return;
    const press = async () => {
      const text = await pressed({ ...asker, token: context.callbackQuery.data }, await commands.languageOf(asker));
      await context.answerCallbackQuery(text === "" ? {} : { text, show_alert: true });
    };
    // The venue may take seconds: what others write is handled meanwhile.
    press().catch(log.willRetry);
  });

  // In a group, text may be people talking to each other.
  bot.on("message:text", async (context) => {
    if (context.chat.type === "private") await answer(context, (_, language) => commands.help(language));
  });
  return bot;
}

function askerOf({ chat, from, senderChat }: Context): Asker | undefined {
  if (!chat) return undefined;
  return {
    chatId: String(chat.id),
    isPrivate: chat.type === "private",
    // Anonymous administrators all have the same id.
    personId: from === undefined || senderChat !== undefined ? undefined : String(from.id),
    languageCode: from?.language_code,
  };
}

/**
 * Creates the function that returns the bot's URL. It asks Telegram for the name once, if the operator didn't set it.
 */
export function createBotAddress(telegram: TelegramBot | undefined): () => Promise<string | undefined> {
  let name = telegram?.name;
  return async () => {
    if (!telegram) return undefined;
    if (name === undefined) {
      const { api } = new GrammyBot(telegram.token, { client: telegramClient(telegram, 5) });
      name = (await api.getMe()).username;
    }
    return `${telegram.linkUrl}/${name}`;
  };
}

/** Rate limit for questions from one chat: a chat that floods the bot gets no answers, and costs next to nothing. */

const PER_MINUTE = 20;
const MINUTE_MS = 60_000;
/** Maximum number of chats to keep track of. */
const MAX_CHATS = 10_000;

class Quota {
  readonly #asked = new Map<string, { readonly sinceMs: number; count: number }>();

  /** Counts a question. Returns false if it is over the limit for this minute. */
  take(chatId: string, nowMs: number): boolean {
    const known = this.#asked.get(chatId);
    if (known && nowMs - known.sinceMs < MINUTE_MS) {
      known.count += 1;
      return known.count <= PER_MINUTE;
    }
    if (this.#asked.size >= MAX_CHATS) this.#asked.clear();
    this.#asked.set(chatId, { sinceMs: nowMs, count: 1 });
    return true;
  }
}
