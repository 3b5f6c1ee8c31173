/** The adapters of all venues, each created with the addresses that its manifest names. */
import {
  ALOR,
  BINANCE_FUTURES,
  BINANCE_SPOT,
  T_INVEST,
  type VenueManifest,
  type VenueName,
} from "@chartrelay/contract";
import { createAlor } from "./alor/alor.ts";
import { createBinanceFutures } from "./binance/futures/binance-futures.ts";
import { createBinanceSpot } from "./binance/spot/binance-spot.ts";
import { createTinkoff } from "./tinkoff/tinkoff.ts";
import type { SharedBudgets } from "./shared-budgets.ts";
import type { Venue, Venues } from "./venue.ts";

export interface AdapterParts {
  /** Base URLs without a trailing slash, keyed by the settings that the manifests name. */
  readonly addresses: Readonly<Record<string, string>>;
  /** A PEM file of root certificates for T-Invest, in addition to Node's own. */
  readonly tinkoffCaFile?: string | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Milliseconds on a monotonic clock, for pauses and deadlines. */
  readonly monotonic: () => number;
  /** For programs that leave by one address. Undefined: the address is ours alone. */
  readonly shared?: SharedBudgets | undefined;
}

const ADAPTERS: Readonly<Record<VenueName, (parts: AdapterParts) => Venue>> = {
  ALOR_BROKER: ({ addresses, now }) => createAlor({ ...urlsOf(ALOR, addresses), now }),
  TINKOFF: ({ addresses, tinkoffCaFile, ...parts }) =>
    createTinkoff({
      ...urlsOf(T_INVEST, addresses),
      ...(tinkoffCaFile !== undefined && { caFile: tinkoffCaFile }),
      ...parts,
    }),
  BINANCE_SPOT: ({ addresses, now, monotonic, shared }) =>
    createBinanceSpot({ ...urlsOf(BINANCE_SPOT, addresses), now, monotonic, shared }),
  BINANCE_FUTURES: ({ addresses, now, monotonic, shared }) =>
    createBinanceFutures({ ...urlsOf(BINANCE_FUTURES, addresses), now, monotonic, shared }),
};

/**
 * Creates an adapter for each venue; the caller closes them.
 * @throws when an address is missing, or `tinkoffCaFile` isn't a file of certificates.
 */
export function createAdapters(parts: AdapterParts): Venues {
  return mapVenues(ADAPTERS, (create) => create(parts));
}

/** Maps each venue's entry to another value. */
export function mapVenues<From, To>(
  venues: Readonly<Record<VenueName, From>>,
  map: (from: From) => To,
): Readonly<Record<VenueName, To>> {
  const entries = Object.entries(venues).map(([name, from]) => [name, map(from)] as const);
  return Object.fromEntries(entries) as Record<VenueName, To>;
}

/** Returns the venue's addresses, keyed by its adapter's option names. */
function urlsOf<Manifest extends Pick<VenueManifest, "name" | "addresses">>(
  { name, addresses }: Manifest,
  known: AdapterParts["addresses"],
): Readonly<Record<keyof Manifest["addresses"], string>> {
  const urls = Object.entries(addresses).map(([option, { setting }]) => {
    const url = known[setting];
    if (url === undefined) throw new Error(`${name} has no address: ${setting}`);
    return [option, url] as const;
  });
  return Object.fromEntries(urls) as Record<keyof Manifest["addresses"], string>;
}
