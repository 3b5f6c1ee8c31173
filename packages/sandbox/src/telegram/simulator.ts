import type { ChatInput } from "./chats.ts";
import type { PressInput, SayInput, StateInput } from "./conversation.ts";
import type { LimitName, SendLimits } from "./limits.ts";
import type { SentMessage } from "./sent-messages.ts";

/** What the simulated Telegram shows, and how it is told what people do there. */
export interface TelegramSimulator {
  readonly botToken: string;
  readonly botName: string;
  /** What was delivered, in order; of one chat, or of all. */
  sent(chatId?: number): readonly SentMessage[];
  /** How many messages came over each limit; each was refused with a 429. */
  exceeded(): Readonly<Record<LimitName, number>>;
  /** Times that a poller was sent away because another one came. */
  conflicts(): number;
  /** Times that updates were asked for. */
  polls(): number;
  limit(limits: Partial<SendLimits>): void;
  /** Makes chats known, or replaces what was known of them. */
  chat(...chats: readonly ChatInput[]): void;
  say(input: SayInput): void;
  press(input: PressInput): void;
  setState(input: StateInput): void;
  /** Turns a group into a supergroup, and gives its new id. */
  migrate(chatId: number): number;
  /** The commands that the bot has registered for a language; "" for all others. */
  commands(language?: string): readonly { readonly command: string; readonly description: string }[];
}
