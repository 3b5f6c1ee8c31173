/**
 * Follows spot accounts. A connection carries many: Binance accepts 300 connection attempts of an address in five
 * minutes, so one for each account couldn't be opened again after an outage. Each account is subscribed with a signature
 * of its own, so a bad key gets a refusal of its own, and nobody else notices.
 */
import * as z from "zod";
import type { StreamListener } from "../../execution.ts";
import { readExactJson } from "../../http/exact-json.ts";
import { openSocket } from "../../http/web-socket.ts";
import { NotSent } from "../../not-sent.ts";
import type { Credentials } from "../../venue.ts";
import { keepConnected, type Connection, type ConnectionHandlers, type KeptConnection } from "../connection.ts";
import type { Environment, Environments } from "../environment.ts";
import { keyRefusalIn } from "../executions.ts";
import { RECV_WINDOW_MS } from "../host.ts";
import type { WatchedStream } from "../missed-events.ts";
import { signedMessage } from "../signing.ts";
import { readEvent } from "./events.ts";

/** Of the thousand that a connection may carry: what one broken connection interrupts. */
const ACCOUNTS_OF_A_CONNECTION = 200;
const SUBSCRIBE_WEIGHT = 2;
const TIME_REFUSED = -1021;

/** An account that is followed. */
interface Follower {
  readonly credentials: Credentials;
  readonly listener: StreamListener;
  readonly watched: WatchedStream;
}

interface SharedConnection extends Connection {
  /** Adds an account to those that it carries. */
  add(follower: Follower): void;
  remove(follower: Follower): void;
}

interface Group {
  readonly followers: Set<Follower>;
  readonly kept: KeptConnection<SharedConnection>;
}

const message = z.object({
  id: z.string().nullish(),
  status: z.string().optional(),
  result: z.object({ subscriptionId: z.string().optional() }).optional(),
  error: z.object({ code: z.string(), msg: z.string() }).optional(),
  subscriptionId: z.string().optional(),
  event: z.looseObject({ e: z.string() }).optional(),
});
type Message = z.output<typeof message>;

/** Returns the function that follows an account until its signal aborts. It never throws. */
export function createSpotStreams(environments: Environments) {
  const groups = new Map<Environment, Group[]>();

  return (credentials: Credentials, listener: StreamListener, signal: AbortSignal): void => {
    if (signal.aborted) return;
    const environment = environments.of(credentials);
    const all = groups.get(environment) ?? [];
    groups.set(environment, all);
    // A connection takes each account once.
    const group =
      all.find(
        ({ followers }) =>
          followers.size < ACCOUNTS_OF_A_CONNECTION &&
          ![...followers].some((other) => other.credentials.apiKey === credentials.apiKey),
      ) ?? createGroup(environments, environment);
    if (!all.includes(group)) all.push(group);
    const watched = environment.missedEvents.watch(credentials, () => group.kept.replace());
    const follower: Follower = { credentials, listener, watched };
    group.followers.add(follower);
    for (const connection of [group.kept.current, group.kept.next]) connection?.add(follower);
    signal.addEventListener(
      "abort",
      () => {
        watched.end();
        group.followers.delete(follower);
        for (const connection of [group.kept.current, group.kept.next]) connection?.remove(follower);
        if (group.followers.size > 0 || !all.includes(group)) return;
        group.kept.close();
        all.splice(all.indexOf(group), 1);
      },
      { once: true },
    );
  };
}

function createGroup(environments: Environments, environment: Environment): Group {
  const followers = new Set<Follower>();
  const open = (handlers: ConnectionHandlers) => openConnection(environments, environment, followers, handlers);
  const down = (cause: string) => {
    for (const { watched, listener } of followers) {
      watched.setLive(undefined);
      listener.onState({ kind: "down", cause });
    }
  };
  return { followers, kept: keepConnected(open, down, environments.streamTimes) };
}

