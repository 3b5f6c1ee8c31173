/** The simulated market: a matching of orders with a clock, which it sets to work when somebody looks or waits. */
import type { Book } from "./book.ts";
import type { MarketListener } from "./event-bus.ts";
import { dailyAt } from "./expiries.ts";
import { Matching } from "./matching.ts";
import { isOpen } from "./order.ts";
import { assetsOf } from "./settlement.ts";
import type {
  CancelledBy,
  Listing,
  Market,
  MarketBalance,
  MarketFill,
  MarketFunding,
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

/** The longest that a timer can be set to. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Creates a market with static prices. It sets timers only while orders wait for a walking price or expire. */
export function createMarket(options: MarketOptions): Market {
  return new SimulatedMarket(options);
}

class SimulatedMarket implements Market {
  readonly listings: ReadonlyMap<string, Listing>;
  readonly startedAtMs: number;
  readonly #now: () => number;
  readonly #matching: Matching;
  #advancedMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: MarketOptions) {
    const { listings, now, sessionEndsAt = dailyAt(0, 0), initialBalance = "1000000000" } = options;
    const { initialAssetBalance = initialBalance } = options;
    this.listings = new Map(listings.map((listing) => [listing.instrument, listing]));
    this.#now = now;
    this.startedAtMs = now();
    const currencies = new Set(listings.map(({ currency }) => currency));
    const assets = listings.flatMap(assetsOf);
    const initialBalances = new Map(
      assets.map((asset) => [asset, currencies.has(asset) ? initialBalance : initialAssetBalance]),
    );
    this.#matching = new Matching(listings, initialBalances, sessionEndsAt, this.startedAtMs);
  }

  nowMs(): number {
    return this.#now() + this.#advancedMs;
  }

  price(instrument: string): string {
    const book = this.#matching.bookOf(instrument);
    this.#follow(book, this.#catchUp());
    return book.price;
  }

  setPrice(instrument: string, price: string): void {
    const book = this.#matching.bookOf(instrument);
    const atMs = this.#catchUp();
    this.#follow(book, atMs);
    const before = book.price;
    book.setPrice(price);
    this.#matching.match(book, before, atMs);
    this.#setTimer();
  }

  walk(instrument: string, terms: WalkTerms): void {
    const book = this.#matching.bookOf(instrument);
    const atMs = this.#catchUp();
    this.#follow(book, atMs);
    book.walk(terms, atMs);
    this.#setTimer();
  }

  setVolume(instrument: string, volume: string | null): void {
    const book = this.#matching.bookOf(instrument);
    const atMs = this.#catchUp();
    this.#follow(book, atMs);
    book.setVolume(volume);
    this.#matching.match(book, book.price, atMs);
    this.#setTimer();
  }

  setFundingRate(instrument: string, rate: string): void {
    this.#catchUp();
    this.#matching.bookOf(instrument).fundingRate = rate;
  }

  place(request: NewMarketOrder): MarketOrder {
    const book = this.#matching.bookOf(request.instrument);
    const atMs = this.#catchUp();
    this.#follow(book, atMs);
    const order = this.#matching.enter(request, atMs);
    if (isOpen(order) || (!this.#timer && this.#nextFundingMs < Infinity)) this.#setTimer();
    return order;
  }

  placeRejected(request: NewMarketOrder): MarketOrder {
    return this.#matching.reject(request, this.#catchUp());
  }

  cancel(order: MarketOrder, by: CancelledBy): boolean {
    const atMs = this.#catchUp();
    this.#follow(this.#matching.bookOf(order.instrument), atMs);
    const record = this.#matching.orders[order.sequence - 1];
    if (record !== order || !isOpen(record)) return false;
    this.#matching.end(record, "cancelled", by, atMs);
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
    return this.#matching.orders[sequence - 1];
  }

  ordersOf(account: string): readonly MarketOrder[] {
    this.#catchUp();
    return this.#matching.accounts.get(account)?.orders ?? [];
  }

  openOrders(): readonly MarketOrder[] {
    this.#catchUp();
    const open = Array.from(this.#matching.accounts.values(), ({ openOrders }) => [...openOrders]).flat();
    return open.toSorted((one, other) => one.sequence - other.sequence);
  }

  fillsOf(account: string): readonly MarketFill[] {
    this.#catchUp();
    return this.#matching.accounts.get(account)?.fills ?? [];
  }

  fills(): readonly MarketFill[] {
    this.#catchUp();
    return this.#matching.fills;
  }

  fundingOf(account: string): readonly MarketFunding[] {
    this.#catchUp();
    return this.#matching.accounts.get(account)?.funding ?? [];
  }

  positions(account?: string): readonly MarketPosition[] {
    this.#catchUp();
    const accounts =
      account === undefined ? [...this.#matching.accounts.values()] : [this.#matching.accountOf(account)];
    return accounts.flatMap((one) => one.positions());
  }

  balances(account: string): readonly MarketBalance[] {
    this.#catchUp();
    return this.#matching.accountOf(account).balances();
  }

  fund(account: string, balances: Readonly<Record<string, string>>): void {
    this.#catchUp();
    this.#matching.accountOf(account).fund(balances);
    this.#matching.tellBalances(account, Object.keys(balances));
  }

  isFunded(account: string): boolean {
    return this.#matching.accounts.get(account)?.isFunded ?? false;
  }

  requirement(order: NewMarketOrder): Requirement {
    this.price(order.instrument);
    return this.#matching.accountOf(order.account).requirement(order);
  }

  subscribe(account: string, listener: MarketListener): () => void {
    return this.#matching.events.subscribe(account, listener);
  }

  reset(): void {
    this.#matching.reset();
    this.#setTimer();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Does what time has brought since the last call: orders expire, walking prices reach them, funding is paid. */
  #catchUp(): number {
    const nowMs = this.nowMs();
    for (let atMs = this.#nextDueMs(); atMs <= nowMs; atMs = this.#nextDueMs()) {
      this.#followAll(atMs);
      this.#matching.expire(atMs);
      if (this.#matching.nextFundingMs <= atMs) this.#payFunding(atMs);
    }
    this.#followAll(nowMs);
    return nowMs;
  }

  #nextDueMs(): number {
    return Math.min(this.#matching.expiries.nextMs, this.#matching.nextFundingMs);
  }

  #payFunding(atMs: number): void {
    for (const book of this.#matching.books.values()) this.#follow(book, atMs);
    this.#matching.payFunding(atMs);
  }

  /** When funding is paid next for something that is held, as far as fills tell. */
  get #nextFundingMs(): number {
    return this.#matching.fills.length > 0 ? this.#matching.nextFundingMs : Infinity;
  }

  /** Moves on the prices for which orders wait. */
  #followAll(untilMs: number): void {
    for (const book of this.#matching.books.values()) if (book.nextStepAtMs <= untilMs) this.#follow(book, untilMs);
  }

  /** Moves a walking price on; what it reaches fills or fires. */
  #follow(book: Book, untilMs: number): void {
    for (;;) {
      const before = book.price;
      const atMs = book.advance(untilMs);
      if (atMs === undefined) return;
      this.#matching.match(book, before, atMs);
    }
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    let dueMs = Math.min(this.#matching.expiries.nextMs, this.#nextFundingMs);
    for (const book of this.#matching.books.values()) dueMs = Math.min(dueMs, book.nextStepAtMs);
    if (dueMs === Infinity || this.#isClosed) return;
    const delayMs = Math.min(Math.max(dueMs - this.nowMs(), 1), LONGEST_TIMER_MS);
    this.#timer = setTimeout(() => {
      this.#catchUp();
      this.#setTimer();
    }, delayMs);
    this.#timer.unref();
  }
}
