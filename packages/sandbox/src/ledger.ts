import type { OrderSide, OrderType, StopCondition, VenueName } from "@chartrelay/contract";

/** A venue's real-money or test environment. A party with only one environment calls it live. */
export const ENVIRONMENTS = ["live", "demo"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** An order that a simulated venue accepted. Quantities and prices are decimal strings, in the venue's own units. */
export interface ExecutedOrder {
  readonly venue: VenueName;
  readonly account: string;
  /** The sender's id for the order; null if it gave none. */
  readonly clientOrderId: string | null;
  readonly instrument: string;
  readonly side: OrderSide;
  /** Lots at Alor and T-Invest, base units at Binance. */
  readonly quantity: string;
  /** Null for a market order, and for a stop, which becomes one. */
  readonly price: string | null;
  /** ISO 8601, UTC, milliseconds. */
  readonly receivedAt: string;
  /** The same moment in microseconds since the Unix epoch. */
  readonly receivedAtUs: number;
  readonly environment: Environment;
  readonly type: OrderType;
  readonly venueOrderId: string;
  /** How the venue recognised repeats, if not by the client order id: Alor's X-REQID. */
  readonly requestId: string | null;
  readonly exchange: string;
  readonly board: string;
  readonly timeInForce: string;
  /** The condition that a conditional order waits for. */
  readonly trigger?: { readonly condition: StopCondition; readonly price: string };
}

/** The orders that the venues accepted, in order of arrival: the oracle of every fault test. */
export class Ledger {
  #entries: ExecutedOrder[] = [];

  record(order: ExecutedOrder): void {
    this.#entries.push(order);
  }

  entries(): readonly ExecutedOrder[] {
    return this.#entries;
  }

  /** Forgets everything; a list returned earlier keeps its entries. */
  reset(): void {
    this.#entries = [];
  }
}
