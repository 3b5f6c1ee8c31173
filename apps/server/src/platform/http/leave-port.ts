import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import type { Server as TlsServer } from "node:https";

/** How long clients may keep a connection on which they send nothing. */
const GRACE_MS = 1_000;
const CHECK_MS = 20;

/**
 * Leaves a port to the other processes that listen on it, and refuses nobody: takes no new connections, answers
 * requests as ever, and ends each connection after its next answer. Returns when there are none left, or after a
 * second.
 */
export async function leavePort(server: Server | TlsServer, wait: (ms: number) => Promise<unknown>): Promise<void> {
  // An HTTP server's own close would also end idle connections, on which a request may be under way.
  NetServer.prototype.close.call(server);
  server.prependListener("request", (_, response) => response.setHeader("connection", "close"));
  for (let waitedMs = 0; waitedMs < GRACE_MS && (await connectionsOf(server)) > 0; waitedMs += CHECK_MS) {
    await wait(CHECK_MS);
  }
}

function connectionsOf(server: NetServer): Promise<number> {
  return new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
}
