/**
 * The streams of one environment: JSON over WebSockets on the API's port, one method a connection, one request and then
 * its events (docs/venues/t-invest.md, Streams).
 */
import type { IncomingMessage } from "node:http";
import { WebSocketServer, type WebSocket } from "ws";
import type { Environment } from "../ledger.ts";
import type { Shared } from "../party-server.ts";
import { EventDelivery } from "../event-delivery.ts";
import { refuseUpgrade } from "../web-sockets.ts";
import type { TinkoffAccount } from "./accounts.ts";
import { CONTRACT, openedNow, ownerOf, tokenIn, type JsonObject } from "./method.ts";
import { STREAMS, type StreamGateway, type StreamMethod, type StreamName } from "./stream-methods.ts";
import type { StreamSlots } from "./stream-slots.ts";

/** Before the name of the method: ws/asyncapi.yaml, and the WebSocket protocol's page. */
const STREAM_PATH = `/ws/${CONTRACT}.`;
/** ws/errors.md. */
const CLOSE = {
  invalid: [4003, "Invalid argument spacified"],
  deadline: [4004, "Deadline exceeded"],
  limit: [4008, "Request limit exceeded"],
  token: [4016, "Authentication token is missing or invalid"],
} as const;
/** How long a client may take to send its request. */
const REQUEST_WITHIN_MS = 10_000;
const SUB_PROTOCOLS: ReadonlySet<string> = new Set(["json", "json-proto"]);

export interface StreamServerOptions extends StreamGateway {
  readonly environment: Environment;
  readonly slots: StreamSlots;
  readonly shared: Pick<Shared, "calls" | "faults" | "closing">;
  /** The streams that this environment has. */
  readonly methods: readonly StreamName[];
}

/** Answers WebSocket connections on the gateway's server. */
export function serveStreams(options: StreamServerOptions): void {
  const { app, shared, methods, environment } = options;
  const server = new WebSocketServer({
    noServer: true,
    // The server names the sub-protocol that it took: clients check it.
    handleProtocols: (offered) => [...offered].find((one) => SUB_PROTOCOLS.has(one)) ?? false,
  });
  app.server.on("upgrade", (request, socket, head) => {
    const path = new URL(request.url ?? "", "http://venue").pathname;
    const name = methods.find((method) => path === STREAM_PATH + method);
    if (name === undefined) return refuseUpgrade(socket, "404 Not Found");
    const token = tokenOf(request);
    const account = options.accounts.openedBy(token)[0]?.account;
    const subject = { venue: "TINKOFF", environment, operation: "stream", account } as const;
    shared.calls.record(subject);
    if (shared.faults.refusesStream(subject)) return refuseUpgrade(socket, "503 Service Unavailable");
    server.handleUpgrade(request, socket, head, (client) => open(options, name, client, token));
  });
  shared.closing.addEventListener("abort", () => {
    for (const client of server.clients) client.terminate();
  });
}

/** The token is in the header, or the second of the sub-protocols. */
function tokenOf({ headers }: IncomingMessage): string {
  const [, second = ""] = (headers["sec-websocket-protocol"] ?? "").split(",").map((one) => one.trim());
  return tokenIn(headers.authorization) || second;
}

function open(options: StreamServerOptions, name: StreamName, client: WebSocket, token: string): void {
  const close = (why: keyof typeof CLOSE) => {
    const [code, reason] = CLOSE[why];
    client.close(code, reason);
  };
  client.on("error", () => client.terminate());
  const opened = openedNow(options, token);
  const [first] = opened;
  if (!first) return close("token");
  if (!SUB_PROTOCOLS.has(client.protocol)) return close("invalid");
  const method: StreamMethod = STREAMS[name];
  const free = options.slots.take(ownerOf(opened), name, method.limitOf(first));
  if (!free) return close("limit");
  client.on("close", free);
  const deadline = setTimeout(() => close("deadline"), REQUEST_WITHIN_MS).unref();
  client.on("close", () => clearTimeout(deadline));
  client.once("message", (data) => {
    clearTimeout(deadline);
    const request = readRequest((data as Buffer).toString("utf8"), method);
    if (request) subscribe(options, name, client, opened, request);
    else close("invalid");
  });
}

interface StreamRequest {
  readonly json: JsonObject;
  readonly accounts: readonly string[];
  readonly pingMs: number;
}

function readRequest(text: string, { pings, pingIn }: StreamMethod): StreamRequest | undefined {
  let json: JsonObject;
  try {
    json = JSON.parse(text);
    const { accounts } = json;
    if (!Array.isArray(accounts) || accounts.length === 0 || !accounts.every((id) => typeof id === "string"))
      return undefined;
    const pingMs = pingIn(json) ?? pings.usual;
    if (typeof pingMs !== "number" || pingMs < pings.least || pingMs > pings.most) return undefined;
    return { json, accounts, pingMs };
  } catch {
    return undefined;
  }
}

let streams = 0;

function subscribe(
  options: StreamServerOptions,
  name: StreamName,
  client: WebSocket,
  opened: readonly TinkoffAccount[],
  { json, accounts, pingMs }: StreamRequest,
): void {
  const { market, environment, shared } = options;
  const method: StreamMethod = STREAMS[name];
  streams += 1;
  const ids = { streamId: `stream-${streams}`, trackingId: `tracking-${streams}` };
  const followed = opened.filter(({ account, noAccess }) => accounts.includes(account) && !noAccess);
  const missing = accounts.filter((id) => !followed.some(({ account }) => account === id));

  let ping: NodeJS.Timeout | undefined;
  const send = (message: object) => {
    client.send(JSON.stringify(message));
    clearTimeout(ping);
    ping = setTimeout(sendPing, pingMs).unref();
  };
  // Pings come only if nothing else does.
  const sendPing = () => {
    const time = new Date(market.nowMs()).toISOString();
    if (!delivery.isSilent) send({ ping: { time, streamId: ids.streamId } });
  };
  const channel = { send, cut: () => client.terminate() };
  const delivery = new EventDelivery<object>(shared.faults, { venue: "TINKOFF", environment }, channel);

  send(method.acknowledge(ids, accounts, missing));
  for (const message of method.first(options, json, followed)) send(message);
  const lagMs = method.lagMs(options);
  const ends = followed.map(({ account }) => {
    const translate = method.translate(options);
    return market.subscribe(account, (event) => {
      for (const message of translate(event)) {
        if (lagMs === 0) delivery.deliver(message, account);
        else setTimeout(() => delivery.deliver(message, account), lagMs).unref();
      }
    });
  });
  client.on("close", () => {
    clearTimeout(ping);
    delivery.close();
    for (const end of ends) end();
  });
}
