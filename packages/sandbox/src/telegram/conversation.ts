/** What people do in the chats: they write, press buttons, block the bot and unblock it. */
import { z } from "zod";
import { BOT_USER, type SimulatedBot } from "./bot.ts";
import { CHAT_STATES, presentChat, type Chat, type ChatState } from "./chats.ts";

const person = z.strictObject({
  id: z.int().positive(),
  name: z.string().min(1).default("Trader"),
  username: z.string().min(1).optional(),
  languageCode: z.string().min(2).optional(),
});
const chatId = z.int();
/** Who does it; by default the owner of a private chat. */
const from = person.optional();

/** The body of `POST /__sandbox/telegram/say`. It creates a private chat that isn't known. */
export const sayInput = z.strictObject({ chatId, from, text: z.string().min(1) });
/**
 * The body of `POST /__sandbox/telegram/press`: the button with that text, on the latest message that has it. `data` is
 * what a manipulated app sends instead of the button's own.
 */
export const pressInput = z.strictObject({ chatId, from, button: z.string().min(1), data: z.string().optional() });
/** The body of `POST /__sandbox/telegram/state`. */
export const stateInput = z.strictObject({ chatId, state: z.enum(CHAT_STATES) });
export type SayInput = z.input<typeof sayInput>;
export type PressInput = z.input<typeof pressInput>;
export type StateInput = z.input<typeof stateInput>;

/** Writes in a chat as a person. Writing to a bot in private unblocks it. @throws {Error} for an unknown group. */
export function say(bot: SimulatedBot, input: SayInput): void {
  const { chatId, text, ...said } = sayInput.parse(input);
  if (chatId > 0 && !bot.chats.get(chatId)) bot.chats.put({ id: chatId, ...said.from });
  const chat = bot.chats.known(chatId);
  if (chat.type === "private") chat.state = "open";
  const command = /^\/[\w@]+/.exec(text);
  tell(bot, {
    message: {
      message_id: bot.nextMessageId(),
      date: Math.floor(bot.now() / 1_000),
      chat: presentChat(chat),
      from: presentPerson(chat, said.from),
      text,
      ...(command && { entities: [{ type: "bot_command", offset: 0, length: command[0].length }] }),
    },
  });
}

/** Presses a button below a message of the bot. @throws {Error} when no message has it. */
export function press(bot: SimulatedBot, input: PressInput): void {
  const { chatId, button, data, ...pressed } = pressInput.parse(input);
  const chat = bot.chats.known(chatId);
  const labelled = bot.sent
    .list(chatId)
    .toReversed()
    .flatMap((message) => message.buttons.flat().map((each) => ({ message, each })))
    .find(({ each }) => each.text === button);
  if (labelled?.each.callback_data === undefined)
    throw new Error(`no message of chat ${chatId} has a button "${button}"`);
  const { message, each } = labelled;
  const id = String(bot.nextMessageId());
  bot.unansweredPresses.add(id);
  tell(bot, {
    callback_query: {
      id,
      from: presentPerson(chat, pressed.from),
      chat_instance: String(chatId),
      data: data ?? each.callback_data,
      message: {
        message_id: message.messageId,
        date: Math.floor(message.receivedAtUs / 1_000_000),
        chat: presentChat(chat),
        from: BOT_USER,
        text: message.text,
      },
    },
  });
}

/** Blocks the bot, removes it, or lets it back in; the bot gets the same update as at Telegram. */
export function setState(bot: SimulatedBot, input: StateInput): void {
  const { chatId, state } = stateInput.parse(input);
  const chat = bot.chats.known(chatId);
  const before = chat.state;
  chat.state = state;
  // A deleted user causes no update.
  if (before === state || state === "deactivated" || state === "not-started") return;
  tell(bot, {
    my_chat_member: {
      date: Math.floor(bot.now() / 1_000),
      chat: presentChat(chat),
      from: presentPerson(chat),
      old_chat_member: { user: BOT_USER, ...membership(before) },
      new_chat_member: { user: BOT_USER, ...membership(state) },
    },
  });
}

function membership(state: ChatState): object {
  if (state === "blocked" || state === "kicked") return { status: "kicked" };
  return state === "read-only" ? { status: "restricted", can_send_messages: false } : { status: "member" };
}

function tell(bot: SimulatedBot, update: Parameters<SimulatedBot["updates"]["add"]>[0]): void {
  bot.updates.add(update);
  void bot.webhook.deliver();
}

function presentPerson(chat: Chat, given?: z.output<typeof person>): object {
  const { id, name, username, languageCode } = given ?? chat;
  return {
    // A group's id isn't a person's.
    id: Math.abs(id),
    is_bot: false,
    first_name: name,
    ...(username && { username }),
    ...(languageCode && { language_code: languageCode }),
  };
}
