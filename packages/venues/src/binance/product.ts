import type { OrderMessage, VenueManifest } from "@chartrelay/contract";
import type { SocketLimits } from "../http/web-socket.ts";
import { PRICE_TIMEOUT_MS } from "../present-price.ts";
import type { SharedBudgets } from "../shared-budgets.ts";
import type { ConnectionTimes } from "./connection.ts";
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
    /** Whether a cancellation weighs nothing when it succeeds; a refused one weighs 1 at both. */
    readonly cancelIsFree: boolean;
    /** All of an account's open orders, or those of one symbol. */
    readonly working: { readonly path: string; readonly weight: number; readonly weightOfSymbol: number };
    /** The trades of one order. */
    readonly trades: { readonly path: string; readonly weight: number };
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
  /** The hosts of accounts' streams. */
  readonly streamUrl: string;
  readonly demoStreamUrl: string;
  readonly streams?: Partial<StreamTimes>;
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
export interface StreamTimes extends ConnectionTimes, SocketLimits {
  /** How long an answer to a subscription may take. */
  readonly answerMs: number;
  /** How late an event may be before it counts as missed. */
  readonly lateMs: number;
  /** How often a futures stream's key is prolonged; it is valid for an hour. */
  readonly prolongEveryMs: number;
}

/** A connection lives for 24 hours at most; Binance's own client replaces it after 23. */
export const STREAM_TIMES: StreamTimes = {
  connectMs: 5_000,
  aliveWithinMs: 65_000,
  answerMs: 10_000,
  lateMs: 5_000,
  prolongEveryMs: 30 * 60_000,
  replaceAfterMs: 23 * 60 * 60_000,
  firstPauseMs: 1_000,
  longestPauseMs: 30_000,
  provenAfterMs: 60_000,
};

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
