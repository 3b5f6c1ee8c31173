/**
 * The catalogue as T-Invest lists it: with its own class codes, kinds and identifiers, and futures under the exchange's
 * code.
 */
import { createHash } from "node:crypto";
import type { VenueMarketTerms } from "../market/markets.ts";
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

/** Returns what `lots` of it cost at `price`, in its currency; only plausible. */
export function valueOf({ kind, instrument }: Listing, price: number, lots: number): number {
  const pieces = lots * instrument.lotSize;
  if (kind === "FUTURES") return (price / Number(instrument.minStep)) * instrument.priceStep * pieces;
  return kind === "BOND" ? (price / 100) * instrument.faceValue * pieces : price * pieces;
}

/** Only plausible. */
const FEE_RATE = "0.0005";

/** The terms of T-Invest's market. */
export const TINKOFF_MARKET: VenueMarketTerms = {
  ...RUSSIAN_SESSION,
  listings: LISTINGS.map(({ instrument, ticker }) => marketListing(instrument, ticker, FEE_RATE)),
};

/** Returns a listing's name in T-Invest's market. */
export function tinkoffMarketName({ instrument, ticker }: Listing): string {
  return marketNameOf(instrument, ticker);
}
