/** What trades in the simulated spot market. */
import type { VenueMarketTerms } from "../../market/markets.ts";
import { SPOT_INSTRUMENTS } from "./catalogue.ts";

/** binance-spot-api-docs, rest-api.md, Test new order. */
const FEE_RATE = "0.001";

/** The terms of the spot market. */
export const SPOT_MARKET: VenueMarketTerms = {
  listings: Array.from(SPOT_INSTRUMENTS.values(), ({ symbol, baseAsset, quoteAsset, price, prices, lots }) => ({
    instrument: symbol,
    tick: prices.step,
    quantityStep: lots.step,
    price,
    unitValue: "1",
    currency: quoteAsset,
    kind: "asset",
    baseAsset,
    feeRate: FEE_RATE,
    feeFrom: "received",
    marginRate: "0",
  })),
};
