/** WebSockets at a simulated party's server. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { WebSocketServer, type RawData, type WebSocket } from "ws";

export interface Lifetime {
  /** How often the party sends a ping frame. */
  readonly pingEveryMs: number;
  /** A client that hasn't answered a ping by then is cut off. */
  readonly pongWithinMs: number;
  /** A connection is closed after this, by `clock`. */
  readonly longestMs: number;
  /** The party's own, in milliseconds: it may jump. */
  readonly clock: () => number;
}

/** How often connections are looked for that have lived too long. */
const AGE_CHECK_MS = 100;

/** Accepts WebSockets at any path of `app`, which `onOpen` tells apart, unless it `refuses`. They end with the server. */
export function acceptSockets(
  app: FastifyInstance,
  { pingEveryMs, pongWithinMs, longestMs, clock }: Lifetime,
  onOpen: (socket: WebSocket, request: IncomingMessage) => void,
  refuses: (request: IncomingMessage) => boolean = () => false,
): void {
  const server = new WebSocketServer({ noServer: true });
  const endsAtMs = new WeakMap<WebSocket, number>();
  const timer = setInterval(() => {
    for (const socket of server.clients) if (clock() > (endsAtMs.get(socket) ?? Infinity)) socket.close();
  }, AGE_CHECK_MS).unref();
  app.server.on("upgrade", (request, connection, head) => {
    if (refuses(request)) return refuseUpgrade(connection, "503 Service Unavailable");
    server.handleUpgrade(request, connection, head, (socket) => {
      endsAtMs.set(socket, clock() + longestMs);
      keepAlive(socket, pingEveryMs, pongWithinMs);
      onOpen(socket, request);
    });
  });
  app.addHook("preClose", async () => {
    clearInterval(timer);
    for (const socket of server.clients) socket.terminate();
  });
}

/** Answers a request for a WebSocket with a status line, and closes the connection. */
export function refuseUpgrade(connection: Duplex, status: string): void {
  // A client that is gone before it has read this is no failure of ours.
  connection.on("error", () => undefined);
  connection.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function keepAlive(socket: WebSocket, pingEveryMs: number, pongWithinMs: number): void {
  let unansweredSinceMs: number | undefined;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    unansweredSinceMs ??= nowMs;
    if (nowMs - unansweredSinceMs > pongWithinMs) socket.terminate();
    else socket.ping(String(Math.floor(nowMs)));
  }, pingEveryMs).unref();
  socket.on("pong", () => (unansweredSinceMs = undefined));
  socket.on("close", () => clearInterval(timer));
  // What is wrong with a socket ends it, which "close" tells.
  socket.on("error", () => undefined);
}

/** Returns the text of a message as it arrives: in one piece. */
export function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString("utf8") : "";
}
