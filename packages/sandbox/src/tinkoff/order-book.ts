/**
 * The orders of one environment as T-Invest numbers them, and the idempotency keys that it remembers. The market has the
 * orders themselves.
 */
import { createHash } from "node:crypto";
import type { Market, MarketFill, MarketOrder } from "../market/terms.ts";
import { listingInMarket, type Listing } from "./listings.ts";
import { toMarketOrder, type OrderRequest } from "./order-request.ts";

const FIRST_TRADE = 7_653_265_990n;
/** What an order is called until the exchange has given it a number: docs/venues/t-invest.md, Streams. */
const FIRST_RECEIPT = 500_000_000_000n;

export class OrderBook {
  /** By account and key: docs/venues/t-invest.md, Idempotency. */
  readonly #byRequest = new Map<string, MarketOrder>();
  /** Keys of orders that were not placed, but that can't be used again. */
  readonly #spent = new Set<string>();
  readonly #market: Market;
  readonly #firstNumber: bigint;

  /** Numbers count up from `firstNumber`, so the same orders get the same numbers after a reset. */
  constructor(market: Market, firstNumber: bigint) {
    this.#market = market;
    this.#firstNumber = firstNumber;
  }

  /** Places an order, or enters one that the exchange rejects. */
  place(request: OrderRequest, isRejected: boolean): MarketOrder {
    const asked = toMarketOrder(request);
    const order = isRejected ? this.#market.placeRejected(asked) : this.#market.place(asked);
    this.#byRequest.set(`${request.account} ${request.requestId}`, order);
    return order;
  }

  /** Returns the exchange's number of an order. */
  numberOf({ sequence }: MarketOrder): string {
    return String(this.#firstNumber + BigInt(sequence - 1));
  }

  /** Returns the number that the broker itself gives an order, before the exchange does. */
  receiptOf({ sequence }: MarketOrder): string {
    return String(FIRST_RECEIPT + BigInt(sequence));
  }

  byRequest(account: string, requestId: string): MarketOrder | undefined {
    return this.#byRequest.get(`${account} ${requestId.toLowerCase()}`);
  }

  byNumber(account: string, number: string): MarketOrder | undefined {
    if (!/^\d{1,19}$/.test(number)) return undefined;
    const order = this.#market.order(Number(BigInt(number) - this.#firstNumber) + 1);
    return order?.account === account ? order : undefined;
  }

  /** Returns the orders that may still be executed. */
  working(account: string): readonly MarketOrder[] {
    return this.#market.ordersOf(account).filter(({ state }) => state === "working");
  }

  spend(account: string, requestId: string): void {
    this.#spent.add(`${account} ${requestId}`);
  }

  isSpent(account: string, requestId: string): boolean {
    return this.#spent.has(`${account} ${requestId}`);
  }

  reset(): void {
    this.#byRequest.clear();
    this.#spent.clear();
  }
}

/** Returns the idempotency key of an order; T-Invest makes one for an order that came without. */
export function requestIdOfOrder({ clientOrderId, account, sequence }: MarketOrder): string {
  if (clientOrderId !== null) return clientOrderId;
  const hash = createHash("sha256").update(`${account} ${sequence}`).digest("hex");
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5");
}

/** Returns the exchange's number of a trade. */
export function tradeIdOf({ sequence }: MarketFill): string {
  return String(FIRST_TRADE + BigInt(sequence));
}

/** Returns how T-Invest lists an order's instrument. */
export function listingOfOrder({ instrument }: MarketOrder): Listing {
  return listingInMarket(instrument);
}
