/** One instrument in a market: its price, what the book will still fill, and the orders that wait for a price. */
import {
  compareDecimals,
  decimalOf,
  difference,
  isMultipleOf,
  roundedDown,
  signOf,
  smallerOf,
} from "@chartrelay/contract";
import { byPriority, crosses, isMet, type OrderRecord } from "./order.ts";
import type { Listing } from "./terms.ts";
import { Walk, type TickBounds, type WalkTerms } from "./walk.ts";

const ANYWHERE: TickBounds = { low: -Infinity, high: Infinity };

export class Book {
  readonly listing: Listing;
  readonly #waiting = new Set<OrderRecord>();
  #setPrice: string;
  #volume: string | null = null;
  #fundingRate: string;
  #walk: Walk | undefined;
  /** Undefined until the walk needs it again. */
  #nearest: TickBounds | undefined;

  constructor(listing: Listing) {
    this.listing = listing;
    this.#setPrice = decimalOf(listing.price);
    this.#fundingRate = listing.fundingRate ?? "0";
  }

  get fundingRate(): string {
    return this.#fundingRate;
  }

  /** @throws {RangeError} if the instrument has no funding. */
  set fundingRate(rate: string) {
    if (this.listing.fundingRate === undefined) throw new RangeError(`${this.listing.instrument} has no funding`);
    this.#fundingRate = rate;
  }

  get price(): string {
    return this.#walk?.price ?? this.#setPrice;
  }

  /** When a walk takes its next step, if an order waits for it. */
  get nextStepAtMs(): number {
    return this.#walk && this.#waiting.size > 0 ? this.#walk.nextStepAtMs : Infinity;
  }

  /** Sets a price and stops its walk. @throws {RangeError} if it isn't a price on the tick. */
  setPrice(price: string): void {
    if (signOf(price) <= 0 || !isMultipleOf(price, this.listing.tick))
      throw new RangeError(`${price} is no price of ${this.listing.instrument}, whose tick is ${this.listing.tick}`);
    this.#setPrice = decimalOf(price);
    this.#walk = undefined;
  }

  setVolume(volume: string | null): void {
    this.#volume = volume;
    this.#nearest = undefined;
  }

  walk(terms: WalkTerms, nowMs: number): void {
    this.#walk = new Walk(this.listing, this.price, terms, nowMs);
    this.#nearest = undefined;
  }

  /** Walks on until `untilMs`, or until the price reaches an order; returns that moment, or undefined. */
  advance(untilMs: number): number | undefined {
    const atMs = this.#walk?.advance(untilMs, this.#bounds());
    if (atMs !== undefined) this.#nearest = undefined;
    return atMs;
  }

  /** Returns how much of a quantity the book will fill. */
  fillable(quantity: string): string {
    if (this.#volume === null) return decimalOf(quantity);
    return smallerOf(decimalOf(quantity), roundedDown(this.#volume, this.listing.quantityStep));
  }

  /** Takes a filled quantity from what the book will still fill. */
  take(quantity: string): void {
    if (this.#volume === null) return;
    this.#volume = difference(this.#volume, quantity);
    this.#nearest = undefined;
  }

  add(order: OrderRecord): void {
    this.#waiting.add(order);
    // Thousands may rest: a new one only moves the bounds closer.
    if (this.#nearest) this.#nearest = this.#closer(this.#nearest, order);
  }

  /** Its bound stays: the price stops there once, and finds nobody. */
  remove(order: OrderRecord): void {
    this.#waiting.delete(order);
  }

  /** Returns the orders that would trade at this price, first who is served first. */
  reached(): readonly OrderRecord[] {
    const reached: OrderRecord[] = [];
    for (const order of this.#waiting) if (order.state === "working" && crosses(order, this.price)) reached.push(order);
    return reached.toSorted(byPriority);
  }

  /** Returns the conditional orders whose condition holds, oldest first. */
  triggered(): readonly OrderRecord[] {
    const triggered: OrderRecord[] = [];
    for (const order of this.#waiting)
      if (order.state === "waiting" && order.trigger && isMet(order.trigger, this.price)) triggered.push(order);
    return triggered;
  }

  /** Forgets orders, volume, and a price and rate that were set; keeps the walk. */
  reset(): void {
    this.#waiting.clear();
    this.#setPrice = decimalOf(this.listing.price);
    this.#fundingRate = this.listing.fundingRate ?? "0";
    this.setVolume(null);
  }

  /** Returns the nearest prices for which an order waits, or waited. */
  #bounds(): TickBounds {
    if (this.#nearest) return this.#nearest;
    let bounds = ANYWHERE;
    for (const order of this.#waiting) bounds = this.#closer(bounds, order);
    return (this.#nearest = bounds);
  }

  #closer(bounds: TickBounds, { trigger, limit, side, state }: OrderRecord): TickBounds {
    const waits = state === "waiting" ? trigger : null;
    const fillsNothing = this.#volume !== null && compareDecimals(this.#volume, this.listing.quantityStep) < 0;
    const price = waits ? waits.price : fillsNothing ? null : limit;
    if (price === null || !this.#walk) return bounds;
    const ticks = this.#walk.ticksTo(price);
    const isAbove = waits ? waits.condition.startsWith("rises") : side === "SELL";
    return isAbove
      ? { low: bounds.low, high: Math.min(bounds.high, Math.ceil(ticks)) }
      : { low: Math.max(bounds.low, Math.floor(ticks)), high: bounds.high };
  }
}
