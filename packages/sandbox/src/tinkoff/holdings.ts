/**
 * What accounts hold, as T-Invest counts it: pieces, what working orders block counted apart, and a little behind the
 * orders that changed it (docs/venues/t-invest.md, Positions).
 */
import { absolute, compareDecimals, difference, product, signOf, sum } from "@chartrelay/contract";
import type { Market, MarketOrder, MarketPosition } from "../market/terms.ts";
import { listingInMarket, valueOf, type Listing } from "./listings.ts";

export interface Holding {
  readonly listing: Listing;
  readonly position: MarketPosition;
  /** Lots, signed. */
  readonly lots: string;
  /** Lots that working sell orders block; never more than are held. */
  readonly blockedLots: string;
}

/** Returns what an account held `behindMs` ago, instruments that it has sold out of included. */
export function holdingsOf(market: Market, account: string, behindMs: number): readonly Holding[] {
  const seenUntilMs = market.nowMs() - behindMs;
  const unseen = market.fillsOf(account).filter(({ atMs }) => atMs > seenUntilMs);
  const selling = market.ordersOf(account).filter(({ state, side }) => state === "working" && side === "SELL");
  return market.positions(account).map((position) => {
    const { instrument } = position;
    const missing = unseen
      .filter(({ order }) => order.instrument === instrument)
      .reduce((lots, { order, quantity }) => (order.side === "BUY" ? sum : difference)(lots, quantity), "0");
    const lots = difference(position.quantity, missing);
    return { listing: listingInMarket(instrument), position, lots, blockedLots: blockedOf(lots, instrument, selling) };
  });
}

function blockedOf(lots: string, instrument: string, selling: readonly MarketOrder[]): string {
  if (signOf(lots) <= 0) return "0";
  const asked = selling
    .filter((order) => order.instrument === instrument)
    .reduce((all, { quantity, filledQuantity }) => sum(all, difference(quantity, filledQuantity)), "0");
  return compareDecimals(asked, lots) > 0 ? lots : asked;
}

/** Returns pieces as T-Invest writes them: an int64. */
export function piecesOf({ instrument }: Listing, lots: string): string {
  return product(lots, String(instrument.lotSize));
}

/** Returns the margin that an account's futures block: it isn't part of what its orders block. */
export function guaranteeOf(market: Market, account: string): string {
  return market.positions(account).reduce((all, { instrument, quantity, averagePrice }) => {
    const listing = listingInMarket(instrument);
    const rate = market.listings.get(instrument)?.marginRate ?? "0";
    return sum(all, product(valueOf(listing, averagePrice, absolute(quantity)), rate));
  }, "0");
}
