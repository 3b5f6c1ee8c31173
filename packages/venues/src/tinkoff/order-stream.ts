/** One connection to T-Invest's stream of order states (docs/venues/t-invest.md, Streams). */
import type { Reason } from "@chartrelay/contract";
import { WebSocket } from "ws";
import * as z from "zod";
import { readExactJson } from "../http/exact-json.ts";
import type { Credentials } from "../venue.ts";
import { streamedOrder, type StreamedOrder } from "./execution-state.ts";

/** How a connection ended. */
export type StreamEnd =
  | { readonly kind: "broken"; readonly cause: string }
  /** The user has too many streams open; T-Invest counts them every two minutes. */
  | { readonly kind: "too-many" }
  /** Trying again is useless. */
  | { readonly kind: "refused"; readonly reason: Reason | null };

export interface StreamHandlers {
  /** The subscription stands: from now on, events come. */
  readonly onLive: () => void;
  readonly onOrder: (order: StreamedOrder) => void;
  /** Called once. Not called after `close`. */
  readonly onEnd: (end: StreamEnd) => void;
}

export interface StreamTerms {
  readonly url: string;
  readonly roots: readonly string[] | undefined;
  /** How often a quiet stream shows that it lives, in milliseconds: 1,000 to 120,000. */
  readonly pingMs: number;
  /** A stream that says nothing for so long is dead. */
  readonly silenceMs: number;
  readonly connectMs: number;
}

const SERVICE = "tinkoff.public.invest.api.contract.v1.OrdersStreamService/OrderStateStream";

/** Returns the stream's address: on the host of the REST gateway (ws/asyncapi.yaml). */
export function streamUrlOf(apiUrl: string): string {
  const url = new URL(apiUrl);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.pathname = `/ws/${SERVICE}`;
  return url.href;
}

/** Any message: which of the fields is set says what it is. */
const message = z.object({
  orderState: streamedOrder.optional().catch(undefined),
  subscription: z
    .object({
      status: z.string().default(""),
      error: z.object({ code: z.string().default("") }).optional(),
    })
    .optional(),
});

/** ws/errors.md. */
const CLOSE_CODES: Readonly<Record<number, StreamEnd>> = {
  4003: { kind: "refused", reason: null },
  4008: { kind: "too-many" },
  4016: { kind: "refused", reason: "CREDENTIALS_REFUSED" },
};
/** contracts/t-invest/api_errors.json, in a subscription that was refused. */
const ERRORS: Readonly<Record<string, StreamEnd>> = {
  12001: { kind: "refused", reason: null },
  40002: { kind: "refused", reason: "NO_RIGHT_TO_READ" },
  40003: { kind: "refused", reason: "CREDENTIALS_REFUSED" },
  40004: { kind: "refused", reason: "ACCOUNT_BLOCKED" },
  50004: { kind: "refused", reason: "ACCOUNT_NOT_FOUND" },
  80001: { kind: "too-many" },
  80002: { kind: "too-many" },
};
/** What the handshake was answered with instead. 404 and 501: there is no such stream, as perhaps in the sandbox. */
const STATUSES: Readonly<Record<number, StreamEnd>> = {
  401: { kind: "refused", reason: "CREDENTIALS_REFUSED" },
  403: { kind: "refused", reason: "NO_RIGHT_TO_READ" },
  404: { kind: "refused", reason: null },
  429: { kind: "too-many" },
  501: { kind: "refused", reason: null },
};

/** Opens a stream of these accounts' orders; returns how to close it. */
export function openOrderStream(
  { url, roots, pingMs, silenceMs, connectMs }: StreamTerms,
  { secretKey }: Credentials,
  accounts: readonly string[],
  { onLive, onOrder, onEnd }: StreamHandlers,
): () => void {
  // Not as a sub-protocol, which T-Invest takes too: those end up in proxies' logs.
  const socket = new WebSocket(url, ["json"], {
    headers: { authorization: `Bearer ${secretKey}` },
    handshakeTimeout: connectMs,
    ...(roots && { ca: [...roots] }),
  });
  let isOver = false;
  let watchdog: NodeJS.Timeout | undefined;
  const close = () => {
    isOver = true;
    clearTimeout(watchdog);
    socket.terminate();
  };
  const end = (how: StreamEnd) => {
    if (isOver) return;
    close();
    onEnd(how);
  };
  const broken = (cause: string) => end({ kind: "broken", cause });
  const heard = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => broken("silent"), silenceMs);
  };

  socket.on("unexpected-response", (_, { statusCode = 0 }) =>
    end(STATUSES[statusCode] ?? causeOf(`HTTP ${statusCode}`)),
  );
  // The message may contain an address, the code doesn't.
  socket.on("error", (error: Error & { readonly code?: unknown }) =>
    broken(typeof error.code === "string" ? error.code : error.name),
  );
  socket.on("close", (code) => end(CLOSE_CODES[code] ?? causeOf(`closed with ${code}`)));
  socket.on("open", () => {
    socket.send(JSON.stringify({ accounts, pingDelayMillis: pingMs }));
    heard();
  });
  socket.on("message", (data) => {
    if (isOver) return;
    heard();
    const { success, data: said } = message.safeParse(readExactJson((data as Buffer).toString("utf8")));
    if (!success) return;
    if (said.orderState) onOrder(said.orderState);
    const { subscription } = said;
    if (subscription?.status === "RESULT_SUBSCRIPTION_STATUS_OK") onLive();
    else if (subscription) end(ERRORS[subscription.error?.code ?? ""] ?? causeOf("subscription refused"));
  });
  return close;
}

function causeOf(cause: string): StreamEnd {
  return { kind: "broken", cause };
}
