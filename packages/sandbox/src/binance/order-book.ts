/** The orders of one environment. Every access is a map look-up. */
import { compareDecimals, type OrderSide } from "@chartrelay/contract";

export type OrderStatus = "NEW" | "FILLED" | "CANCELED" | "EXPIRED";

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

export interface PlacedOrder<Request extends OrderRequest = OrderRequest> {
  readonly id: number;
  readonly account: string;
  readonly request: Request;
  readonly placedAtMs: number;
  updatedAtMs: number;
  status: OrderStatus;
}

export class OrderBook<Request extends OrderRequest = OrderRequest> {
  readonly #byId = new Map<number, PlacedOrder<Request>>();
  readonly #open = new Map<string, Map<string, PlacedOrder<Request>>>();
  /** The last order with each client id of each account: the id of a filled one may be used again. */
  readonly #latest = new Map<string, PlacedOrder<Request>>();
  readonly #firstId: number;

  /** Ids count up from `firstId`, so the same orders get the same ids after a reset. */
  constructor(firstId: number) {
    this.#firstId = firstId;
  }

  place(account: string, request: Request, placedAtMs: number, status: OrderStatus): PlacedOrder<Request> {
    const id = this.#firstId + this.#byId.size;
    const order: PlacedOrder<Request> = { id, account, request, placedAtMs, updatedAtMs: placedAtMs, status };
    this.#byId.set(id, order);
    this.#latest.set(`${account} ${request.clientOrderId}`, order);
    if (status === "NEW") this.#openOf(account).set(request.clientOrderId, order);
    return order;
  }

  /** Finds an order by the venue's id, or else by the client id; if both are given, both must match. */
  find(account: string, symbol: string, id: string | undefined, clientOrderId: string | undefined) {
    const order = id === undefined ? this.#latest.get(`${account} ${clientOrderId}`) : this.#byId.get(Number(id));
    const fits =
      order?.account === account &&
      order.request.symbol === symbol &&
      (clientOrderId === undefined || order.request.clientOrderId === clientOrderId);
    return fits ? order : undefined;
  }

  /** Returns whether an order with that client id is open: docs/venues/binance.md, Client id. */
  isOpen(account: string, clientOrderId: string): boolean {
    return this.#openOf(account).has(clientOrderId);
  }

  open(account: string, symbol: string | undefined): readonly PlacedOrder<Request>[] {
    return [...this.#openOf(account).values()].filter(
      ({ request }) => symbol === undefined || request.symbol === symbol,
    );
  }

  cancel(order: PlacedOrder<Request>, atMs: number): void {
    [order.status, order.updatedAtMs] = ["CANCELED", atMs];
    this.#openOf(order.account).delete(order.request.clientOrderId);
  }

  reset(): void {
    for (const map of [this.#byId, this.#open, this.#latest]) map.clear();
  }

  #openOf(account: string): Map<string, PlacedOrder<Request>> {
    const open = this.#open.get(account) ?? new Map<string, PlacedOrder<Request>>();
    this.#open.set(account, open);
    return open;
  }
}
