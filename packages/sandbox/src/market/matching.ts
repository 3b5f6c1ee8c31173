/** The orders of a market: what becomes of each, given prices, volumes and time. */
import { compareDecimals, signOf, smallerOf } from "@chartrelay/contract";
import { Account } from "./account.ts";
import { Book } from "./book.ts";
import { EventBus } from "./event-bus.ts";
import { Expiries } from "./expiries.ts";
import { fundingAfter, fundingOf } from "./funding.ts";
import { addFill, crosses, isMet, isOpen, remainingOf, type OrderRecord } from "./order.ts";
import { assetsOf, feeOf } from "./settlement.ts";
import type { CancelledBy, Listing, MarketFill, NewMarketOrder } from "./terms.ts";

/** Matches orders. Every method is given the time of what happens: it may be in the past, when a market catches up. */
export class Matching {
  readonly books = new Map<string, Book>();
  readonly accounts = new Map<string, Account>();
  /** By sequence, from 1. */
  orders: OrderRecord[] = [];
  fills: MarketFill[] = [];
  readonly events = new EventBus();
  readonly expiries: Expiries;
  /** When funding is paid next; Infinity if no instrument has any. */
  nextFundingMs: number;
  #fundings = 0;
  readonly #initialBalances: ReadonlyMap<string, string>;

  constructor(
    listings: readonly Listing[],
    initialBalances: ReadonlyMap<string, string>,
    sessionEndsAt: (ms: number) => number,
    openedAtMs: number,
  ) {
    this.expiries = new Expiries(sessionEndsAt);
    this.#initialBalances = initialBalances;
    for (const listing of listings) this.books.set(listing.instrument, new Book(listing));
    this.nextFundingMs = listings.some(({ fundingRate }) => fundingRate !== undefined)
      ? fundingAfter(openedAtMs)
      : Infinity;
  }

  /** Fills and fires what the price has reached, or a larger volume allows. */
  match(book: Book, priceBefore: string, atMs: number): void {
    // The price came to a resting order: it trades at its own price. One that it had passed before takes the last price.
    for (const order of book.reached())
      this.#fill(book, order, crosses(order, priceBefore) ? book.price : (order.limit ?? book.price), atMs);
    for (const order of book.triggered()) if (order.state === "waiting") this.#fire(order, atMs);
  }

  /** Enters an order, and does all that happens at once. `parent` is the conditional order that becomes it. */
  enter(request: NewMarketOrder, atMs: number, parent: OrderRecord | null = null): OrderRecord {
    const book = this.bookOf(request.instrument);
    const order = this.#record(request, parent, this.#firstState(book, request), atMs);
    if (parent) parent.child = order;
    if (parent) this.end(parent, "triggered", null, atMs);
    if (isOpen(order)) this.#rest(book, order, atMs);
    this.#tellOrder(order);
    if (order.state === "waiting" && order.trigger && isMet(order.trigger, book.price)) this.#fire(order, atMs);
    if (order.state === "working" && crosses(order, book.price)) this.#fill(book, order, book.price, atMs);
    const isOver = order.timeInForce === "immediate" || order.timeInForce === "all-or-nothing";
    if (order.state === "working" && isOver) this.end(order, "cancelled", "venue", atMs);
    if (order.state === "working") this.tellBalances(order.account, assetsOf(book.listing));
    return order;
  }

  /** Enters an order that never works. */
  reject(request: NewMarketOrder, atMs: number): OrderRecord {
    this.bookOf(request.instrument);
    const order = this.#record(request, null, "rejected", atMs);
    this.#tellOrder(order);
    return order;
  }

  /** Ends the orders that expire by then. */
  expire(atMs: number): void {
    for (const order of this.expiries.takeDue(atMs)) if (isOpen(order)) this.end(order, "expired", null, atMs);
  }

  /** Pays funding for what is held at that time, at the last prices. */
  payFunding(atMs: number): void {
    this.nextFundingMs = fundingAfter(atMs);
    for (const account of this.accounts.values()) {
      for (const { instrument, quantity } of account.positions()) {
        const { listing, price, fundingRate } = this.bookOf(instrument);
        const amount = fundingOf(listing, quantity, price, fundingRate);
        if (signOf(amount) === 0) continue;
        const sequence = (this.#fundings += 1);
        const funding = { sequence, account: account.name, instrument, asset: listing.currency, amount, atMs };
        account.addFunding(funding);
        this.events.tell(account.name, () => ({ kind: "funding", funding }));
      }
    }
  }

  #firstState(book: Book, request: NewMarketOrder): "waiting" | "working" | "rejected" {
    if (request.trigger) return "waiting";
    const wouldTake = request.timeInForce === "post-only" && crosses(request, book.price);
    const hasNothingToReduce = request.reduceOnly && this.accountOf(request.account).reducible(request) === "0";
    return wouldTake || hasNothingToReduce ? "rejected" : "working";
  }

