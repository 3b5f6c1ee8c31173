/** MarketDataService: the prices of the last trades, and whether an instrument trades now. */
import type { Market } from "../market/terms.ts";
import { isTrading } from "../russian-market.ts";
import { lastPriceOf, listingOf, type Listing } from "./listings.ts";
import { addMethod, type Gateway } from "./method.ts";
import { toQuotation } from "./quotation.ts";
import { refused } from "./refusals.ts";

/** Adds GetLastPrices and GetTradingStatus. */
export function marketDataMethods(gateway: Gateway): void {
  addMethod(gateway, "MarketDataService/GetLastPrices", ({ json }) => {
    const { instrumentId } = json;
    const ids = Array.isArray(instrumentId) ? instrumentId.map(String) : [];
    if (ids.length === 0) return refused(30237);
    const listings = ids.map(listingOf);
    if (!listings.every((listing) => listing !== undefined)) return refused(50002);
    return { status: 200, body: { lastPrices: listings.map((listing) => lastPrice(listing, gateway.market)) } };
  });

  addMethod(gateway, "MarketDataService/GetTradingStatus", ({ json }) => {
    const { instrumentId } = json;
    if (typeof instrumentId !== "string" || instrumentId === "") return refused(30237);
    const listing = listingOf(instrumentId);
    return listing ? { status: 200, body: tradingStatus(listing, gateway.market) } : refused(50002);
  });
}

function lastPrice(listing: Listing, market: Market): object {
  const { figi, uid, ticker, classCode, instrument } = listing;
  const named = { figi, instrumentUid: uid, ticker, classCode, lastPriceType: "LAST_PRICE_EXCHANGE" };
  // Nobody trades what isn't trading: proto3 leaves the price out.
  if (!isTrading(instrument, market)) return named;
  const price = toQuotation(lastPriceOf(listing, market));
  return { ...named, price, time: new Date(market.nowMs()).toISOString() };
}

function tradingStatus({ figi, uid, ticker, classCode, instrument, isTradedByApi }: Listing, market: Market): object {
  const isOpen = isTrading(instrument, market);
  return {
    figi,
    instrumentUid: uid,
    ticker,
    classCode,
    tradingStatus: `SECURITY_TRADING_STATUS_${isOpen ? "NORMAL_TRADING" : "NOT_AVAILABLE_FOR_TRADING"}`,
    limitOrderAvailableFlag: isOpen,
    marketOrderAvailableFlag: isOpen,
    bestpriceOrderAvailableFlag: isOpen,
    onlyBestPrice: false,
    apiTradeAvailableFlag: isTradedByApi,
  };
}
