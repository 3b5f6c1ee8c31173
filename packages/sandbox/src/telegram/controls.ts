/** `/__sandbox/telegram/…`: pages and routes to see the simulated chats and write in them. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { SimulatedBot } from "./bot.ts";
import { chatInput } from "./chats.ts";
import { pressInput, sayInput, stateInput } from "./conversation.ts";
import { chatPage, chatsPage } from "./page.ts";
import type { TelegramSimulator } from "./simulator.ts";

const limitsInput = z.strictObject({
  perChat: z.int().positive().optional(),
  perGroup: z.int().positive().optional(),
  overall: z.int().positive().optional(),
  timeScale: z.number().positive().optional(),
});

/** Adds the routes to a server whose requests carry their body as text. */
export function controlTelegram(app: FastifyInstance, bot: SimulatedBot, simulator: TelegramSimulator): void {
  const { chats, sent, meter, updates } = bot;
  const limits = () => ({ limits: meter.limits, exceeded: meter.exceeded, conflicts: updates.conflicts });

  app.get("/__sandbox/telegram", async (request, reply) => {
    const { chat } = request.query as { chat?: string };
    const shown = chat === undefined ? undefined : chats.get(Number(chat));
    const page = shown ? chatPage(shown, bot) : chatsPage(bot);
    return reply.header("content-type", "text/html; charset=utf-8").send(page);
  });
  app.get("/__sandbox/telegram/messages", async (request) => {
    const { chat } = request.query as { chat?: string };
    return sent.list(chat === undefined ? undefined : Number(chat));
  });
  app.get("/__sandbox/telegram/chats", async () => chats.list());
  app.get("/__sandbox/telegram/limits", async () => limits());

  /** Adds a route that performs a body accepted by `schema`; a form from the page is redirected back to the page. */
  const act = <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    perform: (input: z.output<Schema>) => unknown,
  ): void => {
    app.post(`/__sandbox/telegram/${path}`, async (request, reply) => {
      // curl declares its data as a form by default, so the content type proves nothing.
      const isForm = !/^\s*[[{]/.test(request.text);
      const read = schema.safeParse(isForm ? readForm(request.text) : readJson(request.text));
      if (!read.success) return reply.code(400).send({ message: z.prettifyError(read.error) });
      try {
        const result = perform(read.data);
        if (!isForm) return result ?? {};
        return reply.redirect(`/__sandbox/telegram?chat=${(read.data as { chatId: number }).chatId}`, 303);
      } catch (error) {
        return reply.code(404).send({ message: error instanceof Error ? error.message : String(error) });
      }
    });
  };
  act("chats", z.union([chatInput.transform((chat) => [chat]), z.array(chatInput)]), (list) => chats.put(...list));
  act("say", sayInput, simulator.say);
  act("press", pressInput, simulator.press);
  act("state", stateInput, simulator.setState);
  act("migrate", z.strictObject({ chatId: z.int() }), ({ chatId }) => ({ id: simulator.migrate(chatId) }));
  act("limits", limitsInput, (changed) => {
    const given = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
    meter.configure(given);
    return limits();
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readForm(text: string): unknown {
  const fields = Object.fromEntries(new URLSearchParams(text));
  return { ...fields, chatId: Number(fields["chatId"]) };
}
