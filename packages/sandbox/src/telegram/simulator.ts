import type { PressAnswer } from "./bot.ts";
import type { ChatInput } from "./chats.ts";
import type { PressInput, SayInput, StateInput } from "./conversation.ts";
import type { LimitName, SendLimits } from "./limits.ts";
import type { SentMessage } from "./sent-messages.ts";

/** What the simulated Telegram shows, and how tests act as the people there. */
export interface TelegramSimulator {
  readonly botToken: string;
  readonly botName: string;
  /** Returns delivered messages in order, of one chat or of all. */
  sent(chatId?: number): readonly SentMessage[];
  /** Returns how many messages exceeded each limit; each was refused with a 429. */
  exceeded(): Readonly<Record<LimitName, number>>;
  /** Returns how many times a poller was turned away because another one came. */
  conflicts(): number;
  /** Returns how many times updates were requested. */
  polls(): number;
  limit(limits: Partial<SendLimits>): void;
  /** Adds chats, or replaces what was known about them. */
  chat(...chats: readonly ChatInput[]): void;
  say(input: SayInput): void;
  press(input: PressInput): void;
  /** Returns what the bot answered to presses, in order. */
  pressAnswers(): readonly PressAnswer[];
  /** Deletes a message of the bot, as people in its chat may. */
  remove(chatId: number, messageId: number): void;
  setState(input: StateInput): void;
  /** Turns a group into a supergroup, and returns its new id. */
  migrate(chatId: number): number;
  /** Returns the commands that the bot has registered for a language; "" for all others. */
  commands(language?: string): readonly { readonly command: string; readonly description: string }[];
}
