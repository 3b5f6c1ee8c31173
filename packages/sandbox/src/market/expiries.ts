/** When orders expire: with their session, or at a time of their own. */
import type { OrderRecord } from "./order.ts";

const DAY_MS = 86_400_000;

/** Returns a session's end: every day at that time, UTC. */
export function dailyAt(hour: number, minute: number): (ms: number) => number {
  const offsetMs = (hour * 60 + minute) * 60_000;
  return (ms) => (Math.floor((ms - offsetMs) / DAY_MS) + 1) * DAY_MS + offsetMs;
}

export class Expiries {
  readonly #sessionEndsAt: (ms: number) => number;
  readonly #expiries = new Map<OrderRecord, number>();
  #nextMs = Infinity;

  constructor(sessionEndsAt: (ms: number) => number) {
    this.#sessionEndsAt = sessionEndsAt;
  }

  /** When the next order may expire; Infinity if none does. An order that ended first may leave its time behind. */
  get nextMs(): number {
    return this.#nextMs;
  }

  add(order: OrderRecord, atMs: number): void {
    const sessionEndMs = order.timeInForce === "day" ? this.#sessionEndsAt(atMs) : Infinity;
    const expiresAtMs = Math.min(sessionEndMs, order.expiresAtMs ?? Infinity);
    if (expiresAtMs === Infinity) return;
    this.#expiries.set(order, expiresAtMs);
    this.#nextMs = Math.min(this.#nextMs, expiresAtMs);
  }

  remove(order: OrderRecord): void {
    this.#expiries.delete(order);
  }

  /** Removes and returns the orders that expire by then. */
  takeDue(atMs: number): readonly OrderRecord[] {
    const due: OrderRecord[] = [];
    this.#nextMs = Infinity;
    for (const [order, expiresAtMs] of this.#expiries) {
      if (expiresAtMs <= atMs) due.push(order);
      else this.#nextMs = Math.min(this.#nextMs, expiresAtMs);
    }
    for (const order of due) this.#expiries.delete(order);
    return due;
  }

  clear(): void {
    this.#expiries.clear();
    this.#nextMs = Infinity;
  }
}
