/** How many streams a user has open, by service and method: docs/venues/t-invest.md, Streams. */

/** T-Invest counts anew every two minutes: until then, a closed stream still takes its place. */
const RECOUNT_MS = 120_000;

interface Slot {
  isOpen: boolean;
  /** When it was closed; milliseconds since the Unix epoch. */
  closedAtMs: number;
}

export class StreamSlots {
  readonly #slots = new Map<string, Set<Slot>>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes a place for a stream; returns how to free it, or undefined if the user has as many streams as allowed. */
  take(user: string, method: string, limit: number): (() => void) | undefined {
    const slots = this.#counted(user, method);
    if (slots.size >= limit) return undefined;
    const slot: Slot = { isOpen: true, closedAtMs: 0 };
    slots.add(slot);
    return () => {
      slot.isOpen = false;
      slot.closedAtMs = this.#now();
    };
  }

  /** Returns how many streams count as open. */
  open(user: string, method: string): number {
    return this.#counted(user, method).size;
  }

  #counted(user: string, method: string): Set<Slot> {
    const key = `${method} ${user}`;
    const slots = this.#slots.get(key) ?? new Set();
    this.#slots.set(key, slots);
    const countedAtMs = Math.floor(this.#now() / RECOUNT_MS) * RECOUNT_MS;
    for (const slot of slots) if (!slot.isOpen && slot.closedAtMs < countedAtMs) slots.delete(slot);
    return slots;
  }

  /** Forgets closed streams; open ones still count. */
  reset(): void {
    for (const slots of this.#slots.values()) for (const slot of slots) if (!slot.isOpen) slots.delete(slot);
  }
}
