/** The bot in Telegram: links chats to accounts, reports how they stand, and pauses them. */
import type { ChatTexts } from "../index.ts";
import { BOT_REPLY, botReplyText } from "./words.ts";

/** What chats are shown of the bot's replies. */
export const BOT_TEXTS: ChatTexts = { [BOT_REPLY]: botReplyText };
