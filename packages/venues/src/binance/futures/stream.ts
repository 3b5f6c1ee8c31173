/**
 * Follows a futures account: a connection of its own, with a key that has to be prolonged. A key that is dead, wrong or
 * foreign opens a socket on which nothing comes, so silence proves nothing: reading does (missed-events.ts).
 */
import type { StreamListener } from "../../execution.ts";
import { readExactJson } from "../../http/exact-json.ts";
import { openSocket, type Socket } from "../../http/web-socket.ts";
import { NotSent, refused } from "../../not-sent.ts";
import type { Credentials } from "../../venue.ts";
import { keepConnected, type Connection, type ConnectionHandlers } from "../connection.ts";
import type { Environments } from "../environment.ts";
import { keyRefusalIn } from "../executions.ts";
import { readEvent } from "./events.ts";

const LISTEN_KEY = { path: "/fapi/v1/listenKey", weight: 1, purpose: "stream" } as const;

/** Follows the account until `signal` aborts. Never throws. */
export function followFutures(
  environments: Environments,
  credentials: Credentials,
  { onEvent, onState }: StreamListener,
  signal: AbortSignal,
): void {
  const { product, timeouts, streamTimes } = environments;
  const { host, streamUrl, missedEvents } = environments.of(credentials);
  const watched = missedEvents.watch(credentials, () => kept.replace());

  /** Returns the account's key, another hour old at most, or what prevents that. */
  async function prolong(method: "POST" | "PUT", until: AbortSignal): Promise<string> {
    const request = { ...LISTEN_KEY, method, timeoutMs: timeouts.lookUpMs };
    const reply = await host.sendKeyed(request, credentials, until);
    if (reply.kind !== "answer") throw new KeyFailure(reply.cause);
    const json = readExactJson(reply.text) as { readonly listenKey?: unknown } | undefined;
    if (reply.status === 200 && typeof json?.listenKey === "string") return json.listenKey;
    const reason = keyRefusalIn(reply, product);
    if (reason) throw refused(reason);
    throw new KeyFailure(`HTTP ${reply.status}`);
  }

  function open(handlers: ConnectionHandlers): Connection {
    const closing = new AbortController();
    let socket: Socket | undefined;
    let timer: NodeJS.Timeout | undefined;

    const fail = (error: unknown) => {
      if (closing.signal.aborted) return;
      if (!(error instanceof NotSent) || error.outcome.kind !== "rejected") return handlers.onDown(causeOf(error));
      // No key will come: only reading is left, and that is refused for the same reason.
      stop();
      onState({ kind: "over", reason: error.outcome.reason });
    };
    const hear = (text: string) => {
      const message = readExactJson(text) as Readonly<Record<string, unknown>> | undefined;
      if (typeof message !== "object" || message === null) return;
      // The socket stays open, and nothing more comes on it.
      if (message["e"] === "listenKeyExpired") return handlers.onDown("the stream's key has expired");
      const event = readEvent(message);
      if (event?.kind === "execution") watched.told(event.execution);
      if (event) onEvent(event);
    };
    const connect = async () => {
      // The same key for everybody who asks with this API key: it is never deleted, and may be by others.
      const listenKey = await prolong("POST", closing.signal);
      if (closing.signal.aborted) return;
      socket = openSocket(
        `${streamUrl}/private/ws/${listenKey}`,
        {
          onOpen: () => {
            handlers.onLive();
            watched.setLive(host.venueNow());
            onState({ kind: "live" });
          },
          onMessage: hear,
          onDown: handlers.onDown,
        },
        streamTimes,
      );
      timer = setInterval(() => void prolong("PUT", closing.signal).catch(fail), streamTimes.prolongEveryMs).unref();
    };
    connect().catch(fail);
    return {
      close() {
        closing.abort();
        clearInterval(timer);
        socket?.close();
      },
    };
  }

  const down = (cause: string) => {
    watched.setLive(undefined);
    onState({ kind: "down", cause });
  };
  const stop = () => {
    kept.close();
    watched.end();
  };
  const kept = keepConnected(open, down, streamTimes);
  if (signal.aborted) return stop();
  signal.addEventListener("abort", stop, { once: true });
}

/** Binance didn't give a key now. */
class KeyFailure extends Error {
  override readonly name = "KeyFailure";
}

function causeOf(error: unknown): string {
  if (error instanceof NotSent) return error.outcome.reason;
  return error instanceof KeyFailure ? error.message : error instanceof Error ? error.name : "unknown failure";
}
