import type { Config } from "./config.ts";
import type { TelegramBot } from "./messaging/index.ts";

/** Telegram's own host (docs/venues/telegram.md, Methods). */
const OWN = "https://api.telegram.org";
const OWN_LINKS = "https://t.me";

/** Returns the bot: the one that is set explicitly, or else the simulated one, or else none. */
export function telegramBot(
  { apiUrl, token, name, messagesPerSecond }: Config["telegram"],
  simulated: Readonly<Record<string, string>> = {},
): TelegramBot | undefined {
  if (token !== undefined) return { apiUrl: apiUrl ?? OWN, token, name, linkUrl: OWN_LINKS, messagesPerSecond };
  const { TELEGRAM_API_URL, TELEGRAM_BOT_TOKEN, TELEGRAM_BOT_NAME } = simulated;
  if (TELEGRAM_API_URL === undefined || TELEGRAM_BOT_TOKEN === undefined) return undefined;
  return {
    apiUrl: apiUrl ?? TELEGRAM_API_URL,
    token: TELEGRAM_BOT_TOKEN,
    name: TELEGRAM_BOT_NAME,
    linkUrl: `${TELEGRAM_API_URL}/t.me`,
    messagesPerSecond,
  };
}
