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

/** Returns the profit that a fill realised. */
export function realisedBy(fill: MarketFill, market: Market, sideOf: SideOf): string {
  const { instrument, account } = fill.order;
  const side = sideOf(fill.order);
  let position = FLAT;
  for (const earlier of market.fillsOf(account)) {
    if (earlier.sequence >= fill.sequence) break;
    if (earlier.order.instrument === instrument && sideOf(earlier.order) === side) position = after(position, earlier);
  }
  return decimalOf(difference(after(position, fill).realised, position.realised));
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
