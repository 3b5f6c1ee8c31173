/** The HTTP server behind every simulated party: lenient parsing, fault delivery, call counts, control routes. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Calls, Operation } from "./calls.ts";
import type { Controlled } from "./control.ts";
import { deliver, type Forge, type Perform } from "./fault-delivery.ts";
import type { Faults } from "./faults.ts";
import type { Environment, Ledger } from "./ledger.ts";
import type { Party } from "./parties.ts";

/** A request that was answered, as it was sent; bodies are text. */
export interface Exchange {
  readonly venue: Party;
  readonly environment: Environment;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string | string[] | undefined>>;
  readonly requestBody: string;
  readonly status: number;
  readonly responseHeaders: Readonly<Record<string, unknown>>;
  readonly responseBody: string;
  /** The fault that forged this answer, if any: such an answer is outside the party's contract. */
  readonly fault: string | undefined;
}

/** What all simulated parties share. */
export interface Shared extends Controlled {
  /** The server of the control port, with every control route. */
  readonly control: FastifyInstance;
  readonly ledger: Ledger;
  readonly faults: Faults;
  readonly calls: Calls;
  /** Milliseconds since the Unix epoch, with fractions. */
  readonly now: () => number;
  readonly onExchange: ((exchange: Exchange) => void) | undefined;
  /** Aborts when the sandbox closes. */
  readonly closing: AbortSignal;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The body as received; parties parse it themselves, as strictly as the original does. */
    text: string;
    forgedBy: string | undefined;
  }
}

/** Answers one call to a party: counts it, applies faults, performs it. */
export type Serve = (
  request: FastifyRequest,
  reply: FastifyReply,
  call: { readonly operation: Operation; readonly account: string | undefined; readonly perform: Perform },
) => Promise<FastifyReply>;

/** A server for one address of a party, not listening yet, and the function that serves its calls. */
export interface PartyServer {
  readonly app: FastifyInstance;
  readonly serve: Serve;
}

/** Creates a party's server; `forge` words the answers of faults if the party has its own words for them. */
export function partyServer(shared: Shared, venue: Party, environment: Environment, forge?: Forge): PartyServer {
  const app = controlledServer(shared);
  const { onExchange } = shared;
  if (onExchange) {
    app.addHook("onSend", async (request, reply, payload) => {
      onExchange({
        venue,
        environment,
        method: request.method,
        url: request.url,
        requestHeaders: request.headers,
        requestBody: request.text,
        status: reply.statusCode,
        responseHeaders: reply.getHeaders(),
        responseBody: typeof payload === "string" ? payload : "",
        fault: request.forgedBy,
      });
    });
  }
  const serve: Serve = async (request, reply, { operation, account, perform }) => {
    const subject = { venue, environment, operation, account };
    shared.calls.record(subject);
    const effect = shared.faults.take(subject);
    request.forgedBy = effect.transport?.kind;
    await deliver(perform, effect, request, reply, shared.closing, forge);
    return reply;
  };
  return { app, serve };
}

/** Creates a server that passes every body on as text, and on which the control routes are found too. */
export function controlledServer({ control }: Pick<Shared, "control">): FastifyInstance {
  const app = plainServer();
  app.addHook("onRequest", (request, reply, done) => {
    if (!request.url.startsWith("/__sandbox/")) return done();
    // The one server that has them answers: adding them to each took a quarter of a sandbox's start.
    reply.hijack();
    control.routing(request.raw, reply.raw);
  });
  return app;
}

/** Creates a server that passes every body on as text. */
export function plainServer(): FastifyInstance {
  const app = Fastify({ bodyLimit: 64 * 1024 * 1024, forceCloseConnections: true, exposeHeadRoutes: false });
  app.decorateRequest("text", "");
  app.decorateRequest("forgedBy", undefined);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (request, body, done) => {
    request.text = body as string;
    done(null, body);
  });
  return app;
}
