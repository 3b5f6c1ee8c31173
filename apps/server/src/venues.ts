/** The venues that orders go to, each at its address. */
import {
  CALLS_TO_AN_ENVIRONMENT,
  createAlor,
  createBinanceFutures,
  createBinanceSpot,
  createTinkoff,
  type Credentials,
  type Venue,
  type Venues,
} from "@chartrelay/venues";
import fp from "fastify-plugin";
import type { Config } from "./config.ts";
import type { Clock } from "./platform/clock.ts";
import { FairLimiter } from "./platform/fair-limiter.ts";
import type { VenueAddresses } from "./venue-addresses.ts";

interface VenuesParts {
  readonly config: Pick<Config, "tinkoffCaFile">;
  readonly addresses: VenueAddresses;
  readonly clock: Pick<Clock, "nowMs" | "monotonicMs">;
}

/** An adapter for each venue. Whoever makes them closes them. */
function createVenues({ config, addresses, clock }: VenuesParts): Venues {
  const now = () => clock.nowMs();
  const monotonic = () => clock.monotonicMs();
  return {
    ALOR_BROKER: createAlor({
      apiUrl: addresses.ALOR_API_URL,
      oauthUrl: addresses.ALOR_OAUTH_URL,
      demoApiUrl: addresses.ALOR_DEMO_API_URL,
      demoOauthUrl: addresses.ALOR_DEMO_OAUTH_URL,
      now,
    }),
    TINKOFF: createTinkoff({
      apiUrl: addresses.TINKOFF_API_URL,
      demoApiUrl: addresses.TINKOFF_DEMO_API_URL,
      ...(config.tinkoffCaFile !== undefined && { caFile: config.tinkoffCaFile }),
      now,
      monotonic,
    }),
    BINANCE_SPOT: createBinanceSpot({
      apiUrl: addresses.BINANCE_SPOT_API_URL,
      demoApiUrl: addresses.BINANCE_SPOT_DEMO_API_URL,
      now,
      monotonic,
    }),
    BINANCE_FUTURES: createBinanceFutures({
      apiUrl: addresses.BINANCE_FUTURES_API_URL,
      demoApiUrl: addresses.BINANCE_FUTURES_DEMO_API_URL,
      restrictionsUrl: addresses.BINANCE_SPOT_API_URL,
      now,
      monotonic,
    }),
  };
}

/** The same venues, asked about messages in turn: a flood of questions takes no connection away from orders. */
function askedInTurn(venues: Venues): Venues {
  const inTurn = (venue: Venue): Venue => {
    const limiter = new FairLimiter(CALLS_TO_AN_ENVIRONMENT.questions);
    const ask = <Answer>({ isDemo, apiKey }: Credentials, question: () => Promise<Answer>) =>
      limiter.run(isDemo ? "demo" : "live", apiKey, question);
    return {
      ...venue,
      preview: (order, key, signal) => ask(key, () => venue.preview(order, key, signal)),
      check: (key, signal) => ask(key, () => venue.check(key, signal)),
      instrument: (ticker, key, signal) => ask(key, () => venue.instrument(ticker, key, signal)),
    };
  };
  const { ALOR_BROKER, TINKOFF, BINANCE_SPOT, BINANCE_FUTURES } = venues;
  return {
    ALOR_BROKER: inTurn(ALOR_BROKER),
    TINKOFF: inTurn(TINKOFF),
    BINANCE_SPOT: inTurn(BINANCE_SPOT),
    BINANCE_FUTURES: inTurn(BINANCE_FUTURES),
  };
}

declare module "fastify" {
  interface FastifyInstance {
    readonly venues: Venues;
    /** The same, for questions about messages. */
    readonly questionVenues: Venues;
  }
}

/** The venues' adapters. */
export const venues = fp<{ readonly addresses: VenueAddresses }>(
  async (app, { addresses }) => {
    const { config, clock } = app.platform;
    const adapters = createVenues({ config, addresses, clock });
    app.decorate("venues", adapters);
    app.decorate("questionVenues", askedInTurn(adapters));
    app.addHook("onClose", async () => {
      await Promise.all(Object.values(adapters).map((venue) => venue.close()));
    });
  },
  { name: "venues", dependencies: ["platform"] },
);
