/** The simulated market: matches orders against a price, keeps accounts, and tells what happens. */
import { compareDecimals, signOf, smallerOf } from "@chartrelay/contract";
import { Account } from "./account.ts";
import { Book } from "./book.ts";
import { addFill, crosses, isMet, isOpen, remainingOf, type OrderRecord } from "./order.ts";
import { assetsOf, feeOf } from "./settlement.ts";
import type {
  CancelledBy,
  Listing,
  Market,
  MarketBalance,
  MarketEvent,
  MarketFill,
  MarketOrder,
  MarketPosition,
  NewMarketOrder,
  Requirement,
} from "./terms.ts";
import type { WalkTerms } from "./walk.ts";

export interface MarketOptions {
  readonly listings: readonly Listing[];
  /** Milliseconds since the Unix epoch, with fractions. */
  readonly now: () => number;
  /** When the session ends that is open at `ms`, or the next one if none is. Default: at midnight, UTC. */
  readonly sessionEndsAt?: (ms: number) => number;
  /** What an account has of each currency and asset until it is funded. Default: 1,000,000,000. */
  readonly initialBalance?: string;
  /** What it has of each base asset until then. Default: the same. */
  readonly initialAssetBalance?: string;
}

type Listener = (event: MarketEvent) => void;

const DAY_MS = 86_400_000;
/** The longest that a timer can be set to. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Returns a session's end: every day at that time, UTC. */
export function dailyAt(hour: number, minute: number): (ms: number) => number {
  const offsetMs = (hour * 60 + minute) * 60_000;
  return (ms) => (Math.floor((ms - offsetMs) / DAY_MS) + 1) * DAY_MS + offsetMs;
}

/** Creates a market with static prices. It sets timers only while orders wait for a walking price or expire. */
export function createMarket(options: MarketOptions): Market {
  return new SimulatedMarket(options);
}

class SimulatedMarket implements Market {
  readonly listings: ReadonlyMap<string, Listing>;
  readonly #now: () => number;
  readonly #sessionEndsAt: (ms: number) => number;
  readonly #initialBalances: ReadonlyMap<string, string>;
  readonly #books = new Map<string, Book>();
  readonly #accounts = new Map<string, Account>();
  /** By account; they outlive a reset. */
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #events: { readonly account: string; readonly event: MarketEvent }[] = [];
  readonly #expiries = new Map<OrderRecord, number>();
  #nextExpiryMs = Infinity;
  #orders: OrderRecord[] = [];
  #fills: MarketFill[] = [];
  #advancedMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #isTelling = false;
  #isClosed = false;

