import { Server, type IncomingMessage } from "node:http";
import type { Server as TlsServer } from "node:https";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** What a client has begun to send may arrive until then. */
const GRACE_MS = 1_000;

/**
 * Ends connections on which no request ever came, a second after `http` begins to close. Browsers and proxies open some in
 * advance. Node.js closes those that are idle after a request, but waits for these as long as their clients keep them.
 */
export function endSilentConnections(http: FastifyInstance, server: Server | TlsServer): void {
  const silent = new Set<Socket>();
  server.on(server instanceof Server ? "connection" : "secureConnection", (socket: Socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  server.prependListener("request", ({ socket }: IncomingMessage) => silent.delete(socket));
  http.addHook("preClose", async () => {
    setTimeout(() => silent.forEach((socket) => socket.destroy()), GRACE_MS).unref();
  });
}
