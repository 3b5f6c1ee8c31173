/** What trades in the simulated USDⓈ-M market. */
import type { VenueMarketTerms } from "../../market/markets.ts";
import { FUTURES_INSTRUMENTS } from "./catalogue.ts";

/** Only plausible. */
export const FUTURES_FEE_RATE = "0.0005";
/** At a leverage of 20, as exchangeInfo's requiredMarginPercent says. */
export const FUTURES_MARGIN_RATE = "0.05";
/** What Binance's formula gives while the contract trades at the price of its index. */
const FUTURES_FUNDING_RATE = "0.0001";

/** The terms of the futures market. */
export const FUTURES_MARKET: VenueMarketTerms = {
  listings: Array.from(FUTURES_INSTRUMENTS.values(), ({ symbol, contractType, quoteAsset, price, prices, lots }) => ({
    instrument: symbol,
    tick: prices.step,
    quantityStep: lots.step,
    price,
    unitValue: "1",
    currency: quoteAsset,
    kind: "future",
    feeRate: FUTURES_FEE_RATE,
    feeFrom: "currency",
    marginRate: FUTURES_MARGIN_RATE,
    ...(contractType === "PERPETUAL" && { fundingRate: FUTURES_FUNDING_RATE }),
  })),
};
