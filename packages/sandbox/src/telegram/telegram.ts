/** The simulated Telegram: the Bot API for one bot, and the people it talks to. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SimulatedParty } from "../parties.ts";
import { partyServer, type Shared } from "../party-server.ts";
import { BOT_NAME, BOT_TOKEN, type SimulatedBot } from "./bot.ts";
import { Chats } from "./chats.ts";
import { controlTelegram } from "./controls.ts";
import { press, say, setState } from "./conversation.ts";
import { SendMeter } from "./limits.ts";
import { METHODS } from "./methods.ts";
import { startPage } from "./page.ts";
import { readParameters, textOf } from "./parameters.ts";
import { Refusal, refused, tooMany, UNAUTHORIZED } from "./refusals.ts";
import { SentMessages } from "./sent-messages.ts";
import { Updates } from "./updates.ts";
import { Webhook } from "./webhook.ts";
import type { TelegramSimulator } from "./simulator.ts";

export interface SimulatedTelegram extends SimulatedParty {
  readonly simulator: TelegramSimulator;
  /** The product's other settings, besides the address. */
  readonly settings: Readonly<Record<string, string>>;
  /** Adds the routes of `/__sandbox/telegram` to a server. */
  readonly controls: (app: FastifyInstance) => void;
}

/** Creates the bot, its chats and its server, which isn't listening yet. */
export function createTelegram(shared: Shared): SimulatedTelegram {
  const updates = new Updates();
  let lastMessageId = 0;
  const bot: SimulatedBot = {
    chats: new Chats(),
    meter: new SendMeter(),
    sent: new SentMessages(),
    updates,
    webhook: new Webhook(updates, shared.closing),
    unansweredPresses: new Set(),
    pressAnswers: [],
    commands: new Map(),
    now: shared.now,
    nextMessageId: () => (lastMessageId += 1),
  };
  const simulator = simulatorOf(bot);
  const controls = (app: FastifyInstance) => controlTelegram(app, bot, simulator);
  const app = createServer(shared, bot);
  controls(app);
  return {
    servers: { TELEGRAM_API_URL: app },
    settings: { TELEGRAM_BOT_TOKEN: BOT_TOKEN, TELEGRAM_BOT_NAME: BOT_NAME },
    simulator,
    controls,
    reset: () => {
      for (const forgetful of [bot.sent, bot.updates, bot.meter]) forgetful.reset();
      bot.pressAnswers.length = 0;
    },
  };
}

function simulatorOf(bot: SimulatedBot): TelegramSimulator {
  return {
    botToken: BOT_TOKEN,
    botName: BOT_NAME,
    sent: (chatId) => bot.sent.list(chatId),
    exceeded: () => bot.meter.exceeded,
    conflicts: () => bot.updates.conflicts,
    polls: () => bot.updates.polls,
    limit: (limits) => bot.meter.configure(limits),
    chat: (...chats) => bot.chats.put(...chats),
    say: (input) => say(bot, input),
    press: (input) => press(bot, input),
    pressAnswers: () => bot.pressAnswers,
    remove: (chatId, messageId) => bot.sent.remove(chatId, messageId),
    setState: (input) => setState(bot, input),
    migrate: (chatId) => bot.chats.migrate(chatId),
    commands: (language = "") => bot.commands.get(language) ?? [],
  };
}

function createServer(shared: Shared, bot: SimulatedBot): FastifyInstance {
  const { app, serve } = partyServer(shared, "TELEGRAM", "live", (fault) => {
    if (fault.kind === "429") return tooMany(fault.retryAfterS ?? 1);
    if (fault.kind === "5xx" && fault.body === "json") return refused(fault.status, "Internal Server Error: restart");
    return undefined;
  });
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const { token, method: name } = request.params as { token: string; method: string };
    const method = METHODS[name.toLowerCase()];
    const parameters = readParameters(request);
    const chat = textOf(parameters?.["chat_id"]);
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort());
    shared.closing.addEventListener("abort", () => gone.abort(), { signal: gone.signal });
    return serve(request, reply, {
      operation: method?.operation ?? "bot",
      account: chat === "" ? undefined : chat,
      perform: async (faults) => {
        if (token !== BOT_TOKEN || faults.some(({ kind }) => kind === "unauthorized")) return UNAUTHORIZED;
        if (!method) return refused(404, "method not found");
        if (!parameters) return refused(400, "can't parse JSON object");
        if (parameters["parse_mode"] !== undefined && faults.some(({ kind }) => kind === "unparsable"))
          return refused(400, "can't parse entities: Unsupported start tag");
        try {
          return await method.perform(bot, parameters, gone.signal);
        } catch (error) {
          if (error instanceof Refusal) return error.answer;
          throw error;
        }
      },
    });
  };
  app.route({ method: ["GET", "POST"], url: "/bot:token/:method", handler: answer });
  // The counterpart of https://t.me/<bot>?start=<code>.
  app.get("/t.me/:name", async (request, reply) => {
    const { start = "" } = request.query as { start?: string };
    return reply.header("content-type", "text/html; charset=utf-8").send(startPage(start));
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ ok: false, error_code: 404, description: "Not Found" }),
  );
  return app;
}
