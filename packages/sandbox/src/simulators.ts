/** The simulators of the venues: add a new one to this list. */
import type { VenueName } from "@chartrelay/contract";
import { z } from "zod";
import { createAlor, type AlorOptions } from "./alor/alor.ts";
import { ALOR_KEYS } from "./alor/keys.ts";
import { alorRegistration } from "./alor/portfolios.ts";
import { BinanceKeys, binanceFuturesRegistration, binanceSpotRegistration } from "./binance/api-keys.ts";
import type { BinanceOptions } from "./binance/binance.ts";
import { createBinanceFutures } from "./binance/futures/futures.ts";
import { BINANCE_KEYS } from "./binance/keys.ts";
import { createBinanceSpot } from "./binance/spot/spot.ts";
import type { Credential } from "./credential.ts";
import type { SimulatedVenue, VenueRegistration } from "./parties.ts";
import type { Shared } from "./party-server.ts";
import { tinkoffRegistration } from "./tinkoff/accounts.ts";
import { TINKOFF_KEYS } from "./tinkoff/keys.ts";
import { createTinkoff, type TinkoffOptions } from "./tinkoff/tinkoff.ts";

/** Options that change the venues' own behaviour. */
export interface SimulatorOptions {
  readonly alor?: AlorOptions;
  readonly tinkoff?: TinkoffOptions;
  readonly binanceSpot?: BinanceOptions;
  readonly binanceFutures?: BinanceOptions;
}

/** The simulated venues of one folder. */
export interface Simulator {
  /** The schema of a key's registration at each venue. */
  readonly registrations: readonly z.ZodObject[];
  /** The keys that are known from the start. */
  readonly credentials: readonly Credential<VenueRegistration & Readonly<Record<"account" | "secret", string>>>[];
  /** Creates the venues; their servers aren't listening yet. */
  create(
    shared: Shared,
    options: SimulatorOptions,
  ): Readonly<Partial<Record<VenueName, SimulatedVenue<VenueRegistration>>>>;
}

/** The simulated venues take their ports in this order. */
export const SIMULATORS = [
  {
    registrations: [alorRegistration],
    credentials: ALOR_KEYS,
    create: (shared: Shared, { alor }: SimulatorOptions) => ({ ALOR_BROKER: createAlor(shared, alor) }),
  },
  {
    registrations: [tinkoffRegistration],
    credentials: TINKOFF_KEYS,
    create: (shared: Shared, { tinkoff }: SimulatorOptions) => ({ TINKOFF: createTinkoff(shared, tinkoff) }),
  },
  {
    registrations: [binanceSpotRegistration, binanceFuturesRegistration],
    credentials: BINANCE_KEYS,
    create(shared: Shared, { binanceSpot, binanceFutures }: SimulatorOptions) {
      const keys = new BinanceKeys();
      return {
        BINANCE_SPOT: createBinanceSpot(shared, keys, binanceSpot),
        BINANCE_FUTURES: createBinanceFutures(shared, keys, binanceFutures),
      };
    },
  },
] as const satisfies readonly Simulator[];

/** Returns the simulators of these venues: one alone starts in a third of the time that all take. */
export function simulatorsOf(...venues: readonly VenueName[]): readonly Simulator[] {
  return SIMULATORS.filter(({ credentials }) => credentials.some(({ venue }) => venues.includes(venue)));
}

/** The body of `POST /__sandbox/register`, one of these or a list: a key that a simulated party should know. */
export type RegistrationInput = z.input<(typeof SIMULATORS)[number]["registrations"][number]>;

/** Returns a schema that reads a registration at any of the venues. */
export function registrationAt(simulators: readonly Simulator[]): z.ZodType<VenueRegistration> {
  const [first, ...others] = simulators.flatMap(({ registrations }) => registrations);
  if (!first) throw new Error("no venue is simulated");
  return z.discriminatedUnion("venue", [first, ...others]) as unknown as z.ZodType<VenueRegistration>;
}
