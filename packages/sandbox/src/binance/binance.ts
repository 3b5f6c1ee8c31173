/**
 * What the simulated spot and futures have in common: two environments each, with their own keys, limits, market and
 * orders.
 */
import type { VenueAddress } from "@chartrelay/contract";
import type { Environment } from "../ledger.ts";
import type { VenueMarketTerms } from "../market/markets.ts";
import type { MarketFill, MarketOrder } from "../market/terms.ts";
import type { SimulatedVenue } from "../parties.ts";
import { partyServer, type PartyServer, type Shared } from "../party-server.ts";
import type { Dialect } from "./admission.ts";
import type { BinanceKey, BinanceKeys } from "./api-keys.ts";
import { createOrderEntry, type OrderEntry } from "./order-entry.ts";
import { serveEndpoints, type Endpoint, type Gate } from "./endpoints.ts";
import { forgeFor } from "./forged-answers.ts";
import { OrderBook, type OrderRequest } from "./order-book.ts";
import { RateLimits, type RateLimit } from "./rate-limits.ts";

export interface BinanceOptions {
  /** The venue's own clock, milliseconds since the Unix epoch. Default: the sandbox's. */
  readonly now?: () => number;
  /** Replaces the venue's own limits. */
  readonly rateLimits?: readonly RateLimit[];
  /** How many requests may still arrive after a 429 before the address is banned. Default 5. */
  readonly toleratedRequests?: number;
}

/** What one environment's endpoints and streams are made of. */
export interface EnvironmentParts<Key, Request extends OrderRequest> {
  readonly environment: Environment;
  readonly orderEntry: OrderEntry<Request>;
  readonly gate: Gate<Key>;
}

/** What defines one of the two venues. */
interface Venue<Key extends BinanceKey, Request extends OrderRequest> {
  readonly venue: Key["venue"];
  readonly addresses: Readonly<Record<"apiUrl" | "demoApiUrl" | "streamUrl" | "demoStreamUrl", VenueAddress>>;
  /** The market's name in the ledger. */
  readonly board: string;
  readonly market: VenueMarketTerms;
  readonly rateLimits: readonly RateLimit[];
  readonly firstOrderIds: Readonly<Record<Environment, number>>;
  readonly dialect: Dialect;
  /** Returns the request that would have placed an order that came by none. */
  readonly describe: (order: MarketOrder) => Request;
  readonly endpoints: (parts: EnvironmentParts<Key, Request>) => readonly Endpoint<Key>[];
  /** Adds what sends the accounts' events. Returns how to forget what a reset forgets. */
  readonly streams: (
    shared: Shared,
    server: PartyServer,
    parts: EnvironmentParts<Key, Request>,
  ) => { reset(): void; readonly endpoints: readonly Endpoint<Key>[] };
}

/**
 * Creates both environments of a venue; their servers aren't listening yet. All callers of an environment count as one
 * address.
 */
export function createBinance<Key extends BinanceKey, Request extends OrderRequest>(
  shared: Shared,
  keys: BinanceKeys,
  options: BinanceOptions,
  venue: Venue<Key, Request>,
): SimulatedVenue<Key> {
  const environments = {
    live: createEnvironment(shared, keys, options, venue, "live"),
    demo: createEnvironment(shared, keys, options, venue, "demo"),
  };
  const { apiUrl, demoApiUrl, streamUrl, demoStreamUrl } = venue.addresses;
  return {
    // At Binance the streams have hosts of their own; here each environment has one for everything.
    servers: {
      [apiUrl.setting]: environments.live.app,
      [demoApiUrl.setting]: environments.demo.app,
      [streamUrl.setting]: environments.live.app,
      [demoStreamUrl.setting]: environments.demo.app,
    },
    register: (key) => keys.register(key),
    reset: () => {
      for (const { reset } of Object.values(environments)) reset();
    },
  };
}

function createEnvironment<Key extends BinanceKey, Request extends OrderRequest>(
  shared: Shared,
  keys: BinanceKeys,
  options: BinanceOptions,
  {
    venue,
    board,
    market: terms,
    rateLimits,
    firstOrderIds,
    dialect,
    describe,
    endpoints,
    streams,
  }: Venue<Key, Request>,
  environment: Environment,
) {
  const firstId = firstOrderIds[environment];
  const tradeIdOf = ({ sequence }: MarketFill) => String(firstId + sequence - 1);
  const market = shared.markets.open(venue, environment, { ...terms, tradeIdOf });
  const clock = options.now ?? (() => market.nowMs());
  const book = new OrderBook<Request>(market, firstId, describe);
  const limits = new RateLimits(options.rateLimits ?? rateLimits, clock, options.toleratedRequests);
  const { ledger, now } = shared;
  const orderEntry = createOrderEntry({ market, book, limits, clock, venue, environment, ledger, now, board });
  const server = partyServer(shared, venue, environment, forgeFor(venue, clock));
  const gate = {
    dialect,
    limits,
    clock,
    find: (apiKey: string) => keys.get<Key>(venue, environment, apiKey),
    findAnywhere: (apiKey: string) => keys.everywhere(environment, apiKey)[0],
  };
  const parts = { environment, orderEntry, gate };
  const stream = streams(shared, server, parts);
  serveEndpoints(server, gate, [...endpoints(parts), ...stream.endpoints]);
  server.app.setNotFoundHandler((_request, reply) =>
    reply.code(404).type("text/html").send("<html><body>404 Not Found</body></html>"),
  );
  return {
    app: server.app,
    reset: () => {
      for (const part of [book, limits, stream]) part.reset();
    },
  };
}