  /** A conditional order becomes an ordinary one. */
  #fire(parent: OrderRecord, atMs: number): void {
    const { account, clientOrderId, instrument, side, quantity, limit, timeInForce, expiresAtMs, reduceOnly } = parent;
    const terms = { account, clientOrderId, instrument, side, quantity, limit, timeInForce, expiresAtMs, reduceOnly };
    this.enter({ ...terms, trigger: null, kind: "order" }, atMs, parent);
  }

  #fill(book: Book, order: OrderRecord, price: string, atMs: number): void {
    if (order.state !== "working") return;
    const account = this.accountOf(order.account);
    const wanted = order.reduceOnly ? smallerOf(remainingOf(order), account.reducible(order)) : remainingOf(order);
    const quantity = book.fillable(wanted);
    const isTooLittle = order.timeInForce === "all-or-nothing" && compareDecimals(quantity, order.quantity) < 0;
    if (signOf(quantity) > 0 && !isTooLittle) this.#execute(book, order, quantity, price, atMs);
    if (order.state === "working" && order.reduceOnly && account.reducible(order) === "0")
      this.end(order, "cancelled", "venue", atMs);
  }

  #execute(book: Book, order: OrderRecord, quantity: string, price: string, atMs: number): void {
    const account = this.accountOf(order.account);
    const { amount: fee, asset: feeCurrency } = feeOf(book.listing, order.side, quantity, price);
    const sequence = this.fills.length + 1;
    const fill: MarketFill = { sequence, order, quantity, price, fee, feeCurrency, atMs };
    book.take(quantity);
    addFill(order, fill);
    account.fills.push(fill);
    this.fills.push(fill);
    this.events.tell(order.account, () => ({ kind: "fill", fill }));
    if (signOf(remainingOf(order)) === 0) this.end(order, "filled", null, atMs);
    else this.#change(order, atMs);
    this.events.tell(order.account, () => ({ kind: "position", position: account.position(order.instrument) }));
    this.tellBalances(order.account, assetsOf(book.listing));
  }

  #record(request: NewMarketOrder, parent: OrderRecord | null, state: OrderRecord["state"], atMs: number): OrderRecord {
    const order: OrderRecord = {
      ...request,
      sequence: this.orders.length + 1,
      placedAtMs: atMs,
      parent,
      fills: [],
      state,
      filledQuantity: "0",
      averagePrice: null,
      changedAtMs: atMs,
      cancelledBy: null,
      child: null,
    };
    this.orders.push(order);
    this.accountOf(order.account).orders.push(order);
    return order;
  }

  #rest(book: Book, order: OrderRecord, atMs: number): void {
    book.add(order);
    this.accountOf(order.account).openOrders.add(order);
    this.expiries.add(order, atMs);
  }

  /** Ends an order that is open. */
  end(order: OrderRecord, state: OrderRecord["state"], by: CancelledBy | null, atMs: number): void {
    const wasWorking = order.state === "working" && state !== "filled";
    order.state = state;
    order.cancelledBy = by;
    const book = this.bookOf(order.instrument);
    book.remove(order);
    this.accountOf(order.account).openOrders.delete(order);
    this.expiries.remove(order);
    this.#change(order, atMs);
    if (wasWorking) this.tellBalances(order.account, assetsOf(book.listing));
  }

  #change(order: OrderRecord, atMs: number): void {
    order.changedAtMs = atMs;
    this.#tellOrder(order);
  }

  #tellOrder(order: OrderRecord): void {
    this.events.tell(order.account, () => ({ kind: "order", order }));
  }

  tellBalances(account: string, assets: readonly string[]): void {
    for (const asset of assets)
      this.events.tell(account, () => ({ kind: "balance", balance: this.accountOf(account).balance(asset) }));
  }

  /** Forgets everything but listings, walks and subscriptions. A list that was returned earlier keeps its entries. */
  reset(): void {
    for (const book of this.books.values()) book.reset();
    this.accounts.clear();
    this.expiries.clear();
    [this.orders, this.fills, this.#fundings] = [[], [], 0];
  }

  accountOf(name: string): Account {
    let account = this.accounts.get(name);
    if (account) return account;
    account = new Account(name, {
      listing: (instrument) => this.bookOf(instrument).listing,
      initialBalances: this.#initialBalances,
      price: (instrument) => this.bookOf(instrument).price,
    });
    this.accounts.set(name, account);
    return account;
  }

  /** @throws {RangeError} if the instrument isn't listed. */
  bookOf(instrument: string): Book {
    const book = this.books.get(instrument);
    if (!book) throw new RangeError(`${instrument} isn't listed`);
    return book;
  }
}
