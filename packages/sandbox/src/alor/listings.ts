/** What trades in Alor's market: the catalogue under Alor's own names. */
import type { VenueMarketTerms } from "../market/markets.ts";
import { CATALOGUE, type CatalogueInstrument } from "../russian-catalogue.ts";
import { marketListing, marketNameOf, RUSSIAN_SESSION } from "../russian-market.ts";

/** About the commission's share in the example of a trade: WarpOpenAPIv2.yml. */
const FEE_RATE = "0.0008";

/** The terms of Alor's market. */
export const ALOR_MARKET: VenueMarketTerms = {
  ...RUSSIAN_SESSION,
  listings: CATALOGUE.map((instrument) => marketListing(instrument, instrument.symbol, FEE_RATE)),
};

/** Returns an instrument's name in Alor's market. */
export function alorMarketName(instrument: CatalogueInstrument): string {
  return marketNameOf(instrument, instrument.symbol);
}
