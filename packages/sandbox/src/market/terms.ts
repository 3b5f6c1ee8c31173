/**
 * The words that a simulated market and the venues in front of it share. A market is venue-neutral: it matches orders,
 * keeps accounts, and tells what happens. Each venue translates that into its own API and its own way of counting.
 * All quantities and prices are plain decimal strings in the units of our messages: lots at Alor and T-Invest, base
 * units at Binance.
 */
import type { OrderSide } from "@chartrelay/contract";

/** How a market trades and counts one instrument. */
export interface Listing {
  /** The venue's name for it; unique in its market. */
  readonly instrument: string;
  /** The price step. */
  readonly tick: string;
  /** The smallest step of a quantity. */
  readonly quantityStep: string;
  /** The price at which it starts. */
  readonly price: string;
  /** What one unit of quantity is worth in money per unit of price: pieces in a lot, or a tick's value ÷ the tick. */
  readonly unitValue: string;
  /** The money in which it is paid: RUB, USDT. */
  readonly currency: string;
  /**
   * `asset`: buying it changes two balances (Binance spot). `security`: money for a position (shares, bonds, funds,
   * currency). `future`: a position for which only a margin is blocked.
   */
  readonly kind: "asset" | "security" | "future";
  /** The balance that buying an `asset` increases. */
  readonly baseAsset?: string;
  /** The fee's share of a fill's value: "0.0005". */
  readonly feeRate: string;
  /** The balance that pays the fee. An `asset`'s buyer pays it in that asset. */
  readonly feeFrom: "currency" | "received";
  /** The share of a future's value that is blocked; "0" for other kinds. */
  readonly marginRate: string;
  /** The share of a position's value that a long pays at each funding, and a short gets; missing: there is none. */
  readonly fundingRate?: string;
}

/** When a conditional order fires. */
export interface Trigger {
  /** Compared with the last price. */
  readonly condition: "rises-to" | "falls-to" | "rises-above" | "falls-below";
  readonly price: string;
}

export type TimeInForce =
  /** Until the session ends. */
  | "day"
  | "until-cancelled"
  /** What doesn't fill at once is cancelled. */
  | "immediate"
  /** Fills completely at once or not at all. */
  | "all-or-nothing"
  /** Refused if it would fill at once. */
  | "post-only";

/** An order as a venue hands it to its market, after the venue's own checks. */
export interface NewMarketOrder {
  readonly account: string;
  /** The sender's id; null if it gave none, as for trades by hand. */
  readonly clientOrderId: string | null;
  readonly instrument: string;
  readonly side: OrderSide;
  readonly quantity: string;
  /** Null for a market order. */
  readonly limit: string | null;
  /** Null for an order that works at once. */
  readonly trigger: Trigger | null;
  readonly kind: "order" | "stop" | "takeProfit" | "trailing";
  readonly timeInForce: TimeInForce;
  /** It expires then; milliseconds since the Unix epoch. Null: only by its time in force. */
  readonly expiresAtMs: number | null;
  /** It never opens a position or turns one around. */
  readonly reduceOnly: boolean;
}

export type MarketOrderState =
  /** A conditional order whose condition doesn't hold yet. */
  | "waiting"
  /** In the book; maybe partly filled. */
  | "working"
  /** A conditional order that fired: `child` is the order that it became. */
  | "triggered"
  | "filled"
  | "cancelled"
  | "expired"
  /** Accepted by the venue, refused by the exchange. */
  | "rejected";

/** Who ended an order before it was filled. */
export type CancelledBy = "client" | "hand" | "venue";

/** An order in the market. The market changes it; everybody else reads it. */
export interface MarketOrder extends NewMarketOrder {
  /** Counts up in its market, from 1. Venues make their own numbers of it. */
  readonly sequence: number;
  readonly placedAtMs: number;
  readonly state: MarketOrderState;
  readonly filledQuantity: string;
  /** Of its fills; null without any. */
  readonly averagePrice: string | null;
  readonly fills: readonly MarketFill[];
  /** When anything about it changed last. */
  readonly changedAtMs: number;
  readonly cancelledBy: CancelledBy | null;
  /** The order that it became when it fired. It has the same client order id. */
  readonly child: MarketOrder | null;
  /** The conditional order that became it. */
  readonly parent: MarketOrder | null;
}

/** One execution. */
export interface MarketFill {
  /** Counts up in its market, from 1. */
  readonly sequence: number;
  readonly order: MarketOrder;
  readonly quantity: string;
  readonly price: string;
  /** Not negative, in `feeCurrency`. */
  readonly fee: string;
  readonly feeCurrency: string;
  readonly atMs: number;
}

/** What an account holds of one instrument. Zero positions stay: some venues keep showing them. */
export interface MarketPosition {
  readonly account: string;
  readonly instrument: string;
  /** Signed: negative is short. */
  readonly quantity: string;
  /** Of the open quantity, by average cost; "0" if it is zero. */
  readonly averagePrice: string;
  /** Since the account began, without fees. */
  readonly realisedProfit: string;
}

