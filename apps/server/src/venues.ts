/** The venues that orders go to, each at its address. */
import {
  CALLS_TO_AN_ENVIRONMENT,
  createAdapters,
  mapVenues,
  type Credentials,
  type SharedBudgets,
  type Venue,
  type Venues,
} from "@chartrelay/venues";
import fp from "fastify-plugin";
import type { Config } from "./config.ts";
import { createEgressBudgets } from "./egress-budgets.ts";
import type { Clock } from "./platform/clock.ts";
import { FairLimiter } from "./platform/fair-limiter.ts";
import type { VenueAddresses } from "./venue-addresses.ts";

interface VenuesParts {
  readonly config: Pick<Config, "tinkoffCaFile">;
  readonly addresses: VenueAddresses;
  readonly clock: Pick<Clock, "nowMs" | "monotonicMs">;
  /** Undefined: this node leaves by an address of its own. */
  readonly shared: SharedBudgets | undefined;
}

/** Creates an adapter for each venue. The caller closes them. */
function createVenues({ config, addresses, clock, shared }: VenuesParts): Venues {
  return createAdapters({
    addresses,
    shared,
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
    const { config, database, clock, bus, log } = app.platform;
    const { egressGroup: group } = config;
    const node = () => app.cluster.name;
    // The embedded database serves one node: it has nobody to share with.
    const isShared = group !== undefined && database.kind === "postgres";
    const shared = isShared ? createEgressBudgets({ group, db: database.journal, bus, node, log }) : undefined;
    const adapters = createVenues({ config, addresses, clock, shared });
    app.decorate("venues", adapters);
    app.decorate("questionVenues", askedInTurn(adapters));
    app.addHook("onClose", async () => {
      await Promise.all(Object.values(adapters).map((venue) => venue.close()));
    });
  },
  { name: "venues", dependencies: ["cluster"] },
);
