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
  #walk: Walk | undefined;
  /** Undefined until a walk asks for them again. */
  #bounds: TickBounds | undefined;

  constructor(listing: Listing) {
    this.listing = listing;
    this.#setPrice = decimalOf(listing.price);
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
    this.#bounds = undefined;
  }

  walk(terms: WalkTerms, nowMs: number): void {
    this.#walk = new Walk(this.listing, this.price, terms, nowMs);
    this.#bounds = undefined;
  }

  /** Walks on until `untilMs`, or until the price reaches an order; returns that moment, or undefined. */
  advance(untilMs: number): number | undefined {
    return this.#walk?.advance(untilMs, (this.#bounds ??= this.#nearest(this.#walk)));
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
    this.#bounds = undefined;
  }

  add(order: OrderRecord): void {
    this.#waiting.add(order);
    this.#bounds = undefined;
  }

  remove(order: OrderRecord): void {
    if (this.#waiting.delete(order)) this.#bounds = undefined;
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

  /** Forgets orders, volume and a price that was set; keeps the walk. */
  reset(): void {
    this.#waiting.clear();
    this.#setPrice = decimalOf(this.listing.price);
    this.setVolume(null);
  }

  /** Returns the nearest prices for which an order waits. */
  #nearest(walk: Walk): TickBounds {
    let { low, high } = ANYWHERE;
    const fillsNothing = this.#volume !== null && compareDecimals(this.#volume, this.listing.quantityStep) < 0;
    for (const { trigger, limit, side, state } of this.#waiting) {
      if (state === "working" && (limit === null || fillsNothing)) continue;
      const price = trigger && state === "waiting" ? trigger.price : limit;
      const isAbove = trigger && state === "waiting" ? trigger.condition.startsWith("rises") : side === "SELL";
      if (price === null) continue;
      if (isAbove) high = Math.min(high, Math.ceil(walk.ticksTo(price)));
      else low = Math.max(low, Math.floor(walk.ticksTo(price)));
    }
    return { low, high };
  }
}
