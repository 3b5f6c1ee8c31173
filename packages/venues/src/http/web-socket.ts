/** A WebSocket of an adapter: what it says, and when it is dead. */
import { WebSocket, type RawData } from "ws";

export interface SocketHandlers {
  readonly onOpen: () => void;
  readonly onMessage: (text: string) => void;
  /** Called once, when it failed or ended by itself. `cause` is free of addresses and secrets. */
  readonly onDown: (cause: string) => void;
}

export interface SocketLimits {
  readonly connectMs: number;
  /** How long it may show no sign of life, not even an answer to our pings. */
  readonly aliveWithinMs: number;
}

export interface Socket {
  send(message: object): void;
  /** Ends it; none of its handlers is called any more. */
  close(): void;
}

/** More than a venue has any reason to send in one message. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/** Opens a WebSocket. `url` may begin with http or https. Never throws. */
export function openSocket(url: string, handlers: SocketHandlers, limits: SocketLimits): Socket {
  const socket = new WebSocket(url, {
    handshakeTimeout: limits.connectMs,
    followRedirects: false,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
  });
  let isOver = false;
  let heardMs = performance.now();
  const timer = setInterval(() => {
    if (performance.now() - heardMs > limits.aliveWithinMs) return end("no sign of life");
    if (socket.readyState === WebSocket.OPEN) socket.ping();
  }, limits.aliveWithinMs / 3).unref();

  const stop = () => {
    isOver = true;
    clearInterval(timer);
    socket.terminate();
  };
  const end = (cause: string) => {
    if (isOver) return;
    stop();
    handlers.onDown(cause);
  };
  const hear = () => {
    heardMs = performance.now();
  };

  socket.on("open", () => {
    hear();
    if (!isOver) handlers.onOpen();
  });
  socket.on("message", (data) => {
    hear();
    if (!isOver) handlers.onMessage(textOf(data));
  });
  socket.on("ping", hear);
  socket.on("pong", hear);
  socket.on("unexpected-response", (_request, { statusCode }) => end(`HTTP ${statusCode}`));
  socket.on("close", (code) => end(`closed with ${code}`));
  // Its message may contain the address, and with it a stream's key.
  socket.on("error", (error: Error & { readonly code?: unknown }) =>
    end(typeof error.code === "string" ? error.code : error.name),
  );
  return {
    send: (message) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    close: () => {
      if (!isOver) stop();
    },
  };
}

function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString("utf8") : "";
}
