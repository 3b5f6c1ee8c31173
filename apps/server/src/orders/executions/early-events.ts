/** Events of orders that aren't followed yet: the venue's stream may be faster than its own answer to the order. */
import type { Execution } from "@chartrelay/venues";

const KEPT_MS = 10_000;
const MAX_ORDERS = 200;

export class EarlyEvents {
  readonly #byOrder = new Map<string, { readonly atMs: number; readonly executions: Execution[] }>();

  /** Keeps an event for some seconds. `nowMs` is monotonic. */
  keep(execution: Execution, nowMs: number): void {
    const { clientOrderId } = execution;
    // The oldest is first.
    for (const [id, { atMs }] of this.#byOrder) {
      if (this.#byOrder.size < MAX_ORDERS && nowMs - atMs <= KEPT_MS) break;
      this.#byOrder.delete(id);
    }
    const early = this.#byOrder.get(clientOrderId) ?? { atMs: nowMs, executions: [] };
    early.executions.push(execution);
    this.#byOrder.set(clientOrderId, early);
  }

  /** Returns what was kept of an order, in the order in which it came, and forgets it. */
  take(clientOrderId: string): readonly Execution[] {
    const executions = this.#byOrder.get(clientOrderId)?.executions ?? [];
    this.#byOrder.delete(clientOrderId);
    return executions;
  }
}
