/**
 * What becomes of an order after the venue has accepted it, and what an account holds: the calls and the stream by which
 * we know. A stream only makes it fast; reading decides (docs/decisions/executions.md). All quantities are in the units
 * of our messages, all numbers plain decimal strings.
 */
import type { ExecutionState, OrderSide, PositionSide, Reason } from "@chartrelay/contract";
import type { ListedContract } from "./listed-contract.ts";
import type { Credentials, VenueOrder } from "./venue-order.ts";

export { EXECUTION_STATES, type ExecutionState } from "@chartrelay/contract";

/** Nothing more fills, except for fills that the venue reports late. */
export const isFinal = (state: ExecutionState): boolean => state !== "working" && state !== "partiallyFilled";

export interface Fee {
  /** Negative for a rebate. */
  readonly amount: string;
  /** In capitals: RUB, USDT, BNB. */
  readonly currency: string;
}

/** One execution of an order of ours. */
export interface Fill {
  /** The venue's id of the trade; with venue, account and symbol it is unique. */
  readonly tradeId: string;
  readonly symbol: string;
  readonly side: OrderSide;
  /** Above zero. */
  readonly quantity: string;
  readonly price: string;
  /** Null if the venue doesn't say yet, or never does; some say it of the order as a whole. */
  readonly fee: Fee | null;
  /** By the venue's clock; milliseconds since the Unix epoch. */
  readonly atMs: number;
}

/** What the venue says of one order of ours. */
export interface Execution {
  readonly clientOrderId: string;
  readonly venueOrderId: string;
  readonly state: ExecutionState;
  /** All that was executed so far. Never falls. */
  readonly filledQuantity: string;
  /** Null while nothing is filled, or if the venue doesn't say. */
  readonly averagePrice: string | null;
  /** Fills known from this answer or event: all, some or none of the order's. */
  readonly fills: readonly Fill[];
  /** All that the order has cost so far, at a venue that counts fees by order; its fills then have none. */
  readonly fee?: Fee | null;
  /** Who ended it early, if the venue says so; null otherwise. */
  readonly cancelledBy: "client" | "venue" | null;
  /** Why the exchange rejected, cancelled or expired it; null if the venue doesn't say, or there is nothing to say. */
  readonly reason: Reason | null;
}

/** The result of a read. `unknown` covers everything that isn't a clear answer: the caller reads again. */
export type Reading<T> =
  | { readonly kind: "read"; readonly value: T; readonly atMs: number }
  /** The key may not read this; asking again is useless until the key changes. */
  | { readonly kind: "refused"; readonly reason: Reason }
  | { readonly kind: "unknown"; readonly cause: string; readonly retryAfterMs?: number };

/** The result of a cancellation. Whatever it says, reading decides how the order ended: a cancel may cross a fill. */
export type Cancellation =
  /** The venue has cancelled it, or has taken the request to. */
  | { readonly kind: "accepted" }
  /** The venue says that nothing is left to cancel. */
  | { readonly kind: "over" }
  | { readonly kind: "refused"; readonly reason: Reason; readonly response: string | null }
  | { readonly kind: "throttled"; readonly reason: Reason; readonly retryAfterMs?: number }
  | { readonly kind: "unknown"; readonly cause: string; readonly response: string | null };

/** An order that the venue has accepted from us. */
export interface PlacedOrder extends VenueOrder {
  /** The venue's own id, once we have read it. */
  readonly venueOrderId: string | null;
}

/** What an account holds of one instrument, whoever bought it. */
export interface VenuePosition {
  readonly symbol: string;
  /** What our messages call it, such that the ticker names this instrument and no other. */
  readonly ticker: string;
  /** In hedge mode, which of the symbol's two positions it is: an order that closes it has to say so. */
  readonly positionSide?: PositionSide;
  /** Signed, in the units of our messages: negative is short. With a fraction if it isn't whole lots. */
  readonly quantity: string;
  /** Null if the venue doesn't say. */
  readonly averagePrice: string | null;
  /** The venue's last or mark price; null if this answer has none. */
  readonly price: string | null;
  /** Unrealised, in `currency`, as the venue counts it; null if it doesn't say. */
  readonly openProfit: string | null;
  readonly currency: string | null;
}

/** What an account has of one currency. */
export interface VenueMoney {
  /** In capitals: RUB, USDT. */
  readonly currency: string;
  /** Free for new orders. */
  readonly free: string;
  /** Held by orders and as margin. */
  readonly blocked: string;
}

/** What an account is worth as its venue counts it: money, and what is held. */
export interface Equity {
  /** Negative if the account owes more than it has. */
  readonly amount: string;
  /** In capitals: RUB, USDT. */
  readonly currency: string;
}

/** What holding a perpetual contract has brought or cost: for the account's whole position, whoever opened it. */
export interface FundingPayment {
  /** The venue's id of it, unique in the account. */
  readonly paymentId: string;
  readonly symbol: string;
  /** What our messages call the instrument. */
  readonly ticker: string;
  /** Negative: the account has paid it. */
  readonly amount: string;
  /** In capitals: USDT. */
  readonly currency: string;
  /** By the venue's clock; milliseconds since the Unix epoch. */
  readonly atMs: number;
}

