/** The bot's answers go the way of all messages: at the chat's pace, and again if they are lost. */
import type { ChatTextOf } from "../index.ts";

/** The kind of message that is an answer of the bot. Its data is worded already. */
export const BOT_REPLY = "bot_reply";

export const botReplyText: ChatTextOf = (data) => {
  const { html } = data as { html: string };
  return { html, line: html.split("\n")[0] ?? "", isFailure: false };
};
