/** A seeded walk of a price: the same seed, start and time give the same price, whoever looks and however often. */
import { compareDecimals, difference, product, quotient, sum } from "@chartrelay/contract";

export interface WalkTerms {
  readonly seed: number;
  readonly stepsPerSecond: number;
}

/** Ticks from the walk's start, below and above which somebody waits for the price. */
export interface TickBounds {
  readonly low: number;
  readonly high: number;
}

/** How far a price strays from where it began: venues refuse orders that are far from the market. */
const RANGE = "0.1";

/** The walk of one instrument. Each step is one tick up or down, or none. */
export class Walk {
  readonly terms: WalkTerms;
  readonly #start: string;
  readonly #tick: string;
  readonly #startedAtMs: number;
  readonly #salt: number;
  readonly #range: number;
  #step = 0;
  #ticks = 0;
  #price: string | undefined;

  constructor(
    { instrument, tick }: { readonly instrument: string; readonly tick: string },
    price: string,
    terms: WalkTerms,
    startedAtMs: number,
  ) {
    this.terms = terms;
    this.#start = price;
    this.#tick = tick;
    this.#startedAtMs = startedAtMs;
    this.#salt = saltOf(`${terms.seed} ${instrument}`);
    this.#range = Math.floor(Number(quotient(product(price, RANGE), tick, 3)));
  }

  /** The price after the last step that was walked. */
  get price(): string {
    return (this.#price ??= sum(this.#start, product(String(this.#ticks), this.#tick)));
  }

  /** When the next step happens. */
  get nextStepAtMs(): number {
    return this.#timeOf(this.#step + 1);
  }

  /** Returns which step from the start `price` is, with a fraction if it is off the tick. */
  ticksTo(price: string): number {
    const above = compareDecimals(price, this.#start) >= 0;
    const [high, low] = above ? [price, this.#start] : [this.#start, price];
    const ticks = Number(quotient(difference(high, low), this.#tick, 3));
    return above ? ticks : -ticks;
  }

  /**
   * Walks on until `untilMs`, or until a step ends on a bound or beyond. Returns the time of that step; undefined if no
   * step did.
   */
  advance(untilMs: number, { low, high }: TickBounds): number | undefined {
    const last = Math.floor(((untilMs - this.#startedAtMs) * this.terms.stepsPerSecond) / 1000);
    while (this.#step < last) {
      this.#step += 1;
      const next = this.#ticks + draw(this.#salt, this.#step);
      if (next === this.#ticks || Math.abs(next) > this.#range) continue;
      this.#ticks = next;
      this.#price = undefined;
      if (next <= low || next >= high) return this.#timeOf(this.#step);
    }
    return undefined;
  }

  #timeOf(step: number): number {
    return this.#startedAtMs + (step * 1000) / this.terms.stepsPerSecond;
  }
}

/** FNV-1a. */
function saltOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** Returns -1, 0 or 1, equally often: the finalizer of MurmurHash3 over the step's number. */
function draw(salt: number, step: number): number {
  let hash = (salt + Math.imul(step, 0x9e3779b1)) | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (((hash ^ (hash >>> 16)) >>> 0) % 3) - 1;
}
