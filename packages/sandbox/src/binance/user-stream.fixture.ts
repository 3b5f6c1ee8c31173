/** For tests: a raw connection to a simulated stream. */
import { expect, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { textOf } from "../web-sockets.ts";
import { eventually } from "../../../../scripts/eventually.ts";

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each test knows what it expects
type Json = any;

export interface RawStream {
  /** Everything that came, parsed. */
  readonly messages: readonly Json[];
  readonly socket: WebSocket;
  send(message: object): void;
  /** Waits until that many messages have come, and returns all. */
  until(count: number): Promise<readonly Json[]>;
}

/** Connects for the running test, and resolves once the socket is open. */
export async function connect(url: string): Promise<RawStream> {
  const socket = new WebSocket(url);
  const messages: Json[] = [];
  socket.on("message", (data) => messages.push(JSON.parse(textOf(data))));
  onTestFinished(() => socket.terminate());
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  return {
    messages,
    socket,
    send: (message) => socket.send(JSON.stringify(message)),
    until: (count) =>
      eventually(
        () => {
          expect(messages.length).toBeGreaterThanOrEqual(count);
          return messages;
        },
        { interval: 2 },
      ),
  };
}
