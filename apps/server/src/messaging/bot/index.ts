/** The Telegram bot: links chats to accounts, reports the accounts' status, and pauses them. */
import type { ChatTexts } from "../index.ts";
import { STOP_CONVERSATION } from "../index.ts";
import { stopConversationText } from "./stop-text.ts";
import { BOT_REPLY, botReplyText } from "./words.ts";

/** The texts of the bot's replies in chats. */
export const BOT_TEXTS: ChatTexts = { [BOT_REPLY]: botReplyText, [STOP_CONVERSATION]: stopConversationText };
