/** What trades in Alor's market: the catalogue under Alor's own names. */
import { decimalOf, product } from "@chartrelay/contract";
import type { VenueMarketTerms } from "../market/markets.ts";
import { CATALOGUE, type CatalogueInstrument } from "../russian-catalogue.ts";
import { marketListing, marketNameOf, RUSSIAN_SESSION } from "../russian-market.ts";

/** About the commission's share in the example of a trade: WarpOpenAPIv2.yml. */
const FEE_RATE = "0.0008";

/** The terms of Alor's market. */
export const ALOR_MARKET: VenueMarketTerms = {
  ...RUSSIAN_SESSION,
  listings: CATALOGUE.map((instrument) => marketListing(instrument, instrument.symbol, FEE_RATE)),
  tradeIdOf: tradeNumberOf,
};

/** Returns an instrument's name in Alor's market. */
export function alorMarketName(instrument: CatalogueInstrument): string {
  return marketNameOf(instrument, instrument.symbol);
}

/** Trades have numbers of their own, in a range of their own. */
const FIRST_TRADE_NUMBER = 4_421_925_358n;

export function tradeNumberOf({ sequence }: { readonly sequence: number }): string {
  return String(FIRST_TRADE_NUMBER + BigInt(sequence));
}

const INSTRUMENTS = new Map(CATALOGUE.map((instrument) => [alorMarketName(instrument), instrument]));
const UNIT_VALUES = new Map(ALOR_MARKET.listings.map(({ instrument, unitValue }) => [instrument, unitValue]));

/** @throws {RangeError} for a name that isn't in Alor's market. */
export function instrumentOf(marketName: string): CatalogueInstrument {
  const found = INSTRUMENTS.get(marketName);
  if (!found) throw new RangeError(`${marketName} isn't listed`);
  return found;
}

/** Returns what lots are worth in money at a price; negative for negative lots. */
export function valueOf(instrument: CatalogueInstrument, price: string, lots: string): string {
  const unitValue = UNIT_VALUES.get(alorMarketName(instrument)) ?? "0";
  return decimalOf(product(product(price, lots), unitValue));
}