/** Both ends included; milliseconds since the Unix epoch, by the venue's clock. */
export interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

/** When an instrument trades. */
export interface Schedule {
  readonly isOpen: boolean;
  /** Milliseconds since the Unix epoch; null if the venue doesn't say, or it trades around the clock. */
  readonly closesAtMs: number | null;
  readonly opensAtMs: number | null;
}

/** What an order would cost by the venue's own calculation. */
export interface CostEstimate {
  /** What can be bought or sold at most, in the units of our messages; null if the venue doesn't say. */
  readonly maxQuantity: string | null;
  readonly fee: Fee | null;
}

/** What a stream says. Events may be lost, late, doubled and out of order. */
export type StreamEvent =
  | { readonly kind: "execution"; readonly execution: Execution }
  /** Something happened to an order whose id isn't ours: the trader's own, a liquidation. Positions changed. */
  | { readonly kind: "foreign"; readonly symbol: string }
  /** A position or money changed. */
  | { readonly kind: "holdings" };

/** How a stream stands. Only while it is `live` may its silence mean that nothing happened, and not for long. */
export type StreamState =
  | { readonly kind: "live" }
  /** It reconnects by itself; what was missed has to be read once it is live again. */
  | { readonly kind: "down"; readonly cause: string }
  /** It won't come back: the key is refused, or the venue has no such stream. Only reading is left. */
  | { readonly kind: "over"; readonly reason: Reason | null };

export interface StreamListener {
  readonly onEvent: (event: StreamEvent) => void;
  /** Called for each change, first with `live` or `down`. */
  readonly onState: (state: StreamState) => void;
}

/** What a reading of working orders has to find. */
export type SoughtOrder = Pick<VenueOrder["message"], "ticker" | "type">;

export interface ReadingOptions {
  /** An order that ends a risk waits for it: it goes ahead of what only follows orders. */
  readonly isUrgent?: boolean;
}

/** How many orders a venue lets us follow: what the reconciler plans its reads by. */
export interface FollowingLimits {
  /** Whether `events` exists. If not, everything is read. */
  readonly hasStream: boolean;
  /** How often one account's `working` is read at most while it has working orders, whether its stream is live or not. */
  readonly readEveryMs: number;
  /** What `working` costs if it has to find these orders, in units of the venue's own limit. */
  cost(sought: readonly SoughtOrder[]): number;
  /** What all accounts' `working` together may cost in a minute. With many accounts, each is read less often. */
  readonly costPerMinute: number;
}

/** The calls beyond placing. None throws: failures are values. Each has a budget of its own and never takes a send's. */
export interface Executions {
  readonly following: FollowingLimits;
  /** Cancels this order of ours and no other. */
  cancel(order: PlacedOrder, credentials: Credentials, signal: AbortSignal): Promise<Cancellation>;
  /** Reads one order of ours with all its fills. `null`: the venue says that it doesn't know it. */
  fills(order: PlacedOrder, credentials: Credentials, signal: AbortSignal): Promise<Reading<Execution | null>>;
  /**
   * Reads the account's working orders that have a client order id, as cheaply as the venue allows: what isn't like
   * `sought` may be left out.
   */
  working(
    credentials: Credentials,
    signal: AbortSignal,
    sought?: readonly SoughtOrder[],
    options?: ReadingOptions,
  ): Promise<Reading<readonly Execution[]>>;
  positions(
    credentials: Credentials,
    signal: AbortSignal,
    options?: ReadingOptions,
  ): Promise<Reading<readonly VenuePosition[]>>;
  money(credentials: Credentials, signal: AbortSignal): Promise<Reading<readonly VenueMoney[]>>;
  /** Reads what the account is worth. */
  equity(credentials: Credentials, signal: AbortSignal): Promise<Reading<Equity>>;
  /**
   * Reads whether long and short positions of one instrument are held side by side. Missing at venues where they never
   * are.
   */
  isHedged?(credentials: Credentials, signal: AbortSignal): Promise<Reading<boolean>>;
  /**
   * Reads what funding a period brought and cost, oldest first. Missing at venues without perpetual contracts. What is
   * older than the venue remembers is left out: at Binance, three months.
   */
  funding?(period: Period, credentials: Credentials, signal: AbortSignal): Promise<Reading<readonly FundingPayment[]>>;
  estimate(order: VenueOrder, credentials: Credentials, signal: AbortSignal): Promise<Reading<CostEstimate>>;
  schedule(ticker: string, credentials: Credentials, signal: AbortSignal): Promise<Reading<Schedule>>;
  /**
   * Reads the contracts behind a continuous symbol (`SI1!`), those that have expired excepted or not. Missing at venues
   * whose contracts don't expire.
   */
  contracts?(
    ticker: string,
    credentials: Credentials,
    signal: AbortSignal,
  ): Promise<Reading<readonly ListedContract[]>>;
  /**
   * Follows the account until `signal` aborts. Reconnects by itself, with the pauses that the venue asks for, renews
   * what runs out, and reports a stream that shows no sign of life as down.
   */
  events(credentials: Credentials, listener: StreamListener, signal: AbortSignal): void;
}
