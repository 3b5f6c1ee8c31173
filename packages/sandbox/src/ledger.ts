import type { OrderSide, OrderType, StopCondition, VenueName } from "@chartrelay/contract";

/** A venue's own money or its test environment. A party that has one environment only calls it live. */
export const ENVIRONMENTS = ["live", "demo"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** One order that a simulated venue took. Quantities and prices are decimal strings, in the venue's own units. */
export interface ExecutedOrder {
  readonly venue: VenueName;
  readonly account: string;
  /** The id that the sender gave the order; null when it gave none. */
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
  /** What the venue told repeats by, where that isn't the client order id: Alor's X-REQID. */
  readonly requestId: string | null;
  readonly exchange: string;
  readonly board: string;
  readonly timeInForce: string;
  /** What a conditional order waits for. */
  readonly trigger?: { readonly condition: StopCondition; readonly price: string };
}

/** What was executed, in the order in which it reached the venues: the oracle of every fault test. */
export class Ledger {
  #entries: ExecutedOrder[] = [];

  record(order: ExecutedOrder): void {
    this.#entries.push(order);
  }

  entries(): readonly ExecutedOrder[] {
    return this.#entries;
  }

  /** Forgets everything; a list taken before keeps what it has. */
  reset(): void {
    this.#entries = [];
  }
}
