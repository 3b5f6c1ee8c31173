/** The order webhook without the product behind it: what the route costs when it does nothing, or just one thing. */
import { type AccountOrder, isForAccount, parseOrderMessage } from "@chartrelay/contract";
import fastify from "fastify";

/** Serves the route on PORT. `take` handles an alert and returns the id to answer with. */
export async function serveWebhook(take: (message: AccountOrder, body: Buffer) => Promise<string>): Promise<void> {
  const app = fastify({ bodyLimit: 64 * 1024 });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_, body, done) => done(null, body));
  app.post("/api/v1/orders", async (request, reply) => {
    const body = request.body as Buffer;
    const { message, problems } = parseOrderMessage(body, request.headers["content-type"]);
    if (!message || !isForAccount(message)) return reply.code(400).send({ problems });
    return { id: await take(message, body), status: "NEW" };
  });
  app.get("/readyz", async () => ({ status: "ready" }));
  await app.listen({ host: process.env["HOST"] ?? "127.0.0.1", port: Number(process.env["PORT"]) });
}
