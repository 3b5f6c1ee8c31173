/**
 * Spot's WebSocket API, as far as accounts' events need it: binance-spot-api-docs, web-socket-api.md, User Data Stream
 * requests. One connection carries many accounts.
 */
import type { IncomingMessage } from "node:http";
import type { WebSocket } from "ws";
import { z } from "zod";
import type { Answer } from "../../fault-delivery.ts";
import { EventDelivery } from "../../event-delivery.ts";
import type { PartyServer, Shared } from "../../party-server.ts";
import { acceptSockets, textOf } from "../../web-sockets.ts";
import { admit } from "../admission.ts";
import type { SpotKey } from "../api-keys.ts";
import type { EnvironmentParts } from "../binance.ts";
import { followAccount } from "../event-feed.ts";
import { refuseParameters, required, SIGNED, TEXT } from "../parameters.ts";
import { refused } from "../refusals.ts";
import type { SentRequest } from "../signed-request.ts";
import type { SpotOrder } from "./order-request.ts";
import { userEvent } from "./user-events.ts";

const PATH = "/ws-api/v3";
/** web-socket-api.md, General API Information. */
const LIFETIME = { pingEveryMs: 20_000, pongWithinMs: 60_000, longestMs: 24 * 60 * 60_000 };
const SUBSCRIBE_WEIGHT = 2;

const ALREADY_ACTIVE = refused(-2035, "User data stream subscription is already active.");
const NOT_ACTIVE = refused(-2036, "User data stream subscription is not active.");
const UNAVAILABLE = refused(-1001, "Internal error; unable to process your request. Please try again.", 503);
const UNSUPPORTED = refused(-1020, "This operation is not supported.");
const UNREADABLE = refused(-1102, "Mandatory parameter 'method' was not sent, was empty/null, or malformed.");

const request = z.object({
  id: z.union([z.string(), z.number(), z.null()]).default(null),
  method: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
});
type Request = z.output<typeof request>;

interface Subscription {
  readonly account: string;
  /** Ends its events and says so. */
  end(): void;
  /** Ends its events. */
  close(): void;
}

interface Connection {
  readonly socket: WebSocket;
  readonly ip: string;
  readonly subscriptions: Map<number, Subscription>;
  nextSubscriptionId: number;
}

/** Adds the WebSocket API to an environment's server. */
export function serveWebSocketApi(
  shared: Shared,
  server: PartyServer,
  parts: EnvironmentParts<SpotKey, SpotOrder>,
): { reset(): void; readonly endpoints: readonly never[] } {
  let executionId = 8_641_983;
  const { clock } = parts.gate;

  const subscribe = (connection: Connection, sent: SentRequest): Answer => {
    const { orderEntry, gate, environment } = parts;
    const apiKey = sent.parameters.get("apiKey");
    const subject = { venue: "BINANCE_SPOT", environment, operation: "stream", account: apiKey } as const;
    shared.calls.record(subject);
    if (shared.faults.refusesStream(subject)) return UNAVAILABLE;
    const isRevoked = shared.faults.take(subject).party.some(({ kind }) => kind === "unauthorized");
    const key = admit(gate, sent, { apiKey, ip: connection.ip, right: "read", isRevoked });
    if ("status" in key) return key;
    const rules = { apiKey: required(TEXT), ...SIGNED, recvWindow: gate.dialect.recvWindow };
    const wrong = refuseParameters(sent.parameters, rules);
    if (wrong) return wrong;
    const { subscriptions, socket } = connection;
    if ([...subscriptions.values()].some(({ account }) => account === key.account)) return ALREADY_ACTIVE;
    const subscriptionId = connection.nextSubscriptionId;
    connection.nextSubscriptionId += 1;
    const send = (event: object) => socket.send(JSON.stringify({ subscriptionId, event }));
    const announce = (e: string) => ({ e, E: Math.floor(clock()) });
    const close = () => {
      unfollow();
      delivery.close();
      subscriptions.delete(subscriptionId);
    };
    const end = () => {
      close();
      send(announce("eventStreamTerminated"));
    };
    const delivery = new EventDelivery<object>(shared.faults, subject, {
      send,
      cut: () => socket.terminate(),
      end,
      // It concerns the connection, so it names no subscription.
      announceShutdown: () => socket.send(JSON.stringify({ event: announce("serverShutdown") })),
    });
    const { market, book } = orderEntry;
    const eventParts = { key, market, book, nextExecutionId: () => (executionId += 1) };
    const unfollow = followAccount(market, book, key.account, (change) => {
      delivery.deliver(userEvent(change, eventParts), key.account);
    });
    subscriptions.set(subscriptionId, { account: key.account, end, close });
    return { status: 200, body: { subscriptionId } };
  };

  const unsubscribe = ({ subscriptions }: Connection, { params }: Request): Answer => {
    const asked = params["subscriptionId"];
    const ids = asked === undefined ? [...subscriptions.keys()] : [Number(asked)];
    if (ids.some((id) => !subscriptions.has(id))) return NOT_ACTIVE;
    for (const id of ids) subscriptions.get(id)?.end();
    return { status: 200, body: {} };
  };

  const perform = (connection: Connection, asked: Request): Answer => {
    switch (asked.method) {
      case "ping":
        return { status: 200, body: {} };
      case "userDataStream.subscribe.signature": {
        const limited = parts.gate.limits.takeRequest(SUBSCRIBE_WEIGHT);
        return limited ?? subscribe(connection, signedRequest(asked));
      }
      case "userDataStream.unsubscribe":
        return unsubscribe(connection, asked);
      case "session.subscriptions":
        return {
          status: 200,
          body: Array.from(connection.subscriptions.keys(), (subscriptionId) => ({ subscriptionId })),
        };
      default:
        return UNSUPPORTED;
    }
  };

  const open = (socket: WebSocket, { socket: { remoteAddress = "" }, url }: IncomingMessage): void => {
    if (url?.split("?")[0] !== PATH) return socket.terminate();
    const connection: Connection = { socket, ip: remoteAddress, subscriptions: new Map(), nextSubscriptionId: 0 };
    socket.on("message", (data) => {
      const read = request.safeParse(jsonIn(textOf(data)));
      const id = read.data?.id ?? null;
      const { status, body } = read.success ? perform(connection, read.data) : UNREADABLE;
      socket.send(JSON.stringify(status === 200 ? { id, status, result: body } : { id, status, error: body }));
    });
    socket.on("close", () => {
      for (const { close } of connection.subscriptions.values()) close();
    });
  };

  acceptSockets(server.app, { ...LIFETIME, clock }, open);
  return { reset: () => undefined, endpoints: [] };
}

/** Signed are all parameters but the signature, sorted by name, not percent-encoded: web-socket-api.md, Request security. */
function signedRequest({ params }: Request): SentRequest {
  const parameters = new Map(Object.entries(params).map(([name, value]) => [name, String(value)]));
  const signed = [...parameters]
    .filter(([name]) => name !== "signature")
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { parameters, payload: signed.map(([name, value]) => `${name}=${value}`).join("&"), signedLast: true };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
