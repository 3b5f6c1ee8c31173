/** One accepted order that is being followed: what is known of it, and when it has to be read. Without side effects. */
import { compareDecimals } from "@chartrelay/contract";
import { type Execution, type Fill, isFinal, type PlacedOrder } from "@chartrelay/venues";
import { applyExecution, hasAllFills, type KnownExecution } from "./execution.ts";
import type { AcceptedOrder } from "./store.ts";

/** A venue may report a fill this long after the order's end. Only a read after that confirms the end. */
const LATE_FILLS_MS = 10_000;
/** A venue that denies an accepted order for so long isn't just late: its trader learns of it. */
const DENIED_FOR_MS = 30_000;
/** After so long the order no longer works there, whatever became of it. */
const FORGOTTEN_AFTER_MS = 3_600_000;
/** Delays between reads of an order by its id, while they don't say all; the last one repeats. */
const READ_DELAYS_MS = [500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000];

export class FollowedOrder {
  readonly order: AcceptedOrder;
  known: KnownExecution;
  /** When to read it by its id; infinity while reading all working orders will do. By the monotonic clock. */
  readAtMs: number;
  /** Whether it is being read by its id. */
  isReading = false;
  /** Nothing more is to be learned of it. */
  isOver = false;
  readonly #unstored = new Map<string, Fill>();
  /** Fills that we didn't know before, to be counted once they are stored. */
  #uncounted: Fill[] = [];
  #endedAtMs: number | undefined;
  /** Whether the order's own fee was said together with all that is filled: it grows with each fill. */
  #isFeeWhole = false;
  #deniedSinceMs: number | undefined;
  #unclearReads = 0;

  constructor(order: AcceptedOrder, readAtMs: number) {
    this.order = order;
    this.known = order.known;
    this.readAtMs = readAtMs;
    // A node that stopped had seen the end: nobody knows how long ago, and any read confirms it.
    if (!this.isOpen) this.#endedAtMs = -Infinity;
  }

  /** Whether it may still work at the venue. */
  get isOpen(): boolean {
    return this.known.state === null || !isFinal(this.known.state);
  }

  /** Whether the venue says that it doesn't know the order. */
  get isDenied(): boolean {
    return this.#deniedSinceMs !== undefined;
  }

  /** When to begin reading it by its id. */
  get dueAtMs(): number {
    return this.isOver || this.isReading ? Infinity : this.readAtMs;
  }

  get placed(): PlacedOrder {
    const { id, message } = this.order;
    return { clientOrderId: id, message, allowMargin: false, venueOrderId: this.known.venueOrderId };
  }

  /**
   * Applies what the venue said. `readFromMs` is when the read of it began; undefined for the stream's events and for
   * the list of working orders. Returns whether there is something to store.
   */
  apply(execution: Execution, nowMs: number, readFromMs?: number): boolean {
    const before = new Set(this.known.fills.map(({ tradeId }) => tradeId));
    const { known, fills, isChanged } = applyExecution(this.known, execution, this.order.message.contracts);
    if (known.filledQuantity !== this.known.filledQuantity) this.#isFeeWhole = false;
    if (execution.fee && compareDecimals(execution.filledQuantity, known.filledQuantity) === 0) this.#isFeeWhole = true;
    this.known = known;
    for (const fill of fills) {
      this.#unstored.set(fill.tradeId, fill);
      if (!before.has(fill.tradeId)) this.#uncounted.push(fill);
    }
    this.#deniedSinceMs = undefined;
    this.#plan(nowMs, readFromMs);
    return isChanged || this.isOver;
  }

  /**
   * Notes that the venue says that it doesn't know the order. Returns whether there is something to store. It stays
   * `working`, with a reason, until the venue has denied it for an hour: then it is `expired`, with the fills that are
   * known, because an order that the venue doesn't know can't work there.
   */
  deny(nowMs: number): boolean {
    this.#deniedSinceMs ??= nowMs;
    const deniedForMs = nowMs - this.#deniedSinceMs;
    this.isOver = deniedForMs >= FORGOTTEN_AFTER_MS;
    if (!this.isOver) this.readLater(nowMs);
    if (deniedForMs < DENIED_FOR_MS) return false;
    const { known, isOpen } = this;
    // An end that the venue has reported stays as it was reported.
    if (isOpen) this.known = { ...known, reason: "ORDER_NOT_FOUND", ...(this.isOver && { state: "expired" }) };
    return this.isOver || this.known.reason !== known.reason;
  }

  /** Plans a read by its id, because it isn't among the working orders. */
  missing(nowMs: number): void {
    if (this.isOpen && !this.isDenied) this.readAtMs = Math.min(this.readAtMs, nowMs);
  }

  /** Brings forward the next read by its id, if the reads so far weren't clear: somebody waits for it. */
  readSoon(atMs: number): void {
    if (this.isDenied || !hasAllFills(this.known)) this.readAtMs = Math.min(this.readAtMs, atMs);
  }

  /** Plans the next read by its id, after one that wasn't clear. */
  readLater(nowMs: number, retryAfterMs = 0): void {
    const delayMs = READ_DELAYS_MS[Math.min(this.#unclearReads, READ_DELAYS_MS.length - 1)] ?? 0;
    this.#unclearReads += 1;
    this.readAtMs = nowMs + Math.max(delayMs, retryAfterMs);
  }

  /** Returns what to store, and the fills to count when that is done. */
  takeUnstored(): { readonly fills: readonly Fill[]; readonly uncounted: readonly Fill[] } {
    const taken = { fills: [...this.#unstored.values()], uncounted: this.#uncounted };
    this.#unstored.clear();
    this.#uncounted = [];
    return taken;
  }

  /** Takes back what couldn't be stored. What has been learned since goes first. */
  putBack({ fills, uncounted }: ReturnType<FollowedOrder["takeUnstored"]>): void {
    for (const fill of fills) if (!this.#unstored.has(fill.tradeId)) this.#unstored.set(fill.tradeId, fill);
    this.#uncounted.unshift(...uncounted);
  }

  #plan(nowMs: number, readFromMs: number | undefined): void {
    if (!this.isOpen) this.#endedAtMs ??= nowMs;
    if (!hasAllFills(this.known)) {
      if (readFromMs !== undefined || this.readAtMs === Infinity) this.readLater(nowMs);
      return;
    }
    this.#unclearReads = 0;
    this.readAtMs = Infinity;
    if (this.#endedAtMs === undefined) return;
    const { state, fee, fills } = this.known;
    const areFeesKnown = fee === null ? fills.every((fill) => fill.fee !== null) : this.#isFeeWhole;
    const isConfirmed = readFromMs !== undefined && readFromMs >= this.#endedAtMs + LATE_FILLS_MS;
    this.isOver = isConfirmed || (state === "filled" && areFeesKnown);
    if (!this.isOver) this.readAtMs = this.#endedAtMs + LATE_FILLS_MS;
  }
}
