/** What the server asks of a venue. An adapter maps every answer in its error table; any other answer is unknown, never rejected. */
import type { Found, OrderMessage, Outcome, Reason, ResendRule, VenueName } from "@chartrelay/contract";

/** The trader's key for one venue. Secret: never logged, never part of a response or an error's message. */
export interface Credentials {
  /** Alor: portfolio. T-Invest: account id. Binance: API key. */
  readonly apiKey: string;
  /** Alor: refresh token. T-Invest: token. Binance: secret key. */
  readonly secretKey: string;
  /** Which of the venue's environments the key belongs to. */
  readonly isDemo: boolean;
}

/** An order as it goes to a venue. */
export interface VenueOrder {
  /** A UUID derived from the order's row: known before the send, the same after a crash. */
  readonly clientOrderId: string;
  readonly message: OrderMessage;
  /** A setting of the account: Alor's allowMargin, T-Invest's confirmMarginTrade. */
  readonly allowMargin: boolean;
}

/** What a message's ticker means at a venue. Quantities and prices are decimal strings. */
export interface Instrument {
  readonly symbol: string;
  /** The venue's name for where it trades: a board at Alor, a class code at T-Invest. */
  readonly board: string;
  /** Pieces in one lot. */
  readonly lotSize: string;
  /** The smallest step of the price. */
  readonly tick: string;
  /** The smallest step of what a message calls `contracts`: one lot at Alor and T-Invest, a part of a coin at Binance. */
  readonly quantityStep: string;
}

/** A refusal found out before anything was sent. `candidates` are the tickers that would have been exact. */
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

/** What a key may do, as its venue says. */
export type Rights =
  | {
      readonly kind: "granted";
      readonly maySeeOrders: boolean;
      readonly mayTrade: boolean;
      /** A relay has no business with such a key, whatever else it may do. */
      readonly mayWithdraw: boolean;
      /** When the venue will stop taking the key, where it says so. */
      readonly expiresAt?: Date;
    }
  | { readonly kind: "refused"; readonly reason: Reason }
  | { readonly kind: "unclear"; readonly cause: string };

/** What is known of an order before it is placed: what `place` would send, or why nothing would come of it. */
export type Preview =
  | {
      readonly kind: "ready";
      readonly instrument: Instrument;
    }
  | {
      readonly kind: "refused";
      readonly reason: Reason;
      /** The field of the message that is wrong, where it is one. */
      readonly field?: string;
      /** The tickers that would have been exact. */
      readonly candidates: readonly string[];
    }
  /** The venue couldn't be asked now. */
  | { readonly kind: "unclear"; readonly reason: Reason };

export interface Venue {
  /** What becomes of a quantity between two steps: it is sent as the lower one, or refused. */
  readonly oddQuantity: "rounded-down" | "refused";
  /**
   * Whether the venue itself tries an order for a preview, without placing it: its rules for price, size and value, and what
   * the key may do. The others are asked about the key alone.
   */
  readonly triesOrders: boolean;
  readonly resend: ResendRule;
  /** Sends once; never retries by itself. Never throws: what went wrong is an outcome. */
  place(order: VenueOrder, credentials: Credentials, signal: AbortSignal): Promise<Outcome>;
  /**
   * Does what `place` does up to the send, by the same code, then asks the venue what it says of the key and the order
   * without placing it. Never throws.
   */
  preview(order: VenueOrder, credentials: Credentials, signal: AbortSignal): Promise<Preview>;
  /** Looks the order up by its client order id. Never throws. */
  find(order: VenueOrder, credentials: Credentials, signal: AbortSignal): Promise<Found>;
  /** Asks what the key may do. Never throws. */
  check(credentials: Credentials, signal: AbortSignal): Promise<Rights>;
  /** @throws {InstrumentError} when the ticker names none or several. */
  instrument(ticker: string, credentials: Credentials, signal: AbortSignal): Promise<Instrument>;
  /** Lets what is under way end, then closes the connections. */
  close(): Promise<void>;
}

/** One of each, by name. */
export type Venues = Readonly<Record<VenueName, Venue>>;
