/** The chats of the simulated Telegram, and what happens to a message to each. */
import { z } from "zod";
import { textOf } from "./parameters.ts";
import { Refusal } from "./refusals.ts";

const CHAT_TYPES = ["private", "group", "supergroup", "channel"] as const;
/**
 * `open`: accepts messages. `not-started`: the user never wrote to the bot. `blocked`: the user blocked it.
 * `deactivated`: the user deleted their account. `kicked`: the bot was removed. `read-only`: the bot may not write
 * there.
 */
export const CHAT_STATES = ["open", "not-started", "blocked", "deactivated", "kicked", "read-only"] as const;
export type ChatState = (typeof CHAT_STATES)[number];

/** The body of `POST /__sandbox/telegram/chats`: one of these, or a list. Groups have negative ids, as at Telegram. */
export const chatInput = z.strictObject({
  id: z.int(),
  type: z.enum(CHAT_TYPES).default("private"),
  /** The first name of a private chat, the title of any other. */
  name: z.string().min(1).default("Trader"),
  username: z.string().min(1).optional(),
  /** The language of the user's app, as an IETF tag; Telegram doesn't always send it. */
  languageCode: z.string().min(2).optional(),
  state: z.enum(CHAT_STATES).default("open"),
});
export type ChatInput = z.input<typeof chatInput>;

export interface Chat extends Readonly<Omit<z.output<typeof chatInput>, "state">> {
  state: ChatState;
  /** The supergroup that this group became. */
  migratedTo: number | undefined;
}

/** Why the bot may not write there, in Telegram's words; undefined when it may. */
const REFUSALS: Readonly<Record<ChatState, ((type: Chat["type"]) => readonly [number, string]) | undefined>> = {
  open: undefined,
  "not-started": () => [403, "bot can't initiate conversation with a user"],
  blocked: () => [403, "bot was blocked by the user"],
  deactivated: () => [403, "user is deactivated"],
  kicked: (type) => [
    403,
    type === "channel" ? "bot is not a member of the channel chat" : `bot was kicked from the ${type} chat`,
  ],
  "read-only": () => [400, "not enough rights to send text messages to the chat"],
};

/** Private chats that exist from the start, by demo user. */
export const DEMO_CHATS = { trial: 1001, pro: 1002, admin: 1003 } as const;

export class Chats {
  readonly #byId = new Map<number, Chat>();

  constructor() {
    for (const [name, id] of Object.entries(DEMO_CHATS)) this.put({ id, name: name.toUpperCase() });
  }

  /** Adds chats, or replaces what was known about them. */
  put(...inputs: readonly ChatInput[]): void {
    for (const input of inputs) {
      const chat = chatInput.parse(input);
      this.#byId.set(chat.id, { ...chat, migratedTo: undefined });
    }
  }

  get(id: number): Chat | undefined {
    return this.#byId.get(id);
  }

  list(): readonly Chat[] {
    return [...this.#byId.values()];
  }

  /** @throws {Error} when there is no such chat. */
  known(id: number): Chat {
    const chat = this.get(id);
    if (!chat) throw new Error(`there is no chat ${id}`);
    return chat;
  }

  /** Turns a group into a supergroup with a new id, as Telegram does when a group grows or becomes public. */
  migrate(id: number, to: number = -1_000_000_000_000 + id): number {
    const group = this.known(id);
    this.put({ id: to, type: "supergroup", name: group.name });
    group.migratedTo = to;
    return to;
  }

  /**
   * Returns the chat that a request names by id, or by @name.
   * @throws {Refusal} when the bot may not write there.
   */
  writable(chatId: unknown): Chat {
    const named = textOf(chatId);
    if (named === "") throw new Refusal(400, "chat_id is empty");
    const chat = named.startsWith("@")
      ? this.list().find(({ username }) => username === named.slice(1))
      : this.get(Number(named));
    if (!chat) throw new Refusal(400, "chat not found");
    if (chat.migratedTo !== undefined) {
      throw new Refusal(400, "group chat was upgraded to a supergroup chat", { migrate_to_chat_id: chat.migratedTo });
    }
    const refusal = REFUSALS[chat.state]?.(chat.type);
    if (refusal) throw new Refusal(...refusal);
    return chat;
  }
}

/** Returns a chat as messages show it. */
export function presentChat({ id, type, name, username }: Chat): object {
  return { id, type, ...(type === "private" ? { first_name: name } : { title: name }), ...(username && { username }) };
}
