/** An order as a venue gets it, and the key that it is sent with. */
import type { OrderMessage } from "@chartrelay/contract";

/** The trader's key for one venue. Secret: never logged, never part of a response or of an error's message. */
export interface Credentials {
  /** Alor: portfolio. T-Invest: account id. Binance: API key. */
  readonly apiKey: string;
  /** Alor: refresh token. T-Invest: token. Binance: secret key. */
  readonly secretKey: string;
  /** The venue's environment that the key belongs to. */
  readonly isDemo: boolean;
}

/** An order as we send it to a venue. */
export interface VenueOrder {
  /** A UUID derived from the order's row: known before the send, and the same after a crash. */
  readonly clientOrderId: string;
  readonly message: OrderMessage;
  /** A setting of the account: Alor's allowMargin, T-Invest's confirmMarginTrade. */
  readonly allowMargin: boolean;
  /** It closes a position for a stop: it may use what an address's limits keep back from other orders. */
  readonly isUrgent?: boolean;
}
