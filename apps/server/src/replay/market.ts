/** The market behind a replay's simulated venues, as far as a replay moves and reads it. */
import type { OrderSide, VenueName } from "@chartrelay/contract";

/** One fill, in the units of messages. */
export interface SimulatedFill {
  readonly side: OrderSide;
  readonly quantity: string;
  readonly price: string;
  readonly fee: string;
  readonly feeCurrency: string;
}

/** What became of an order at its venue. */
export interface SimulatedOrder {
  readonly state: "working" | "filled" | "ended";
  readonly filledQuantity: string;
  readonly averagePrice: string | null;
  /** All of its fills, oldest first. */
  readonly fills: readonly SimulatedFill[];
}

export interface SimulatedMarket {
  /** Sets a price; orders that it reaches are filled. @throws {RangeError} if the instrument isn't listed. */
  setPrice(venue: VenueName, isDemo: boolean, symbol: string, price: string): void;
  /** Returns an order by its client order id; undefined if no venue has it. */
  order(clientOrderId: string): SimulatedOrder | undefined;
}
