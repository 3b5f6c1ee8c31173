/** The orders of one environment under Binance's ids. What becomes of them, its market knows. */
import { compareDecimals, product, sum, type OrderSide } from "@chartrelay/contract";
import type { Market, MarketFill, MarketOrder, NewMarketOrder } from "../market/terms.ts";

export type OrderStatus = "NEW" | "PARTIALLY_FILLED" | "FILLED" | "CANCELED" | "EXPIRED";

/** An order that passed every rule. Decimals are as sent. */
export interface OrderRequest {
  readonly symbol: string;
  readonly side: OrderSide;
  readonly type: "LIMIT" | "LIMIT_MAKER" | "MARKET";
  readonly quantity: string;
  /** Null for a market order. */
  readonly price: string | null;
  readonly timeInForce: string;
  /** The id that the venue made up, if none was sent. */
  readonly clientOrderId: string;
}

/** Returns whether an order fills at once: a market order, or a limit order whose price reaches `market`. */
export function fillsAtOnce({ side, price }: OrderRequest, market: string): boolean {
  if (price === null) return true;
  const above = compareDecimals(price, market);
  return side === "BUY" ? above >= 0 : above <= 0;
}

/** What Binance's terms mean in a market. */
export type MarketTerms = Pick<NewMarketOrder, "timeInForce" | "expiresAtMs" | "reduceOnly">;

export interface PlacedOrder<Request extends OrderRequest = OrderRequest> {
  readonly id: number;
  readonly account: string;
  readonly request: Request;
  readonly order: MarketOrder;
  /** The id of the request that cancelled it; null for an order that wasn't cancelled by a request. */
  cancelId: string | null;
}

/** Returns an order's status, as it is or as it was in that `state` with that much filled. */
export function statusOf(order: Pick<MarketOrder, "state" | "cancelledBy" | "filledQuantity">): OrderStatus {
  switch (order.state) {
    case "waiting":
    case "working":
      return compareDecimals(order.filledQuantity, "0") > 0 ? "PARTIALLY_FILLED" : "NEW";
    case "triggered":
    case "filled":
      return "FILLED";
    case "cancelled":
      // What the venue ends itself, such as the rest of an IOC order, expires.
      return order.cancelledBy === "venue" ? "EXPIRED" : "CANCELED";
    case "expired":
    case "rejected":
      return "EXPIRED";
  }
}

export function isOpen({ order: { state } }: PlacedOrder): boolean {
  return state === "waiting" || state === "working";
}

/** Returns whether an order had rested before it filled. */
export function isMaker({ order, atMs }: MarketFill): boolean {
  return order.limit !== null && atMs > order.placedAtMs;
}

/** Returns what fills come to in the quote asset. */
export function quoteValueOf(fills: readonly Pick<MarketFill, "price" | "quantity">[]): string {
  return fills.reduce((total, { price, quantity }) => sum(total, product(price, quantity)), "0");
}

export class OrderBook<Request extends OrderRequest = OrderRequest> {
  readonly #market: Market;
  readonly #firstId: number;
  readonly #describe: (order: MarketOrder) => Request;
  /** Not weak: the process stands still while garbage collection goes through a weak map's entries. */
  readonly #placed = new Map<MarketOrder, PlacedOrder<Request>>();
  readonly #open = new Map<string, Set<PlacedOrder<Request>>>();
  /** The last order with each client id of each account: the id of a filled one may be used again. */
  readonly #latest = new Map<string, PlacedOrder<Request>>();

  /**
   * Ids count up from `firstId`, so the same orders get the same ids after a reset. `describe` returns the request that
   * would have placed an order that came by no request: a trade by hand.
   */
  constructor(market: Market, firstId: number, describe: (order: MarketOrder) => Request) {
    this.#market = market;
    this.#firstId = firstId;
    this.#describe = describe;
  }

  /** Places an order; `isRejected`: the exchange ends it at once. `sentId` is the client id that was sent, if any. */
  place(
    account: string,
    request: Request,
    terms: MarketTerms,
    { sentId, isRejected }: { readonly sentId: string | null; readonly isRejected: boolean },
  ): PlacedOrder<Request> {
    const order = marketOrderOf(account, request, terms, sentId);
    return this.#enter(isRejected ? this.#market.placeRejected(order) : this.#market.place(order), request);
  }

  /** Returns a market's order under its id. */
  of(order: MarketOrder): PlacedOrder<Request> {
    return this.#placed.get(order) ?? this.#enter(order, this.#describe(order));
  }

  /** Finds an order by the venue's id, or else by the client id; if both are given, both must match. */
  find(account: string, symbol: string, id: string | undefined, clientOrderId: string | undefined) {
    const order = id === undefined ? this.#latest.get(`${account} ${clientOrderId}`) : this.#byId(Number(id));
    const fits =
      order?.account === account &&
      order.request.symbol === symbol &&
      (clientOrderId === undefined || order.request.clientOrderId === clientOrderId);
    return fits ? order : undefined;
  }

  /** Returns whether an order with that client id is open: docs/venues/binance.md, Client id. */
  isOpen(account: string, clientOrderId: string): boolean {
    const latest = this.#latest.get(`${account} ${clientOrderId}`);
    return latest !== undefined && isOpen(latest);
  }

  /** Returns an account's open orders, oldest first, of one symbol or of all. */
  open(account: string, symbol: string | undefined): readonly PlacedOrder<Request>[] {
    const open = this.#open.get(account) ?? new Set();
    for (const order of open) if (!isOpen(order)) open.delete(order);
    return [...open].filter(({ request }) => symbol === undefined || request.symbol === symbol);
  }

  /** Returns an account's fills of one symbol, oldest first. */
  fills(account: string, symbol: string): readonly MarketFill[] {
    return this.#market.fillsOf(account).filter(({ order }) => order.instrument === symbol);
  }

  /** Returns the venue's id of a trade. */
  tradeId({ sequence }: MarketFill): number {
    return this.#firstId + sequence - 1;
  }

  cancel(order: PlacedOrder<Request>, cancelId: string): void {
    order.cancelId = cancelId;
    this.#market.cancel(order.order, "client");
  }

  reset(): void {
    for (const map of [this.#open, this.#latest, this.#placed]) map.clear();
  }

  #byId(id: number): PlacedOrder<Request> | undefined {
    const order = this.#market.order(id - this.#firstId + 1);
    return order && this.of(order);
  }

  #enter(order: MarketOrder, request: Request): PlacedOrder<Request> {
    const { account, sequence } = order;
    const placed: PlacedOrder<Request> = {
      id: this.#firstId + sequence - 1,
      account,
      request,
      order,
      cancelId: null,
    };
    this.#placed.set(order, placed);
    this.#latest.set(`${account} ${request.clientOrderId}`, placed);
    if (isOpen(placed)) {
      const open = this.#open.get(account) ?? new Set();
      this.#open.set(account, open.add(placed));
    }
    return placed;
  }
}

/** Returns an order as the market takes it. */
export function marketOrderOf(
  account: string,
  { symbol: instrument, side, quantity, price: limit }: OrderRequest,
  terms: MarketTerms,
  clientOrderId: string | null,
): NewMarketOrder {
  return {
    account,
    clientOrderId,
    instrument,
    side,
    quantity,
    limit,
    trigger: null,
    kind: "order",
    ...terms,
  };
}