function openConnection(
  { product, streamTimes }: Environments,
  { host, streamUrl }: Environment,
  followers: Set<Follower>,
  handlers: ConnectionHandlers,
): SharedConnection {
  const closing = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  /** By the id of the request, and of the subscription. */
  const asked = new Map<string, { readonly follower: Follower; readonly doubtTime: () => void }>();
  const subscribed = new Map<string, Follower>();
  /** Those that it has to carry and doesn't yet. */
  const pending = new Set<Follower>();
  let requests = 0;
  let isOpen = false;

  const later = (ms: number, act: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms).unref();
    timers.add(timer);
    return timer;
  };

  const subscribe = async (follower: Follower) => {
    const { apiKey, secretKey } = follower.credentials;
    const stamp = await host.stamp(SUBSCRIBE_WEIGHT, "stream", closing.signal);
    if (closing.signal.aborted || !followers.has(follower)) return;
    const parameters = { apiKey, recvWindow: String(RECV_WINDOW_MS), timestamp: String(stamp.timestamp) };
    const params = signedMessage(parameters, secretKey);
    const id = String((requests += 1));
    asked.set(id, { follower, doubtTime: stamp.doubt });
    socket.send({ id, method: "userDataStream.subscribe.signature", params });
    later(streamTimes.answerMs, () => {
      if (asked.has(id)) handlers.onDown("no answer to a subscription");
    });
  };
  const unsubscribe = (subscriptionId: string) => {
    subscribed.delete(subscriptionId);
    const params = { subscriptionId: Number(subscriptionId) };
    socket.send({ id: String((requests += 1)), method: "userDataStream.unsubscribe", params });
  };
  /** The connection before this one may end once all that it carried is carried on, as far as Binance lets it be. */
  const settle = (follower: Follower) => {
    if (pending.delete(follower) && pending.size === 0) handlers.onLive();
  };
  const trySubscribe = (follower: Follower) => {
    subscribe(follower).catch((error: unknown) => {
      if (closing.signal.aborted) return;
      if (error instanceof NotSent && error.outcome.kind === "rejected") return giveUp(follower, error.outcome.reason);
      again(follower, error instanceof NotSent ? error.outcome.reason : "unknown failure");
    });
  };
  const again = (follower: Follower, cause: string, pauseMs = streamTimes.longestPauseMs) => {
    follower.listener.onState({ kind: "down", cause });
    settle(follower);
    later(pauseMs, () => {
      if (followers.has(follower)) trySubscribe(follower);
    });
  };
  /** Its key is refused; everybody else's stays. */
  const giveUp = (follower: Follower, reason: NotSent["outcome"]["reason"]) => {
    followers.delete(follower);
    follower.watched.end();
    follower.listener.onState({ kind: "over", reason });
    settle(follower);
  };

  const hearAnswer = ({ id, status, result, error }: Message) => {
    const request = asked.get(id ?? "");
    if (!request) return;
    asked.delete(id ?? "");
    const { follower, doubtTime } = request;
    if (!followers.has(follower)) {
      // It left while we waited.
      if (result?.subscriptionId !== undefined) unsubscribe(result.subscriptionId);
      return;
    }
    if (result?.subscriptionId !== undefined) {
      subscribed.set(result.subscriptionId, follower);
      follower.watched.setLive(host.venueNow());
      settle(follower);
      follower.listener.onState({ kind: "live" });
      return;
    }
    const code = Number(error?.code);
    if (code === TIME_REFUSED) {
      doubtTime();
      return again(follower, "the clock was refused", streamTimes.firstPauseMs);
    }
    const answer = {
      kind: "answer",
      status: Number(status),
      headers: {},
      text: JSON.stringify({ code, msg: error?.msg }),
    } as const;
    const reason = keyRefusalIn(answer, product);
    if (reason) giveUp(follower, reason);
    else again(follower, `HTTP ${status}`);
  };

  const hearEvent = (event: NonNullable<Message["event"]>, subscriptionId = "") => {
    // Announced before a restart, for the whole connection.
    if (event.e === "serverShutdown") return handlers.onReplace();
    const follower = subscribed.get(subscriptionId);
    if (!follower) return;
    if (event.e === "eventStreamTerminated") {
      // Not by us: then we wouldn't know the subscription any more.
      subscribed.delete(subscriptionId);
      follower.watched.setLive(undefined);
      return again(follower, "the subscription was ended", streamTimes.firstPauseMs);
    }
    const read = readEvent(event);
    if (!read) return;
    if (read.kind === "execution") follower.watched.told(read.execution);
    follower.listener.onEvent(read);
  };

  const socket = openSocket(
    `${streamUrl}/ws-api/v3`,
    {
      onOpen() {
        isOpen = true;
        for (const follower of followers) pending.add(follower);
        for (const follower of followers) trySubscribe(follower);
      },
      onMessage(text) {
        const { data } = message.safeParse(readExactJson(text));
        if (data?.event) hearEvent(data.event, data.subscriptionId);
        else if (data) hearAnswer(data);
      },
      onDown: handlers.onDown,
    },
    streamTimes,
  );
  return {
    add: (follower) => {
      if (isOpen) trySubscribe(follower);
    },
    remove(follower) {
      settle(follower);
      for (const [subscriptionId, other] of subscribed) if (other === follower) unsubscribe(subscriptionId);
    },
    close() {
      closing.abort();
      for (const timer of timers) clearTimeout(timer);
      socket.close();
    },
  };
}
