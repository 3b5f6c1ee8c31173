import fp from "fastify-plugin";
import type { TelegramBot } from "../index.ts";
import { createBot, createBotAddress } from "./bot.ts";
import { createLinks } from "./links.ts";
import { linkRoutes } from "./routes.ts";

export interface BotOptions {
  /** If undefined, there is no bot. */
  readonly telegram: TelegramBot | undefined;
}

/** The Telegram bot: links chats to accounts, and answers commands. */
export const bot = fp<BotOptions>(
  async (app, { telegram }) => {
    const { database, clock, bus, log, serve, publicUrl } = app.platform;
    const { accountDirectory: directory, subscriptions } = app;
    const { outbox, chats } = app.messaging;
    const links = createLinks({ database, clock, outbox, bus, botAddress: createBotAddress(telegram) });
    const subscriptionOf = (userId: string) =>
      subscriptions.subscriptionOf({ id: userId, email: "", emailConfirmedAt: null });
    await serve(linkRoutes(links, app.guards));
    if (!telegram) return;
    app.jobs.add(
      createBot({ telegram, database, directory, clock, links, subscriptionOf, outbox, chats, bus, publicUrl, log }),
    );
  },
  { name: "bot", dependencies: ["messaging", "account directory", "subscriptions", "identity"] },
);
