import type { OrderMessage, VenueManifest } from "@chartrelay/contract";
import { PRICE_TIMEOUT_MS } from "../present-price.ts";
import type { SharedBudgets } from "../shared-budgets.ts";
import type { Row } from "./error-row.ts";
import type { Parameters } from "./signing.ts";

/**
 * The differences between spot and futures that are data. Weights are in units of what an address may use per minute.
 */
export interface Product {
  readonly name: string;
  /** Whether its instruments are perpetual contracts. */
  readonly isPerpetual: boolean;
  /** The name of an instrument's board. */
  readonly board: string;
  readonly timePath: string;
  readonly rules: { readonly path: string; readonly parameters: Parameters; readonly weight: number };
  /** The last price of one symbol. */
  readonly price: { readonly path: string; readonly weight: number };
  readonly orders: {
    readonly path: string;
    /** The weight of an order that is refused; one that is placed weighs nothing. */
    readonly refusedWeight: number;
    readonly lookUpWeight: number;
    /** Tests an order and places nothing. */
    readonly testPath: string;
    readonly testWeight: number;
  };
  /** Parameters that every order has besides its own terms. */
  readonly orderParameters: (message: OrderMessage) => Parameters;
  /** `weightPerMinute`: what an address may use per minute unless exchangeInfo says otherwise. */
  readonly venue: Pick<VenueManifest, "supports"> & { readonly weightPerMinute: number };
  readonly errorTable: readonly Row[];
}

export interface BinanceOptions {
  readonly apiUrl: string;
  readonly demoApiUrl: string;
  /** Milliseconds since the Unix epoch; the system clock by default. */
  readonly now?: () => number;
  /** Milliseconds on a monotonic clock, for pauses and deadlines; `now` by default. */
  readonly monotonic?: () => number;
  readonly timeouts?: Partial<BinanceTimeouts>;
  /** To each host. */
  readonly maxConnections?: number;
  /** For programs that leave by one address; by default the address is ours alone. */
  readonly shared?: SharedBudgets | undefined;
}

/** All in milliseconds. */
export interface BinanceTimeouts {
  readonly connectMs: number;
  /**
   * From the start of `place` to the order's signature. An order that isn't signed by then isn't sent: this limits how
   * long after the start of `place` the venue may still execute the order.
   */
  readonly preparationMs: number;
  /** The venue itself may take 10 s; less would make answered orders unknown (docs/pitfalls.md, V7). */
  readonly orderMs: number;
  readonly lookUpMs: number;
  readonly rulesMs: number;
  readonly priceMs: number;
  /** The clock offset may be wrong by half of what this takes, and a second is tolerated. */
  readonly timeMs: number;
}

/** Preparation and order together take the twelve seconds that the relay allows for a call. */
export const TIMEOUTS: BinanceTimeouts = {
  connectMs: 3_000,
  preparationMs: 1_500,
  orderMs: 10_500,
  lookUpMs: 5_000,
  rulesMs: 10_000,
  priceMs: PRICE_TIMEOUT_MS,
  timeMs: 2_000,
};
