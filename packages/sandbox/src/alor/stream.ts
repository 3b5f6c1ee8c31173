/**
 * Alor's WebSocket, `/ws` on the API's address: subscriptions to what happens in a portfolio (docs/venues/alor.md,
 * Stream).
 */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { WebSocketServer, type WebSocket } from "ws";
import { z } from "zod";
import { EventDelivery } from "../event-delivery.ts";
import type { Environment } from "../ledger.ts";
import type { Market } from "../market/terms.ts";
import type { Shared } from "../party-server.ts";
import { refuseUpgrade } from "../web-sockets.ts";
import type { AccessTokens } from "./jwt.ts";
import { OPCODES, type Feed, type Opcode } from "./subscriptions.ts";

export interface Stream {
  readonly shared: Pick<Shared, "calls" | "closing" | "faults">;
  readonly environment: Environment;
  readonly market: Market;
  readonly tokens: AccessTokens;
  readonly feeds: Readonly<Record<Opcode, Feed>>;
}

const common = { guid: z.string().min(1), token: z.string() };
const subscribeMessage = z.strictObject({
  ...common,
  opcode: z.enum(OPCODES),
  exchange: z.enum(["MOEX", "SPBX"]),
  portfolio: z.string(),
  format: z.string().default("Simple"),
  skipHistory: z.boolean().default(false),
  orderStatuses: z.array(z.enum(["working", "filled", "canceled", "rejected"])).optional(),
  instrumentGroup: z.string().optional(),
});
const streamMessage = z.discriminatedUnion("opcode", [
  z.strictObject({ ...common, opcode: z.literal("unsubscribe") }),
  subscribeMessage,
]);
type Subscribe = z.output<typeof subscribeMessage>;

const OK = { httpCode: 200, message: "Handled successfully" } as const;
const INVALID_TOKEN = { httpCode: 401, message: "Invalid JWT token!" } as const;
/** Alor documents no refusals but 401: these have its shape. */
const FORBIDDEN = { httpCode: 403, message: "Portfolio is not available" } as const;
const UNAVAILABLE = { httpCode: 503, message: "Service is unavailable" } as const;
const UNREADABLE = { httpCode: 400, message: "Message can't be processed" } as const;

const NO_ANSWER = {};

/** Adds the WebSocket to a server. */
export function streamServer(app: FastifyInstance, stream: Stream): void {
  const server = new WebSocketServer({ noServer: true, autoPong: false });
  app.server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.url?.split("?")[0] !== "/ws") return refuseUpgrade(socket, "404 Not Found");
    if (stream.shared.faults.refusesStream(subjectOf(stream))) return refuseUpgrade(socket, "503 Service Unavailable");
    server.handleUpgrade(request, socket, head, (client) => serve(client, stream));
  });
  stream.shared.closing.addEventListener("abort", () => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
}

function serve(client: WebSocket, stream: Stream): void {
  const subscriptions = new Map<string, () => void>();
  const send = (message: object) => client.send(JSON.stringify(message));
  const { venue, environment } = subjectOf(stream);
  const events = new EventDelivery<object>(
    stream.shared.faults,
    { venue, environment },
    { send, cut: () => client.terminate() },
  );

  const subscribe = (asked: Subscribe) => {
    const { guid, portfolio } = asked;
    const feed = stream.feeds[asked.opcode];
    subscriptions.get(guid)?.();
    // The order of history and acknowledgement isn't documented; this one finds those who wait for the latter.
    if (!asked.skipHistory) for (const data of feed.history(asked)) send({ data, guid });
    send({ requestGuid: guid, ...OK });
    const stop = stream.market.subscribe(portfolio, (event) => {
      const data = feed.row(event, asked);
      if (data) events.deliver({ data, guid }, portfolio);
    });
    subscriptions.set(guid, stop);
  };

  client.on("message", (text) => {
    const json = jsonIn((text as Buffer).toString("utf8"));
    const read = streamMessage.safeParse(json);
    const answer = read.success ? refusalOf(read.data, stream) : { ...guidIn(json), ...UNREADABLE };
    if (answer === NO_ANSWER) return;
    if (answer) {
      // An error ends the connection with all of its subscriptions.
      send(answer);
      client.close();
    } else if (read.data?.opcode === "unsubscribe") {
      subscriptions.get(read.data.guid)?.();
      subscriptions.delete(read.data.guid);
      send({ requestGuid: read.data.guid, ...OK });
    } else if (read.data) {
      subscribe(read.data);
    }
  });
  client.on("ping", (payload) => {
    if (!events.isSilent) client.pong(payload);
  });
  client.on("close", () => {
    events.close();
    for (const stop of subscriptions.values()) stop();
  });
  client.on("error", () => client.terminate());
}

/** Counts a subscription as a call, and returns the error that it gets, if any, or that it gets no answer. */
function refusalOf(message: z.output<typeof streamMessage>, stream: Stream): object | undefined {
  const { shared, tokens } = stream;
  const requestGuid = message.guid;
  const rights = tokens.rightsOf(message.token);
  if (message.opcode === "unsubscribe") return rights ? undefined : { requestGuid, ...INVALID_TOKEN };
  const subject = subjectOf(stream, message.portfolio);
  shared.calls.record(subject);
  const { party, transport } = shared.faults.take(subject);
  if (transport?.kind === "hang") return NO_ANSWER;
  const isTokenRefused = party.some(({ kind }) => kind === "unauthorized");
  if (!rights || isTokenRefused) return { requestGuid, ...INVALID_TOKEN };
  if (shared.faults.refusesStream(subject)) return { requestGuid, ...UNAVAILABLE };
  if (!rights.portfolios.has(message.portfolio) || !rights.scope.has("OrdersRead"))
    return { requestGuid, ...FORBIDDEN };
  return message.format.toLowerCase() === "simple" ? undefined : { requestGuid, ...UNREADABLE };
}

function subjectOf({ environment }: Stream, account?: string) {
  return { venue: "ALOR_BROKER", environment, operation: "stream", account } as const;
}

function guidIn(json: unknown): object {
  const read = z.looseObject({ guid: z.string() }).safeParse(json);
  return read.success ? { requestGuid: read.data.guid } : {};
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
