/** The orders of one environment, and the idempotency keys that it remembers. Every access is a map look-up. */
import type { Listing } from "./listings.ts";
import type { OrderRequest } from "./order-request.ts";

export type OrderStatus = "NEW" | "FILL" | "CANCELLED" | "REJECTED";

export interface PlacedOrder {
  /** The exchange's number. */
  readonly number: string;
  readonly request: OrderRequest;
  readonly placedAtMs: number;
  status: OrderStatus;
}

export class OrderBook {
  /** By account and key: docs/venues/t-invest.md, Idempotency. */
  readonly #byRequest = new Map<string, PlacedOrder>();
  readonly #byNumber = new Map<string, PlacedOrder>();
  readonly #byAccount = new Map<string, PlacedOrder[]>();
  /** Keys of orders that were not placed, but that can't be used again. */
  readonly #spent = new Set<string>();
  readonly #traded = new Map<string, number>();
  readonly #firstNumber: bigint;

  /** Numbers count up from `firstNumber`, so the same orders get the same numbers after a reset. */
  constructor(firstNumber: bigint) {
    this.#firstNumber = firstNumber;
  }

  place(request: OrderRequest, placedAtMs: number, status: OrderStatus): PlacedOrder {
    const number = String(this.#firstNumber + BigInt(this.#byNumber.size));
    const order: PlacedOrder = { number, request, placedAtMs, status };
    this.#byNumber.set(number, order);
    this.#byRequest.set(`${request.account} ${request.requestId}`, order);
    this.#byAccount.set(request.account, [...(this.#byAccount.get(request.account) ?? []), order]);
    if (status === "FILL") this.#trade(request);
    return order;
  }

  #trade({ account, listing, side, lots }: OrderRequest): void {
    const key = `${account} ${listing.uid}`;
    this.#traded.set(key, (this.#traded.get(key) ?? 0) + (side === "BUY" ? lots : -lots));
  }

  /** Returns the lots that an account bought minus those that it sold. */
  tradedLots(account: string, { uid }: Listing): number {
    return this.#traded.get(`${account} ${uid}`) ?? 0;
  }

  byRequest(account: string, requestId: string): PlacedOrder | undefined {
    return this.#byRequest.get(`${account} ${requestId.toLowerCase()}`);
  }

  byNumber(account: string, number: string): PlacedOrder | undefined {
    const order = this.#byNumber.get(number);
    return order?.request.account === account ? order : undefined;
  }

  /** Returns the orders that may still be executed. */
  working(account: string): readonly PlacedOrder[] {
    return (this.#byAccount.get(account) ?? []).filter(({ status }) => status === "NEW");
  }

  spend(account: string, requestId: string): void {
    this.#spent.add(`${account} ${requestId}`);
  }

  isSpent(account: string, requestId: string): boolean {
    return this.#spent.has(`${account} ${requestId}`);
  }

  reset(): void {
    for (const forgetful of [this.#byRequest, this.#byNumber, this.#byAccount, this.#spent, this.#traded])
      forgetful.clear();
  }
}
