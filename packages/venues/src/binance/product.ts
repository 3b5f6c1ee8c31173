import type { OrderMessage, VenueManifest } from "@chartrelay/contract";
import type { Row } from "./error-row.ts";
import type { Parameters } from "./signing.ts";

/** What tells spot and futures apart, as far as it is data. Weights are in units of what an address may use in a minute. */
export interface Product {
  readonly name: string;
  /** Whether its instruments are perpetual contracts. */
  readonly isPerpetual: boolean;
  /** What an instrument's board is called. */
  readonly board: string;
  readonly timePath: string;
  readonly rules: { readonly path: string; readonly parameters: Parameters; readonly weight: number };
  readonly orders: {
    readonly path: string;
    /** An order weighs so much when it is refused; one that is placed weighs nothing. */
    readonly refusedWeight: number;
    readonly lookUpWeight: number;
    /** Tries an order and places nothing. */
    readonly testPath: string;
    readonly testWeight: number;
  };
  /** What every order says beside its own terms. */
  readonly orderParameters: (message: OrderMessage) => Parameters;
  /** `weightPerMinute`: what an address may use in a minute unless exchangeInfo says otherwise. */
  readonly venue: Pick<VenueManifest, "supports"> & { readonly weightPerMinute: number };
  readonly errorTable: readonly Row[];
}

export interface BinanceOptions {
  readonly apiUrl: string;
  readonly demoApiUrl: string;
  /** Milliseconds since the Unix epoch; the system's clock unless told. */
  readonly now?: () => number;
  /** Milliseconds by a clock that nobody sets, for pauses and deadlines; `now` unless told. */
  readonly monotonic?: () => number;
  readonly timeouts?: Partial<BinanceTimeouts>;
  /** To each host. */
  readonly maxConnections?: number;
}

/** All in milliseconds. */
export interface BinanceTimeouts {
  readonly connectMs: number;
  /**
   * From the start of `place` to the order's signature. What isn't signed by then isn't sent: it bounds how long after
   * `place` began the venue may still take the order up.
   */
  readonly preparationMs: number;
  /** The venue itself may take 10 s; less would make unknowns of orders that were answered (docs/pitfalls.md, V7). */
  readonly orderMs: number;
  readonly lookUpMs: number;
  readonly rulesMs: number;
  /** The clock is wrong by half of what this takes, and may be wrong by a second. */
  readonly timeMs: number;
}

/** Preparation and order together are the twelve seconds that the relay gives a call. */
export const TIMEOUTS: BinanceTimeouts = {
  connectMs: 3_000,
  preparationMs: 1_500,
  orderMs: 10_500,
  lookUpMs: 5_000,
  rulesMs: 10_000,
  timeMs: 2_000,
};
