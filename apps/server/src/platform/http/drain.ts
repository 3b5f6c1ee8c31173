import type { IncomingMessage } from "node:http";

const MAX_BYTES = 32 * 1024 * 1024;
const TIMEOUT_MS = 5_000;

/**
 * Reads and discards what a client is still sending. Closing a connection with unread bytes resets it, and the client
 * would lose the answer. Gives up after 32 MiB or five seconds, whichever comes first.
 */
export async function drain(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return;
  const { promise: done, resolve } = Promise.withResolvers<void>();
  let taken = 0;
  const count = (chunk: Buffer) => {
    taken += chunk.length;
    if (taken > MAX_BYTES) resolve();
  };
  const timer = setTimeout(resolve, TIMEOUT_MS);
  request.on("data", count).once("end", resolve).once("close", resolve).once("error", resolve).resume();
  await done;
  clearTimeout(timer);
  request.off("data", count).off("end", resolve).off("close", resolve).off("error", resolve);
}
