/** What trades in the simulated spot market. */
import type { VenueMarketTerms } from "../../market/markets.ts";
import { SPOT_INSTRUMENTS } from "./catalogue.ts";

/** binance-spot-api-docs, rest-api.md, Test new order. */
export const SPOT_FEE_RATE = "0.001";

/** The terms of the spot market. */
export const SPOT_MARKET: VenueMarketTerms = {
  // A position here is a balance: nobody holds one that they didn't buy.
  initialAssetBalance: "0",
  listings: Array.from(SPOT_INSTRUMENTS.values(), ({ symbol, baseAsset, quoteAsset, price, prices, lots }) => ({
    instrument: symbol,
    tick: prices.step,
    quantityStep: lots.step,
    price,
    unitValue: "1",
    currency: quoteAsset,
    kind: "asset",
    baseAsset,
    feeRate: SPOT_FEE_RATE,
    feeFrom: "received",
    marginRate: "0",
  })),
};
