/** Accounts' streams at futures, at the addresses of 2026-03-06: futures documentation, User Data Streams. */
import type { IncomingMessage } from "node:http";
import type { WebSocket } from "ws";
import type { CallSubject } from "../../calls.ts";
import { EventDelivery } from "../../event-delivery.ts";
import type { MarketOrder } from "../../market/terms.ts";
import type { PartyServer, Shared } from "../../party-server.ts";
import { acceptSockets } from "../../web-sockets.ts";
import type { FuturesKey } from "../api-keys.ts";
import type { EnvironmentParts } from "../binance.ts";
import type { Endpoint } from "../endpoints.ts";
import { followAccount } from "../event-feed.ts";
import { ListenKeys, type ListenKey } from "./listen-keys.ts";
import type { FuturesOrder } from "./order-request.ts";
import { userEvents } from "./user-events.ts";

/** A ping every three minutes, and ten for the answer; a day in all. */
const LIFETIME = { pingEveryMs: 180_000, pongWithinMs: 600_000, longestMs: 24 * 60 * 60_000 };
/** How often expired keys are looked for, in milliseconds. */
const EXPIRY_CHECK_MS = 200;

/** What an address asks for: a stream's key, whether events are wrapped, and which of them are wanted. */
interface Asked {
  readonly listenKey: string | undefined;
  readonly isWrapped: boolean;
  /** Undefined: all. */
  readonly events: ReadonlySet<string> | undefined;
}

/** Adds the streams and their keys to an environment's server. */
export function serveUserStreams(
  shared: Shared,
  server: PartyServer,
  { environment, orderEntry, gate }: EnvironmentParts<FuturesKey, FuturesOrder>,
): { reset(): void; readonly endpoints: readonly Endpoint<FuturesKey>[] } {
  const { market, book } = orderEntry;
  const listenKeys = new ListenKeys(gate.clock);
  const sideOf = (order: MarketOrder) => book.of(order).request.positionSide;

  const follow = (socket: WebSocket, asked: Asked, listenKey: ListenKey): void => {
    const { key, value } = listenKey;
    const subject: CallSubject = { venue: "BINANCE_FUTURES", environment, operation: "stream", account: key.account };
    const write = (event: object) =>
      socket.send(JSON.stringify(asked.isWrapped ? { stream: value, data: event } : event));
    const delivery = new EventDelivery<object>(shared.faults, subject, { send: write, cut: () => socket.terminate() });
    const end = () => {
      unfollow();
      clearInterval(timer);
      delivery.close();
    };
    const unfollow = followAccount(market, book, key.account, (change) => {
      if (!listenKeys.isValid(listenKey)) return;
      for (const event of userEvents(change, { key, market, book, sideOf }))
        if (asked.events?.has((event as { e: string }).e) ?? true) delivery.deliver(event, key.account);
    });
    const timer = setInterval(() => {
      if (listenKeys.isValid(listenKey)) return;
      // The socket stays open, and nothing more comes.
      end();
      if (!delivery.isSilent) write({ e: "listenKeyExpired", E: Math.floor(gate.clock()), listenKey: value });
    }, EXPIRY_CHECK_MS).unref();
    socket.on("close", end);
  };

  const open = (socket: WebSocket, request: IncomingMessage): void => {
    const asked = readAddress(request);
    const listenKey = listenKeys.find(asked?.listenKey);
    // A dead key, and an address from before 2026-03-06: the socket opens and stays silent.
    if (asked && listenKey) follow(socket, asked, listenKey);
  };
  const refuses = (request: IncomingMessage): boolean => {
    const account = listenKeys.find(readAddress(request)?.listenKey)?.key.account;
    return shared.faults.refusesStream({ venue: "BINANCE_FUTURES", environment, operation: "stream", account });
  };
  acceptSockets(server.app, { ...LIFETIME, clock: gate.clock }, open, refuses);
  return { reset: () => listenKeys.reset(), endpoints: listenKeys.endpoints() };
}

/** Reads `/private/ws/<key>`, `/private/ws?listenKey=…&events=…` and `/private/stream?streams=…`. */
function readAddress({ url = "" }: IncomingMessage): Asked | undefined {
  const { pathname, searchParams } = new URL(url, "http://sandbox");
  if (pathname === "/private/stream")
    return { listenKey: searchParams.get("streams") ?? undefined, isWrapped: true, events: undefined };
  const [, named] = /^\/private\/ws(?:\/([\w-]+))?$/.exec(pathname) ?? [pathname, null];
  if (named === null) return undefined;
  const events = searchParams.get("events");
  return {
    listenKey: named ?? searchParams.get("listenKey") ?? undefined,
    isWrapped: false,
    events: events === null ? undefined : new Set(events.split("/")),
  };
}