/** What funding has brought an account for one position. */
export interface MarketFunding {
  /** Counts up in its market, from 1. */
  readonly sequence: number;
  readonly account: string;
  readonly instrument: string;
  /** The balance that it changed. */
  readonly asset: string;
  /** Negative: the account has paid it. */
  readonly amount: string;
  readonly atMs: number;
}

/** What an account has of one currency or asset. */
export interface MarketBalance {
  readonly account: string;
  /** RUB, USDT, BTC. */
  readonly asset: string;
  readonly total: string;
  /** The part of `total` that working orders and margin block. */
  readonly blocked: string;
}

/** What an order would pay or block if it were placed now. */
export interface Requirement {
  /** The balance that it would take: the currency, or the asset that it sells. */
  readonly asset: string;
  readonly amount: string;
  /** What the account has free of it. */
  readonly free: string;
  /** Whether that is enough. An account that was never funded has enough of everything. */
  readonly isCovered: boolean;
}

/** What happened in a market, in the order in which it happened. */
export type MarketEvent =
  /** An order was placed or changed. A fill's `order` event comes after the fill. */
  | { readonly kind: "order"; readonly order: MarketOrder }
  | { readonly kind: "fill"; readonly fill: MarketFill }
  | { readonly kind: "position"; readonly position: MarketPosition }
  | { readonly kind: "balance"; readonly balance: MarketBalance }
  /** Nobody traded; only that balance changed. */
  | { readonly kind: "funding"; readonly funding: MarketFunding };

/**
 * One environment of one venue. Its clock is the sandbox's, moved on by `advance`. A price is a function of the walk's
 * seed and of the time, so a market that nobody looks at costs nothing.
 */
export interface Market {
  readonly listings: ReadonlyMap<string, Listing>;
  /** When it was opened, by its own clock; milliseconds since the Unix epoch. */
  readonly startedAtMs: number;
  /** Milliseconds since the Unix epoch, with what `advance` has added. */
  nowMs(): number;
  /** The last price, on the tick. @throws {RangeError} for an instrument that isn't listed. */
  price(instrument: string): string;
  /** Sets a price and stops its walk. Orders that the new price reaches fill, or fire, before this returns. */
  setPrice(instrument: string, price: string): void;
  /** Starts a walk from the present price; a step is one tick up or down, or none. */
  walk(instrument: string, walk: { readonly seed: number; readonly stepsPerSecond: number }): void;
  /** Sets what the book will still fill, in all; null: anything. What it doesn't fill rests. */
  setVolume(instrument: string, volume: string | null): void;
  /** Sets what the next fundings cost. @throws {RangeError} for an instrument that has none. */
  setFundingRate(instrument: string, rate: string): void;
  /** Places an order and returns it after everything that happens at once. */
  place(order: NewMarketOrder): MarketOrder;
  /** Enters an order that the exchange rejects; it never works. */
  placeRejected(order: NewMarketOrder): MarketOrder;
  /** Returns whether it was still waiting or working. A fired conditional order is cancelled by its child. */
  cancel(order: MarketOrder, by: CancelledBy): boolean;
  /** A trade beside us: a market order without a client order id. */
  trade(order: Pick<NewMarketOrder, "account" | "instrument" | "side" | "quantity">): MarketOrder;
  /** Moves the clock: sessions end, orders expire, and funding is paid. */
  advance(seconds: number): void;
  /** By sequence. */
  order(sequence: number): MarketOrder | undefined;
  /** An account's orders, oldest first. */
  ordersOf(account: string): readonly MarketOrder[];
  /** Everybody's orders that wait or work, oldest first. */
  openOrders(): readonly MarketOrder[];
  /** An account's fills, oldest first. */
  fillsOf(account: string): readonly MarketFill[];
  /** All accounts' fills, oldest first. */
  fills(): readonly MarketFill[];
  /** What funding has brought and cost an account, oldest first. */
  fundingOf(account: string): readonly MarketFunding[];
  /** An account's positions, zero ones included, or everybody's. */
  positions(account?: string): readonly MarketPosition[];
  balances(account: string): readonly MarketBalance[];
  /** Gives an account exactly these balances. Until then it has as much money as it needs. */
  fund(account: string, balances: Readonly<Record<string, string>>): void;
  /** Whether the account was given balances. */
  isFunded(account: string): boolean;
  /** Says what an order would need. The market itself refuses none: that is the venue's business. */
  requirement(order: NewMarketOrder): Requirement;
  /** Calls `listener` with everything that happens to the account's orders from now on. Returns how to end that. */
  subscribe(account: string, listener: (event: MarketEvent) => void): () => void;
  /** Forgets orders, fills, positions, volumes, prices and rates that were set; keeps walks and subscriptions. */
  reset(): void;
  /** Ends its timers. */
  close(): void;
}
