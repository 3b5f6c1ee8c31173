/** The Bot API's methods, as far as a bot that notifies and answers needs them. */
import type { Operation } from "../calls.ts";
import type { Answer } from "../fault-delivery.ts";
import { BOT_USER, type BotCommand, type SimulatedBot } from "./bot.ts";
import { presentChat, type Chat } from "./chats.ts";
import { isSet, structureOf, textOf, type Parameters } from "./parameters.ts";
import { parseText } from "./parsed-text.ts";
import { refused, Refusal, succeeded, tooMany } from "./refusals.ts";
import type { Button, SentMessage } from "./sent-messages.ts";
import { POLLED_BESIDE_WEBHOOK } from "./updates.ts";

export interface Method {
  readonly operation: Operation;
  /** `gone` aborts when the client has disconnected. @throws {Refusal} whose answer is the method's. */
  readonly perform: (bot: SimulatedBot, parameters: Parameters, gone: AbortSignal) => Answer | Promise<Answer>;
}

/** By lower-case name: Telegram ignores case. */
export const METHODS: Readonly<Record<string, Method>> = {
  getme: {
    operation: "bot",
    perform: () =>
      succeeded({
        ...BOT_USER,
        can_join_groups: true,
        can_read_all_group_messages: false,
        supports_inline_queries: false,
      }),
  },
  sendmessage: { operation: "message", perform: sendMessage },
  editmessagetext: { operation: "message", perform: editMessageText },
  getupdates: { operation: "updates", perform: getUpdates },
  setwebhook: { operation: "bot", perform: setWebhook },
  deletewebhook: {
    operation: "bot",
    perform: (bot, { drop_pending_updates: drop }) => {
      bot.webhook.set(undefined);
      if (isSet(drop)) bot.updates.drop();
      return succeeded(true);
    },
  },
  getwebhookinfo: { operation: "bot", perform: (bot) => succeeded(bot.webhook.info()) },
  setmycommands: {
    operation: "bot",
    perform: (bot, { commands, language_code: language }) => {
      const list = structureOf(commands);
      if (!Array.isArray(list)) throw new Refusal(400, "can't parse commands: expected an Array of BotCommand");
      for (const { command, description } of list as BotCommand[]) {
        if (!/^[a-z0-9_]{1,32}$/.test(command)) throw new Refusal(400, "BOT_COMMAND_INVALID");
        if (description.length < 1 || description.length > 256)
          throw new Refusal(400, "BOT_COMMAND_DESCRIPTION_INVALID");
      }
      bot.commands.set(textOf(language), list as BotCommand[]);
      return succeeded(true);
    },
  },
  getmycommands: {
    operation: "bot",
    perform: (bot, { language_code: language }) => succeeded(bot.commands.get(textOf(language)) ?? []),
  },
  answercallbackquery: {
    operation: "bot",
    perform: (bot, { callback_query_id: id, text, show_alert: alert }) => {
      if (!bot.unansweredPresses.delete(textOf(id)))
        return refused(400, "query is too old and response timeout expired or query ID is invalid");
      if (textOf(text).length > MAX_PRESS_ANSWER) return refused(400, "MESSAGE_TOO_LONG");
      bot.pressAnswers.push({ text: textOf(text), isAlert: isSet(alert) });
      return succeeded(true);
    },
  },
};

function sendMessage(bot: SimulatedBot, parameters: Parameters): Answer {
  const chat = bot.chats.writable(parameters["chat_id"]);
  const parsed = parseText(parameters["text"], parameters["parse_mode"]);
  const nowMs = bot.now();
  const retryAfterS = bot.meter.spend(chat, nowMs);
  if (retryAfterS !== undefined) return tooMany(retryAfterS);
  const message: SentMessage = {
    chatId: chat.id,
    messageId: bot.nextMessageId(),
    ...parsed,
    buttons: buttonsIn(parameters["reply_markup"]),
    edits: 0,
    receivedAt: new Date(Math.floor(nowMs)).toISOString(),
    receivedAtUs: Math.round(nowMs * 1_000),
  };
  bot.sent.record(message);
  return succeeded(presentMessage(message, chat));
}

function editMessageText(bot: SimulatedBot, parameters: Parameters): Answer {
  const chat = bot.chats.writable(parameters["chat_id"]);
  const message = bot.sent.find(chat.id, Number(parameters["message_id"]));
  if (!message) throw new Refusal(400, "message to edit not found");
  const nowMs = bot.now();
  if (nowMs - message.receivedAtUs / 1_000 > EDITABLE_MS) throw new Refusal(400, "message can't be edited");
  const edited = {
    ...parseText(parameters["text"], parameters["parse_mode"]),
    buttons: buttonsIn(parameters["reply_markup"]),
  };
  const { text, entities, buttons } = message;
  if (JSON.stringify({ text, entities, buttons }) === JSON.stringify(edited)) {
    throw new Refusal(
      400,
      "message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
    );
  }
  const retryAfterS = bot.meter.spendEdit(chat, nowMs);
  if (retryAfterS !== undefined) return tooMany(retryAfterS);
  Object.assign(message, edited, { edits: message.edits + 1 });
  return succeeded({ ...presentMessage(message, chat), edit_date: Math.floor(nowMs / 1_000) });
}

function getUpdates(bot: SimulatedBot, parameters: Parameters, gone: AbortSignal): Answer | Promise<Answer> {
  if (bot.webhook.isSet) return POLLED_BESIDE_WEBHOOK;
  const { offset = 0, limit = 100, timeout = 0 } = parameters;
  return bot.updates.fetch(Number(offset), Number(limit), Number(timeout), gone);
}

function setWebhook(bot: SimulatedBot, { url, secret_token: secret, drop_pending_updates: drop }: Parameters): Answer {
  if (secret !== undefined && !/^[\w-]{1,256}$/.test(textOf(secret))) {
    throw new Refusal(400, "secret token contains unallowed characters");
  }
  if (isSet(drop)) bot.updates.drop();
  const address = textOf(url);
  if (address !== "" && !URL.canParse(address)) throw new Refusal(400, "bad webhook: invalid webhook URL specified");
  const secretToken = secret === undefined ? undefined : textOf(secret);
  bot.webhook.set(address === "" ? undefined : { url: address, secretToken });
  return succeeded(true);
}

/** A bot should expect that older messages can't be edited: docs/venues/telegram.md, Methods. */
const EDITABLE_MS = 48 * 3_600_000;
const MAX_PRESS_ANSWER = 200;
const MAX_CALLBACK_DATA_BYTES = 64;

function buttonsIn(markup: unknown): readonly (readonly Button[])[] {
  const { inline_keyboard: rows = [] } = (structureOf(markup) ?? {}) as {
    inline_keyboard?: readonly (readonly Button[])[];
  };
  for (const { text, callback_data: data, url } of rows.flat()) {
    if (!text) throw new Refusal(400, "can't parse inline keyboard button: text must be non-empty");
    if (data === undefined && url === undefined) {
      throw new Refusal(400, "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard");
    }
    if (data !== undefined && Buffer.byteLength(data) > MAX_CALLBACK_DATA_BYTES)
      throw new Refusal(400, "BUTTON_DATA_INVALID");
  }
  return rows;
}

function presentMessage(message: SentMessage, chat: Chat): object {
  return {
    message_id: message.messageId,
    from: BOT_USER,
    chat: presentChat(chat),
    date: Math.floor(message.receivedAtUs / 1_000_000),
    text: message.text,
    ...(message.entities.length > 0 && { entities: message.entities }),
    ...(message.buttons.length > 0 && { reply_markup: { inline_keyboard: message.buttons } }),
  };
}
