/**
 * The catalogue as T-Invest lists it: with its own class codes, kinds and identifiers, and futures under the exchange's
 * code.
 */
import { createHash } from "node:crypto";
import { decimalOf, product, quotient } from "@chartrelay/contract";
import type { Environment } from "../ledger.ts";
import type { VenueMarketTerms } from "../market/markets.ts";
import type { Listing as MarketListing, Market } from "../market/terms.ts";
import { CATALOGUE, type CatalogueInstrument } from "../russian-catalogue.ts";
import { marketListing, marketNameOf, RUSSIAN_SESSION } from "../russian-market.ts";

export interface Listing {
  readonly uid: string;
  readonly figi: string;
  readonly ticker: string;
  readonly classCode: string;
  readonly kind: Kind;
  readonly isTradedByApi: boolean;
  readonly instrument: CatalogueInstrument;
}

export type Kind = "SHARE" | "ETF" | "BOND" | "FUTURES" | "CURRENCY";

/** By the exchange's primary board: docs/venues/t-invest.md, Instruments. */
const CLASSES: Readonly<Record<string, { readonly classCode: string; readonly kind: Kind }>> = {
  TQBR: { classCode: "TQBR", kind: "SHARE" },
  TQTF: { classCode: "TQTF", kind: "ETF" },
  TQOB: { classCode: "TQOB", kind: "BOND" },
  TQCB: { classCode: "TQCB", kind: "BOND" },
  RFUD: { classCode: "SPBFUT", kind: "FUTURES" },
  CETS: { classCode: "CETS", kind: "CURRENCY" },
  SPBX: { classCode: "SPBXM", kind: "SHARE" },
};

/**
 * Listed, but with apiTradeAvailableFlag false: one bond at Moscow, for tests, and all of Saint Petersburg, as in
 * reality.
 */
const NOT_TRADED_BY_API = new Set(["RU000A105Q89"]);

export const LISTINGS: readonly Listing[] = CATALOGUE.flatMap((instrument) => {
  const listed = CLASSES[instrument.boards[0]];
  if (!listed) return [];
  const ticker = listed.kind === "FUTURES" ? instrument.shortName : instrument.symbol;
  const hash = createHash("sha256").update(`${listed.classCode}:${ticker}`).digest("hex");
  const uid = hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5");
  const isTradedByApi = listed.classCode !== "SPBXM" && !NOT_TRADED_BY_API.has(ticker);
  return [{ uid, figi: `BBG${hash.slice(0, 9).toUpperCase()}`, ticker, ...listed, isTradedByApi, instrument }];
});

const BY_ID = new Map(LISTINGS.flatMap((listing) => [listing.uid, listing.figi].map((id) => [id, listing] as const)));

/** Finds a listing by what PostOrder accepts as an instrument: its uid or its figi. */
export function listingOf(id: string): Listing | undefined {
  return BY_ID.get(id);
}

/** Returns whether its prices may be given in points: docs/venues/t-invest.md, PostOrder. */
export function isQuotedInPoints({ kind }: Listing): boolean {
  return kind === "FUTURES" || kind === "BOND";
}

/** The commission of a trade: docs/venues/t-invest.md, Sandbox; live tariffs differ. */
export const FEE_RATE = "0.0005";

const MARKET_LISTINGS: readonly (readonly [Listing, MarketListing])[] = LISTINGS.map((listing) => [
  listing,
  marketListing(listing.instrument, listing.ticker, FEE_RATE),
]);

/** Returns the terms of an environment's market. In the sandbox, futures cost their full price. */
export function tinkoffMarket(environment: Environment): VenueMarketTerms {
  const isFull = environment === "demo";
  const termsOf = (listing: MarketListing) =>
    isFull && listing.kind === "future" ? { ...listing, marginRate: "1" } : listing;
  return { ...RUSSIAN_SESSION, listings: MARKET_LISTINGS.map(([, listing]) => termsOf(listing)) };
}

/** Returns a listing's name in T-Invest's market. */
export function marketNameAt({ instrument, ticker }: Listing): string {
  return marketNameOf(instrument, ticker);
}

const BY_MARKET_NAME = new Map(MARKET_LISTINGS.map(([listing, { instrument }]) => [instrument, listing] as const));

/** Returns the listing of the market's instrument. @throws {RangeError} if there is none. */
export function listingInMarket(instrument: string): Listing {
  const listing = BY_MARKET_NAME.get(instrument);
  if (!listing) throw new RangeError(`${instrument} isn't listed`);
  return listing;
}

/** Returns the last price. */
export function lastPriceOf(listing: Listing, market: Market): string {
  return market.price(marketNameAt(listing));
}

const LOT_VALUES = new Map(MARKET_LISTINGS.map(([listing, { unitValue }]) => [listing, unitValue] as const));

/** Returns what `lots` of it cost at `price`, in its currency: a decimal string. */
export function valueOf(listing: Listing, price: string, lots: string): string {
  return decimalOf(product(product(price, lots), LOT_VALUES.get(listing) ?? "0"));
}

/** Returns what one piece costs at `price`, in its currency, with at most nine digits after the point. */
export function pieceValueOf(listing: Listing, price: string): string {
  return quotient(valueOf(listing, price, "1"), String(listing.instrument.lotSize), 9);
}
