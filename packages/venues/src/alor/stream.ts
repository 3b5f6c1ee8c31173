/** Follows an account over Alor's WebSocket: docs/venues/alor.md, Stream. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Reason } from "@chartrelay/contract";
import * as z from "zod";
import type { StreamListener, StreamState } from "../execution.ts";
import { readExactJson } from "../http/exact-json.ts";
import { openSocket } from "../http/web-socket.ts";
import { NotSent } from "../not-sent.ts";
import type { Credentials } from "../venue.ts";
import type { Environments } from "./environment.ts";
import { StreamEvents, type Subscription } from "./stream-events.ts";
import { may, opens, type AccessToken } from "./token.ts";

/** Only the history of conditional orders is asked for: it tells what became of which. Whatever else was missed is read. */
const SUBSCRIPTIONS: Readonly<Record<Subscription, { readonly opcode: string; readonly skipHistory: boolean }>> = {
  stops: { opcode: "StopOrdersGetAndSubscribeV2", skipHistory: false },
  orders: { opcode: "OrdersGetAndSubscribeV2", skipHistory: true },
  trades: { opcode: "TradesGetAndSubscribeV2", skipHistory: true },
  positions: { opcode: "PositionsGetAndSubscribeV2", skipHistory: true },
};
const NAMES = Object.keys(SUBSCRIPTIONS) as readonly Subscription[];

/** Numbers arrive as strings: see readExactJson. */
const answered = z.looseObject({ requestGuid: z.string().nullish(), httpCode: z.string() });
const told = z.looseObject({ guid: z.string(), data: z.unknown() });

/**
 * Follows one account until `signal` aborts. Each account has a connection of its own: an error ends the connection
 * with everything on it, whoever caused it.
 */
export async function followAccount(
  environments: Environments,
  credentials: Credentials,
  { onEvent, onState }: StreamListener,
  signal: AbortSignal,
): Promise<void> {
  const { firstPauseMs, longestPauseMs, stableAfterMs } = environments.streamTimes;
  const events = new StreamEvents();
  let lastState: StreamState["kind"] | undefined;
  const tell = (state: StreamState) => {
    if (signal.aborted || state.kind === lastState) return;
    lastState = state.kind;
    onState(state);
  };

  for (let failures = 1; !signal.aborted; failures += 1) {
    const token = await tokenFor(environments, credentials, signal);
    if ("reason" in token) return tell({ kind: "over", reason: token.reason });
    let liveSince = Infinity;
    let cause = "cause" in token ? token.cause : "";
    if ("jwt" in token) {
      cause = await connection(
        environments,
        { credentials, token },
        {
          signal,
          onLive() {
            liveSince = performance.now();
            tell({ kind: "live" });
          },
          onData(subscription, data) {
            if (!signal.aborted) for (const event of events.read(subscription, data)) onEvent(event);
          },
        },
      );
    }
    tell({ kind: "down", cause });
    if (performance.now() - liveSince >= stableAfterMs) failures = 1;
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1));
    await delay(pauseMs * (1 - Math.random() / 2), undefined, { signal }).catch(() => undefined);
  }
}

/** Returns an access token; a cause if there is none at present, or the reason why there won't be one. */
async function tokenFor(
  { tokens }: Environments,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<AccessToken | { readonly cause: string } | { readonly reason: Reason }> {
  try {
    const token = await tokens.get(credentials, signal);
    const mayRead = opens(token, credentials.apiKey) && may(token, "OrdersRead");
    return mayRead ? token : { reason: "NO_RIGHT_TO_READ" };
  } catch (error) {
    if (!(error instanceof NotSent)) return { cause: error instanceof Error ? error.name : "unknown failure" };
    const { kind, reason } = error.outcome;
    return kind === "rejected" ? { reason } : { cause: reason };
  }
}

interface Handlers {
  readonly signal: AbortSignal;
  /** All subscriptions are acknowledged. */
  readonly onLive: () => void;
  readonly onData: (subscription: Subscription, data: unknown) => void;
}

/** Opens a connection, subscribes, and returns why it ended: a code, free of secrets. */
function connection(
  environments: Environments,
  { credentials, token }: { readonly credentials: Credentials; readonly token: AccessToken },
  { signal, onLive, onData }: Handlers,
): Promise<string> {
  const { connectMs, deadAfterMs } = environments.streamTimes;
  return new Promise((resolve) => {
    const subscriptions = new Map(NAMES.map((name) => [randomUUID() as string, name]));
    const unanswered = new Set(subscriptions.keys());
    let patience: NodeJS.Timeout | undefined;

    const end = (cause: string) => {
      clearTimeout(patience);
      signal.removeEventListener("abort", abort);
      socket.close();
      resolve(cause);
    };
    const abort = () => end("AbortError");
    const acknowledge = (guid: string) => {
      if (!unanswered.delete(guid) || unanswered.size > 0) return;
      clearTimeout(patience);
      onLive();
    };

    const socket = openSocket(
      environments.streamUrl(credentials),
      {
        onOpen() {
          patience = setTimeout(() => end("no answer"), deadAfterMs);
          for (const [guid, name] of subscriptions)
            socket.send(subscribeMessage(name, guid, credentials.apiKey, token));
        },
        onMessage(text) {
          const message = readExactJson(text);
          const { data: answer } = answered.safeParse(message);
          if (answer && answer.httpCode !== "200") {
            if (answer.httpCode === "401") environments.tokens.forget(credentials, token);
            return end(`HTTP ${answer.httpCode}`);
          }
          if (answer) return acknowledge(answer.requestGuid ?? "");
          const event = told.safeParse(message).data;
          const subscription = event && subscriptions.get(event.guid);
          if (subscription) onData(subscription, event.data);
        },
        onDown: end,
      },
      { connectMs, aliveWithinMs: deadAfterMs },
    );
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
  });
}

function subscribeMessage(name: Subscription, guid: string, portfolio: string, { jwt }: AccessToken): object {
  return { ...SUBSCRIPTIONS[name], exchange: "MOEX", portfolio, format: "Simple", guid, token: jwt };
}
