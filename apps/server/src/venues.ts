/** The venues that orders go to, each at its address. */
import {
  CALLS_TO_AN_ENVIRONMENT,
  createAdapters,
  mapVenues,
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

/** Creates an adapter for each venue. The caller closes them. */
function createVenues({ config, addresses, clock }: VenuesParts): Venues {
  return createAdapters({
    addresses,
    tinkoffCaFile: config.tinkoffCaFile,
    now: () => clock.nowMs(),
    monotonic: () => clock.monotonicMs(),
  });
}

/** Returns the venues, asked about messages in turn: a flood of questions takes no connections from orders. */
function askedInTurn(venues: Venues): Venues {
  const inTurn = (venue: Venue): Venue => {
    const questions = new FairLimiter(CALLS_TO_AN_ENVIRONMENT.questions);
    const prices = new FairLimiter(CALLS_TO_AN_ENVIRONMENT.prices);
    const ask = <Answer>({ isDemo, apiKey }: Credentials, question: () => Promise<Answer>, limiter = questions) =>
      limiter.run(isDemo ? "demo" : "live", apiKey, question);
    return {
      ...venue,
      preview: (order, key, signal) => ask(key, () => venue.preview(order, key, signal)),
      check: (key, signal) => ask(key, () => venue.check(key, signal)),
      instrument: (ticker, key, signal) => ask(key, () => venue.instrument(ticker, key, signal)),
      price: (ticker, key, signal) => ask(key, () => venue.price(ticker, key, signal), prices),
    };
  };
  return mapVenues(venues, inTurn);
}

declare module "fastify" {
  interface FastifyInstance {
    readonly venues: Venues;
    /** The same venues, for questions about messages. */
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
