import fp from "fastify-plugin";
import type { TelegramBot } from "../index.ts";
import { createBot, createBotAddress } from "./bot.ts";
import { createPressCancel } from "./cancel-button.ts";
import { createPressGap } from "./gap-button.ts";
import { createPressStop } from "./stop-button.ts";
import { createLinks } from "./links.ts";
import { linkRoutes } from "./routes.ts";

export interface BotOptions {
  /** If undefined, there is no bot. */
  readonly telegram: TelegramBot | undefined;
}

/** The Telegram bot: links chats to accounts, answers commands, and cancels orders. */
export const bot = fp<BotOptions>(
  async (app, { telegram }) => {
    const { database, clock, bus, log, serve, publicUrl } = app.platform;
    const { accountDirectory: directory, subscriptions } = app;
    const { outbox, chats, cancelTokens: tokens } = app.messaging;
    const { askToCancel } = app.executions;
    const pressGap = createPressGap({
      db: database.outbox,
      tokens: app.messaging.gapTokens,
      // Signals come after the bot: nobody presses before all is ready.
      decideGap: (signalId, choice) => app.decideGap(signalId, choice),
      log,
    });
    const pressCancel = createPressCancel({ db: database.outbox, tokens, askToCancel, log });
    const pressStop = createPressStop({
      db: database.outbox,
      directory,
      tokens: app.messaging.stopTokens,
      // So does the kill switch.
      pull: (subject, level, conversation) => app.stops.pull(subject, level, { by: "telegram", conversation }),
      clock,
      log,
    });
    const links = createLinks({ database, clock, outbox, bus, botAddress: createBotAddress(telegram) });
    const subscriptionOf = (userId: string) =>
      subscriptions.subscriptionOf({ id: userId, email: "", emailConfirmedAt: null });
    await serve(linkRoutes(links, app.guards));
    if (!telegram) return;
    app.jobs.add(
      createBot({
        telegram,
        database,
        directory,
        clock,
        links,
        subscriptionOf,
        outbox,
        chats,
        press: async (press, language) =>
          (await pressStop(press, language)) ??
          (await pressGap(press, language)) ??
          (await pressCancel(press, language)),
        bus,
        publicUrl,
        log,
      }),
    );
  },
  { name: "bot", dependencies: ["messaging", "account directory", "subscriptions", "identity", "orders"] },
);
