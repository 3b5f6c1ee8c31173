/** The bot in Telegram: links chats to accounts, tells how they stand, and pauses them. */
export { createBot, createBotAddress } from "./bot.ts";
export { createLinks, type Links } from "./links.ts";
export { BOT_REPLY, botReplyText } from "./reply.ts";
export { linkRoutes } from "./routes.ts";
