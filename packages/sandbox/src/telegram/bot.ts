/** The only bot of the simulated Telegram, and everything that belongs to it. */
import type { Chats } from "./chats.ts";
import type { SendMeter } from "./limits.ts";
import type { SentMessages } from "./sent-messages.ts";
import type { Updates } from "./updates.ts";
import type { Webhook } from "./webhook.ts";

/** Known from the start: not a secret, and worthless anywhere else. */
export const BOT_TOKEN = "7700000001:sandbox-bot-token-of-no-worth-anywhere";
export const BOT_NAME = "chartrelay_sandbox_bot";
const BOT_ID = 7_700_000_001;

export interface BotCommand {
  readonly command: string;
  readonly description: string;
}

export interface PressAnswer {
  readonly text: string;
  /** Whether it has to be dismissed. */
  readonly isAlert: boolean;
}

export interface SimulatedBot {
  readonly chats: Chats;
  readonly meter: SendMeter;
  readonly sent: SentMessages;
  readonly updates: Updates;
  readonly webhook: Webhook;
  /** Callback queries that haven't been answered yet. */
  readonly unansweredPresses: Set<string>;
  /** What the bot answered to presses, in order. */
  readonly pressAnswers: PressAnswer[];
  /** By language; "" for all others. */
  readonly commands: Map<string, readonly BotCommand[]>;
  /** Milliseconds since the Unix epoch, with fractions. */
  readonly now: () => number;
  /** Returns a number that no other message has. */
  readonly nextMessageId: () => number;
}

export const BOT_USER = { id: BOT_ID, is_bot: true, first_name: "Chartrelay sandbox", username: BOT_NAME };
