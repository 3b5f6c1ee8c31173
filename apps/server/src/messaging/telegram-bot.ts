/** The bot as the settings know it. */
import { Api } from "grammy";

export interface TelegramBot {
  /** Without a slash at the end. */
  readonly apiUrl: string;
  readonly token: string;
  /** Its name in Telegram, without the @; undefined when the operator gave none. */
  readonly name: string | undefined;
  /** Where people open the bot, without its name and without a slash at the end. */
  readonly linkUrl: string;
  /** The most that all nodes together send in a second. */
  readonly messagesPerSecond: number;
}

/** Within the relay's own patience with a call. */
const TIMEOUT_S = 10;

/** A client of Telegram's API that sends once: the relay knows when to send again. */
export function createTelegramApi({ apiUrl, token }: TelegramBot): Api {
  return new Api(token, { apiRoot: apiUrl, timeoutSeconds: TIMEOUT_S });
}
