/** MarketDataService: the prices of the last trades. */
import type { Market } from "../market/terms.ts";
import { listingOf, tinkoffMarketName, type Listing } from "./listings.ts";
import { addMethod, type Gateway } from "./method.ts";
import { toQuotation } from "./quotation.ts";
import { refused } from "./refusals.ts";

/** Adds GetLastPrices. */
export function marketDataMethods(gateway: Gateway, market: Market): void {
  addMethod(gateway, "MarketDataService/GetLastPrices", ({ json }) => {
    const { instrumentId } = json;
    const ids = Array.isArray(instrumentId) ? instrumentId.map(String) : [];
    if (ids.length === 0) return refused(30237);
    const listings = ids.map(listingOf);
    if (!listings.every((listing) => listing !== undefined)) return refused(50002);
    return { status: 200, body: { lastPrices: listings.map((listing) => lastPrice(listing, market, gateway.now())) } };
  });
}

function lastPrice(listing: Listing, market: Market, nowMs: number): object {
  const { figi, uid, ticker, classCode, instrument } = listing;
  const named = { figi, instrumentUid: uid, ticker, classCode, lastPriceType: "LAST_PRICE_EXCHANGE" };
  // Nobody trades what isn't trading: proto3 leaves the price out.
  if (instrument.tradingStatus !== 17) return named;
  return {
    ...named,
    price: toQuotation(market.price(tinkoffMarketName(listing))),
    time: new Date(nowMs).toISOString(),
  };
}
