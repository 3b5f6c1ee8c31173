/** Positions as USDⓈ-M futures count them: in hedge mode a long and a short one of the same symbol. */
import { absolute, compareDecimals, decimalOf, difference, product } from "@chartrelay/contract";
import { afterTrade, averagePriceOf, FLAT, signed, type Position } from "../../market/position.ts";
import type { Market, MarketFill, MarketOrder } from "../../market/terms.ts";
import type { FuturesOrder } from "./order-request.ts";

export type PositionSide = FuturesOrder["positionSide"];
/** Returns the position that an order is for. */
export type SideOf = (order: MarketOrder) => PositionSide;

export interface FuturesPosition {
  readonly symbol: string;
  readonly side: PositionSide;
  /** Signed: negative is short. */
  readonly quantity: string;
  readonly entryPrice: string;
  readonly realised: string;
  /** When it changed last. */
  readonly changedAtMs: number;
}

/** Returns an account's positions, closed ones included. */
export function positionsOf(account: string, market: Market, sideOf: SideOf): readonly FuturesPosition[] {
  const positions = new Map<string, { position: Position; fill: MarketFill; side: PositionSide }>();
  for (const fill of market.fillsOf(account)) {
    const side = sideOf(fill.order);
    const name = `${fill.order.instrument} ${side}`;
    const { position = FLAT } = positions.get(name) ?? {};
    positions.set(name, { position: after(position, fill), fill, side });
  }
  return Array.from(positions.values(), ({ position, fill, side }) => ({
    symbol: fill.order.instrument,
    side,
    quantity: decimalOf(position.quantity),
    entryPrice: averagePriceOf(position),
    realised: position.realised,
    changedAtMs: fill.atMs,
  }));
}

/** Returns the profit that each of an account's fills realised, oldest first. */
export function realisedProfits(
  account: string,
  market: Market,
  sideOf: SideOf,
): readonly { readonly fill: MarketFill; readonly amount: string }[] {
  const positions = new Map<string, Position>();
  return market.fillsOf(account).map((fill) => {
    const name = `${fill.order.instrument} ${sideOf(fill.order)}`;
    const before = positions.get(name) ?? FLAT;
    const now = after(before, fill);
    positions.set(name, now);
    return { fill, amount: decimalOf(difference(now.realised, before.realised)) };
  });
}

/** Returns the profit that a fill realised. */
export function realisedBy(fill: MarketFill, market: Market, sideOf: SideOf): string {
  return realisedProfits(fill.order.account, market, sideOf).find((one) => one.fill === fill)?.amount ?? "0";
}

/** Returns what a position has gained at a price. */
export function openProfitOf({ quantity, entryPrice }: FuturesPosition, price: string): string {
  return decimalOf(product(difference(price, entryPrice), quantity));
}

/** Returns whether the account holds anything there. */
export function isHeld({ quantity }: FuturesPosition): boolean {
  return compareDecimals(absolute(quantity), "0") > 0;
}

function after(position: Position, { order, quantity, price }: MarketFill): Position {
  return afterTrade(position, signed(order.side, quantity), price);
}
