/**
 * What the simulated spot and futures have in common: two environments each, with their own keys, limits and orders.
 */
import type { VenueAddress } from "@chartrelay/contract";
import type { Environment } from "../ledger.ts";
import type { VenueMarketTerms } from "../market/markets.ts";
import type { Market } from "../market/terms.ts";
import type { SimulatedVenue } from "../parties.ts";
import { partyServer, type Shared } from "../party-server.ts";
import type { Dialect } from "./admission.ts";
import type { BinanceKey, BinanceKeys } from "./api-keys.ts";
import { createOrderEntry, type OrderEntry } from "./order-entry.ts";
import { serveEndpoints, type Endpoint } from "./endpoints.ts";
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

/** What defines one of the two venues. */
interface Venue<Key extends BinanceKey, Request extends OrderRequest> {
  readonly venue: Key["venue"];
  readonly addresses: Readonly<Record<"apiUrl" | "demoApiUrl", VenueAddress>>;
  /** The market's name in the ledger. */
  readonly board: string;
  readonly rateLimits: readonly RateLimit[];
  readonly firstOrderIds: Readonly<Record<Environment, number>>;
  readonly dialect: Dialect;
  readonly market: VenueMarketTerms;
  readonly endpoints: (
    orderEntry: OrderEntry<Request>,
    market: Market,
    environment: Environment,
  ) => readonly Endpoint<Key>[];
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
  const { apiUrl, demoApiUrl } = venue.addresses;
  return {
    servers: { [apiUrl.setting]: environments.live.app, [demoApiUrl.setting]: environments.demo.app },
    register: (key) => keys.register(key),
    reset: () => {
      for (const { orderEntry } of Object.values(environments))
        for (const part of [orderEntry.book, orderEntry.limits]) part.reset();
    },
  };
}

function createEnvironment<Key extends BinanceKey, Request extends OrderRequest>(
  shared: Shared,
  keys: BinanceKeys,
  options: BinanceOptions,
  { venue, board, rateLimits, firstOrderIds, dialect, market: terms, endpoints }: Venue<Key, Request>,
  environment: Environment,
) {
  const clock = options.now ?? shared.now;
  const market = shared.markets.open(venue, environment, terms);
  const book = new OrderBook<Request>(firstOrderIds[environment]);
  const limits = new RateLimits(options.rateLimits ?? rateLimits, clock, options.toleratedRequests);
  const orderEntry = createOrderEntry({
    book,
    limits,
    clock,
    venue,
    environment,
    ledger: shared.ledger,
    now: shared.now,
    board,
  });
  const server = partyServer(shared, venue, environment, forgeFor(venue, clock));
  const gate = {
    dialect,
    limits,
    clock,
    find: (apiKey: string) => keys.get<Key>(venue, environment, apiKey),
    findAnywhere: (apiKey: string) => keys.everywhere(environment, apiKey)[0],
  };
  serveEndpoints(server, gate, endpoints(orderEntry, market, environment));
  server.app.setNotFoundHandler((_request, reply) =>
    reply.code(404).type("text/html").send("<html><body>404 Not Found</body></html>"),
  );
  return { app: server.app, orderEntry };
}