  constructor(options: MarketOptions) {
    const { listings, now, sessionEndsAt = dailyAt(0, 0), initialBalance = "1000000000" } = options;
    const { initialAssetBalance = initialBalance } = options;
    this.listings = new Map(listings.map((listing) => [listing.instrument, listing]));
    this.#now = now;
    this.#sessionEndsAt = sessionEndsAt;
    const currencies = new Set(listings.map(({ currency }) => currency));
    const assets = listings.flatMap(assetsOf);
    this.#initialBalances = new Map(
      assets.map((asset) => [asset, currencies.has(asset) ? initialBalance : initialAssetBalance]),
    );
    for (const listing of listings) this.#books.set(listing.instrument, new Book(listing));
  }

  nowMs(): number {
    return this.#now() + this.#advancedMs;
  }

  price(instrument: string): string {
    const book = this.#bookOf(instrument);
    this.#follow(book, this.#catchUp());
    return book.price;
  }

  setPrice(instrument: string, price: string): void {
    const book = this.#bookOf(instrument);
    const atMs = this.#catchUp();
    this.#follow(book, atMs);
    const before = book.price;
    book.setPrice(price);
    this.#match(book, before, atMs);
    this.#setTimer();
  }

  walk(instrument: string, terms: WalkTerms): void {
    const book = this.#bookOf(instrument);
    const atMs = this.#catchUp();
    this.#follow(book, atMs);
    book.walk(terms, atMs);
    this.#setTimer();
  }

  setVolume(instrument: string, volume: string | null): void {
    const book = this.#bookOf(instrument);
    const atMs = this.#catchUp();
    this.#follow(book, atMs);
    book.setVolume(volume);
    this.#match(book, book.price, atMs);
    this.#setTimer();
  }

  place(request: NewMarketOrder): MarketOrder {
    const book = this.#bookOf(request.instrument);
    const atMs = this.#catchUp();
    this.#follow(book, atMs);
    const order = this.#enter(book, request, null, atMs);
    if (isOpen(order)) this.#setTimer();
    return order;
  }

  placeRejected(request: NewMarketOrder): MarketOrder {
    this.#bookOf(request.instrument);
    const order = this.#record(request, null, "rejected", this.#catchUp());
    this.#tellOrder(order);
    return order;
  }

  cancel(order: MarketOrder, by: CancelledBy): boolean {
    this.#follow(this.#bookOf(order.instrument), this.#catchUp());
    const record = this.#orders[order.sequence - 1];
    if (record !== order || !isOpen(record)) return false;
    this.#end(record, "cancelled", by, this.nowMs());
    return true;
  }

  trade(order: Pick<NewMarketOrder, "account" | "instrument" | "side" | "quantity">): MarketOrder {
    const byHand = { clientOrderId: null, limit: null, trigger: null, kind: "order", reduceOnly: false } as const;
    return this.place({ ...order, ...byHand, timeInForce: "immediate", expiresAtMs: null });
  }

  advance(seconds: number): void {
    this.#advancedMs += seconds * 1000;
    this.#catchUp();
    this.#setTimer();
  }

  order(sequence: number): MarketOrder | undefined {
    this.#catchUp();
    return this.#orders[sequence - 1];
  }

  ordersOf(account: string): readonly MarketOrder[] {
    this.#catchUp();
    return this.#accounts.get(account)?.orders ?? [];
  }

  openOrders(): readonly MarketOrder[] {
    this.#catchUp();
    const open = Array.from(this.#accounts.values(), ({ openOrders }) => [...openOrders]).flat();
    return open.toSorted((one, other) => one.sequence - other.sequence);
  }

  fillsOf(account: string): readonly MarketFill[] {
    this.#catchUp();
    return this.#accounts.get(account)?.fills ?? [];
  }

  fills(): readonly MarketFill[] {
    this.#catchUp();
    return this.#fills;
  }

  positions(account?: string): readonly MarketPosition[] {
    this.#catchUp();
    const accounts = account === undefined ? [...this.#accounts.values()] : [this.#accountOf(account)];
    return accounts.flatMap((one) => one.positions());
  }

  balances(account: string): readonly MarketBalance[] {
    this.#catchUp();
    return this.#accountOf(account).balances();
  }

  fund(account: string, balances: Readonly<Record<string, string>>): void {
    this.#catchUp();
    this.#accountOf(account).fund(balances);
    this.#tellBalances(account, Object.keys(balances));
  }

  isFunded(account: string): boolean {
    return this.#accounts.get(account)?.isFunded ?? false;
  }

  requirement(order: NewMarketOrder): Requirement {
    this.price(order.instrument);
    return this.#accountOf(order.account).requirement(order);
  }

  subscribe(account: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(account) ?? new Set();
    this.#listeners.set(account, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(account) === listeners) this.#listeners.delete(account);
    };
  }

  reset(): void {
    for (const book of this.#books.values()) book.reset();
    this.#accounts.clear();
    this.#expiries.clear();
    this.#nextExpiryMs = Infinity;
    [this.#orders, this.#fills] = [[], []];
    this.#setTimer();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Does what time has brought since the last call: orders expire, and walking prices reach them. */
  #catchUp(): number {
    const nowMs = this.nowMs();
    while (this.#nextExpiryMs <= nowMs) {
      const atMs = this.#nextExpiryMs;
      this.#followAll(atMs);
      for (const [order, expiresAtMs] of this.#expiries)
        if (expiresAtMs <= atMs) this.#end(order, "expired", null, atMs);
      this.#nextExpiryMs = [...this.#expiries.values()].reduce((one, other) => Math.min(one, other), Infinity);
    }
    this.#followAll(nowMs);
    return nowMs;
  }

  /** Moves on the prices for which orders wait. */
  #followAll(untilMs: number): void {
    for (const book of this.#books.values()) if (book.nextStepAtMs <= untilMs) this.#follow(book, untilMs);
  }

  /** Moves a walking price on; what it reaches fills or fires. */
  #follow(book: Book, untilMs: number): void {
    for (;;) {
      const before = book.price;
      const atMs = book.advance(untilMs);
      if (atMs === undefined) return;
      this.#match(book, before, atMs);
    }
  }

  /** Fills and fires what the price has reached, or a larger volume allows. */
  #match(book: Book, priceBefore: string, atMs: number): void {
    // The price came to a resting order: it trades at its own price. One that it had passed before takes the last price.
    for (const order of book.reached())
      this.#fill(book, order, crosses(order, priceBefore) ? book.price : (order.limit ?? book.price), atMs);
    for (const order of book.triggered()) if (order.state === "waiting") this.#fire(book, order, atMs);
  }

  /** Enters an order, and does all that happens at once. */
  #enter(book: Book, request: NewMarketOrder, parent: OrderRecord | null, atMs: number): OrderRecord {
    const order = this.#record(request, parent, this.#firstState(book, request), atMs);
    if (parent) parent.child = order;
    if (parent) this.#end(parent, "triggered", null, atMs);
    if (isOpen(order)) this.#rest(book, order, atMs);
    this.#tellOrder(order);
    if (order.state === "waiting" && order.trigger && isMet(order.trigger, book.price)) this.#fire(book, order, atMs);
    if (order.state === "working" && crosses(order, book.price)) this.#fill(book, order, book.price, atMs);
    const isOver = order.timeInForce === "immediate" || order.timeInForce === "all-or-nothing";
    if (order.state === "working" && isOver) this.#end(order, "cancelled", "venue", atMs);
    if (order.state === "working") this.#tellBalances(order.account, assetsOf(book.listing));
    return order;
  }

  #firstState(book: Book, request: NewMarketOrder): "waiting" | "working" | "rejected" {
    if (request.trigger) return "waiting";
    const wouldTake = request.timeInForce === "post-only" && crosses(request, book.price);
    const hasNothingToReduce = request.reduceOnly && this.#accountOf(request.account).reducible(request) === "0";
    return wouldTake || hasNothingToReduce ? "rejected" : "working";
  }

  /** A conditional order becomes an ordinary one. */
  #fire(book: Book, parent: OrderRecord, atMs: number): void {
    const { account, clientOrderId, instrument, side, quantity, limit, timeInForce, expiresAtMs, reduceOnly } = parent;
    const terms = { account, clientOrderId, instrument, side, quantity, limit, timeInForce, expiresAtMs, reduceOnly };
    this.#enter(book, { ...terms, trigger: null, kind: "order" }, parent, atMs);
  }

  #fill(book: Book, order: OrderRecord, price: string, atMs: number): void {
    if (order.state !== "working") return;
    const account = this.#accountOf(order.account);
    const wanted = order.reduceOnly ? smallerOf(remainingOf(order), account.reducible(order)) : remainingOf(order);
    const quantity = book.fillable(wanted);
    const isTooLittle = order.timeInForce === "all-or-nothing" && compareDecimals(quantity, order.quantity) < 0;
    if (signOf(quantity) > 0 && !isTooLittle) this.#execute(book, order, quantity, price, atMs);
    if (order.state === "working" && order.reduceOnly && account.reducible(order) === "0")
      this.#end(order, "cancelled", "venue", atMs);
  }

  #execute(book: Book, order: OrderRecord, quantity: string, price: string, atMs: number): void {
    const account = this.#accountOf(order.account);
    const { amount: fee, asset: feeCurrency } = feeOf(book.listing, order.side, quantity, price);
    const sequence = this.#fills.length + 1;
    const fill: MarketFill = { sequence, order, quantity, price, fee, feeCurrency, atMs };
    book.take(quantity);
    addFill(order, fill);
    account.fills.push(fill);
    this.#fills.push(fill);
    this.#tell(order.account, () => ({ kind: "fill", fill }));
    if (signOf(remainingOf(order)) === 0) this.#end(order, "filled", null, atMs);
    else this.#change(order, atMs);
    this.#tell(order.account, () => ({ kind: "position", position: account.position(order.instrument) }));
    this.#tellBalances(order.account, assetsOf(book.listing));
  }

  #record(request: NewMarketOrder, parent: OrderRecord | null, state: OrderRecord["state"], atMs: number): OrderRecord {
    const order: OrderRecord = {
      ...request,
      sequence: this.#orders.length + 1,
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
    this.#orders.push(order);
    this.#accountOf(order.account).orders.push(order);
    return order;
  }

  #rest(book: Book, order: OrderRecord, atMs: number): void {
    book.add(order);
    this.#accountOf(order.account).openOrders.add(order);
    const sessionEndMs = order.timeInForce === "day" ? this.#sessionEndsAt(atMs) : Infinity;
    const expiresAtMs = Math.min(sessionEndMs, order.expiresAtMs ?? Infinity);
    if (expiresAtMs === Infinity) return;
    this.#expiries.set(order, expiresAtMs);
    this.#nextExpiryMs = Math.min(this.#nextExpiryMs, expiresAtMs);
  }

  #end(order: OrderRecord, state: OrderRecord["state"], by: CancelledBy | null, atMs: number): void {
    const wasWorking = order.state === "working" && state !== "filled";
    order.state = state;
    order.cancelledBy = by;
    const book = this.#bookOf(order.instrument);
    book.remove(order);
    this.#accountOf(order.account).openOrders.delete(order);
    this.#expiries.delete(order);
    this.#change(order, atMs);
    if (wasWorking) this.#tellBalances(order.account, assetsOf(book.listing));
  }

  #change(order: OrderRecord, atMs: number): void {
    order.changedAtMs = atMs;
    this.#tellOrder(order);
  }

  #tellOrder(order: OrderRecord): void {
    this.#tell(order.account, () => ({ kind: "order", order }));
  }

  #tellBalances(account: string, assets: readonly string[]): void {
    for (const asset of assets)
      this.#tell(account, () => ({ kind: "balance", balance: this.#accountOf(account).balance(asset) }));
  }

  /** Tells an account's listeners, in order: what a listener does is told after what it was told of. */
  #tell(account: string, describe: () => MarketEvent): void {
    if (!this.#listeners.has(account)) return;
    this.#events.push({ account, event: describe() });
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      for (let next = this.#events.shift(); next; next = this.#events.shift())
        for (const listener of this.#listeners.get(next.account) ?? []) listener(next.event);
    } finally {
      this.#isTelling = false;
      this.#events.length = 0;
    }
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    let dueMs = this.#nextExpiryMs;
    for (const book of this.#books.values()) dueMs = Math.min(dueMs, book.nextStepAtMs);
    if (dueMs === Infinity || this.#isClosed) return;
    const delayMs = Math.min(Math.max(dueMs - this.nowMs(), 1), LONGEST_TIMER_MS);
    this.#timer = setTimeout(() => {
      this.#catchUp();
      this.#setTimer();
    }, delayMs);
    this.#timer.unref();
  }

  #accountOf(name: string): Account {
    let account = this.#accounts.get(name);
    if (account) return account;
    account = new Account(name, {
      listing: (instrument) => this.#bookOf(instrument).listing,
      initialBalances: this.#initialBalances,
      price: (instrument) => this.#bookOf(instrument).price,
    });
    this.#accounts.set(name, account);
    return account;
  }

  #bookOf(instrument: string): Book {
    const book = this.#books.get(instrument);
    if (!book) throw new RangeError(`${instrument} isn't listed`);
    return book;
  }
}
