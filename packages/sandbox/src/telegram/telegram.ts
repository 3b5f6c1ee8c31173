/** The simulated Telegram: the Bot API for one bot, and the people it talks to. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SimulatedParty } from "../parties.ts";
import { partyServer, type Shared } from "../party-server.ts";
import { BOT_NAME, BOT_TOKEN, type SimulatedBot } from "./bot.ts";
import { Chats, type ChatInput } from "./chats.ts";
import { controlTelegram } from "./controls.ts";
import { press, say, setState, type PressInput, type SayInput, type StateInput } from "./conversation.ts";
import { SendMeter, type LimitName, type SendLimits } from "./limits.ts";
import { METHODS } from "./methods.ts";
import { startPage } from "./page.ts";
import { readParameters, textOf } from "./parameters.ts";
import { Refusal, refused, tooMany, UNAUTHORIZED } from "./refusals.ts";
import { SentMessages, type SentMessage } from "./sent-messages.ts";
import { Updates } from "./updates.ts";
import { Webhook } from "./webhook.ts";

/** What the simulated Telegram shows, and how it is told what people do there. */
export interface TelegramSimulator {
  readonly botToken: string;
  readonly botName: string;
  /** What was delivered, in order; of one chat, or of all. */
  sent(chatId?: number): readonly SentMessage[];
  /** How many messages came over each limit; each was refused with a 429. */
  exceeded(): Readonly<Record<LimitName, number>>;
  /** Times that a poller was sent away because another one came. */
  conflicts(): number;
  /** Times that updates were asked for. */
  polls(): number;
  limit(limits: Partial<SendLimits>): void;
  /** Makes chats known, or replaces what was known of them. */
  chat(...chats: readonly ChatInput[]): void;
  say(input: SayInput): void;
  press(input: PressInput): void;
  setState(input: StateInput): void;
  /** Turns a group into a supergroup, and gives its new id. */
  migrate(chatId: number): number;
  /** The commands that the bot has registered for a language; "" for all others. */
  commands(language?: string): readonly { readonly command: string; readonly description: string }[];
}

export interface SimulatedTelegram extends SimulatedParty {
  readonly simulator: TelegramSimulator;
  /** What the product is told beside the address, by setting. */
  readonly settings: Readonly<Record<string, string>>;
  /** Adds the routes of `/__sandbox/telegram` to a server. */
  readonly controls: (app: FastifyInstance) => void;
}

/** The bot, its chats and its server, not listening yet. */
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
  // What https://t.me/<bot>?start=<code> is to the real one.
  app.get("/t.me/:name", async (request, reply) => {
    const { start = "" } = request.query as { start?: string };
    return reply.header("content-type", "text/html; charset=utf-8").send(startPage(start));
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ ok: false, error_code: 404, description: "Not Found" }),
  );
  return app;
}
