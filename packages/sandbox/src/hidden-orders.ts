/** Orders that exist but can't be found yet. */
import type { Fault, PartyFault } from "./faults.ts";

/** Counts, for each fault that hides orders, how many times each order was requested. */
export class HiddenOrders {
  readonly #asked = new WeakMap<Fault, WeakMap<object, number>>();

  /** Returns whether one of `faults` still hides `order`, and counts this request for it. */
  hides(order: object, faults: readonly PartyFault[]): boolean {
    return faults.some((fault) => {
      if (fault.kind !== "not-found-at-first" && fault.kind !== "report-missing") return false;
      const counts = this.#asked.get(fault) ?? new WeakMap<object, number>();
      this.#asked.set(fault, counts);
      const count = (counts.get(order) ?? 0) + 1;
      counts.set(order, count);
      return count <= (fault.times ?? Infinity);
    });
  }
}
