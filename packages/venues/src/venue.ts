/**
 * The interface between the server and a venue. An adapter maps the answers in its error table; any other answer is
 * unknown, never rejected.
 */
import type { Found, Outcome, Reason, ResendRule, VenueName } from "@chartrelay/contract";
import type { Executions } from "./execution.ts";
import type { Credentials, VenueOrder } from "./venue-order.ts";

export type * from "./venue-order.ts";

/** What a message's ticker means at a venue. Quantities and prices are decimal strings. */
export interface Instrument {
  readonly symbol: string;
  /** The venue's name for the market where it trades: a board at Alor, a class code at T-Invest. */
  readonly board: string;
  /** Pieces in one lot. */
  readonly lotSize: string;
  /** The price step. */
  readonly tick: string;
  /** The smallest step of a message's `contracts`: one lot at Alor and T-Invest, a fraction of a coin at Binance. */
  readonly quantityStep: string;
  /** The smallest quantity of an order, in the units of messages. Missing where the venue states none. */
  readonly minQuantity?: string;
}

/** How a price becomes money: a piece with the price p is worth p × `value` ÷ `per`. Decimal strings. */
export interface Worth {
  readonly value: string;
  readonly per: string;
  /** As the venue writes it, in capitals: RUB, USDT. */
  readonly currency: string;
  /**
   * What that money is. `price`: the buyer pays it. `clean-price`: the buyer of a bond pays accrued interest as well.
   * `contract`: a contract's value, of which the venue blocks only a margin.
   */
  readonly kind: "price" | "clean-price" | "contract";
}

/** An instrument's last price, and what it takes to tell what an order costs at it. */
export interface PresentPrice {
  /** As charts quote it: money, percent of a bond's face value, or a future's points. A decimal string. */
  readonly price: string;
  /** When we read it; milliseconds since the Unix epoch. */
  readonly readAtMs: number;
  /** When the trade at that price took place; null if the venue doesn't say. */
  readonly tradedAtMs: number | null;
  /** Null if the venue doesn't say. */
  readonly worth: Worth | null;
  /** What an order may be worth, by its type; null where the venue has no such rule. */
  readonly values: Readonly<Record<"market" | "limit", { readonly min: string | null; readonly max: string | null }>>;
}

/** What the venue said about a price. */
export type PriceReading =
  | ({ readonly kind: "read" } & PresentPrice)
  | { readonly kind: "unknown"; readonly reason: Reason };

/** A refusal before anything was sent. `candidates` are the tickers that would have been exact. */
export class InstrumentError extends Error {
  override readonly name = "InstrumentError";
  readonly reason: Reason;
  readonly candidates: readonly string[];

  constructor(reason: Reason, message: string, candidates: readonly string[] = []) {
    super(message);
    this.reason = reason;
    this.candidates = candidates;
  }
}

/** What a key may do, according to its venue. */
export type Rights =
  | {
      readonly kind: "granted";
      readonly maySeeOrders: boolean;
      readonly mayTrade: boolean;
      /** A relay must not use such a key, whatever else it may do. */
      readonly mayWithdraw: boolean;
      /** When the key expires, if the venue says so. */
      readonly expiresAt?: Date;
    }
  | { readonly kind: "refused"; readonly reason: Reason }
  | { readonly kind: "unclear"; readonly cause: string };

/** What is known about an order before it is placed: what `place` would send, or why that would fail. */
export type Preview =
  | {
      readonly kind: "ready";
      readonly instrument: Instrument;
    }
  | {
      readonly kind: "refused";
      readonly reason: Reason;
      /** The message field that is wrong, if one is. */
      readonly field?: string;
      /** The tickers that would have been exact. */
      readonly candidates: readonly string[];
    }
  /** We couldn't ask the venue just now. */
  | { readonly kind: "unclear"; readonly reason: Reason };

export interface Venue {
  /** What becomes of orders after their acceptance, and what accounts hold. */
  readonly executions?: Executions;
  /** How a quantity between two steps is handled: sent as the lower one, or refused. */
  readonly oddQuantity: "rounded-down" | "refused";
  /**
   * Whether the venue itself tries an order for a preview, without placing it: its rules for price, size and value, and
   * the key's rights. The other venues are asked only about the key.
   */
  readonly triesOrders: boolean;
  readonly resend: ResendRule;
  /** Sends once; never retries on its own. Never throws: failures are outcomes. */
  place(order: VenueOrder, credentials: Credentials, signal: AbortSignal): Promise<Outcome>;
  /**
   * Does what `place` does up to the send, with the same code, then asks the venue about the key and the order without
   * placing it. Never throws.
   */
  preview(order: VenueOrder, credentials: Credentials, signal: AbortSignal): Promise<Preview>;
  /** Looks the order up by its client order id. Never throws. */
  find(order: VenueOrder, credentials: Credentials, signal: AbortSignal): Promise<Found>;
  /** Asks the venue what the key may do. Never throws. */
  check(credentials: Credentials, signal: AbortSignal): Promise<Rights>;
  /** @throws {InstrumentError} when the ticker names no instrument, or several. */
  instrument(ticker: string, credentials: Credentials, signal: AbortSignal): Promise<Instrument>;
  /**
   * Reads the instrument's last price, at most a second old. It never takes what orders need: it stops first when a
   * budget runs short. Never throws.
   */
  price(ticker: string, credentials: Credentials, signal: AbortSignal): Promise<PriceReading>;
  /** Waits for requests in flight, then closes the connections. */
  close(): Promise<void>;
}

/** One venue of each, by name. */
export type Venues = Readonly<Record<VenueName, Venue>>;
