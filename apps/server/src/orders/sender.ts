/** Carries orders to their venues: executes the commands of orders/transitions.ts and feeds back what came of them. */
import type { IntakePriority } from "../cluster/intake-priority.ts";
import type { Clock } from "../platform/clock.ts";
import type { Failpoint } from "../platform/failpoint.ts";
import type { FairLimiter } from "../platform/fair-limiter.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import type { Destination, SendableAdmission } from "./destination.ts";
import type { QueuedOrder } from "./order.ts";
import type { OrderCommand, OrderEvent, Phase } from "./state.ts";
import { next } from "./transitions.ts";
import type { OrderStore } from "./store.ts";

/** The most that one call to a venue may take. Binance itself may take 10 s; less would manufacture unknown outcomes. */
const CALL_TIMEOUT_MS = 12_000;
/** Between tries of a write while the storage doesn't answer; the last delay repeats. */
const STORAGE_DELAYS_MS = [50, 100, 250, 500, 1_000];

export interface SenderOptions {
  readonly store: Pick<OrderStore, "storeAttempt" | "markUnresolved" | "storeEnd">;
  readonly destination: Destination;
  readonly limiter: FairLimiter;
  readonly clock: Clock;
  readonly intakePriority: Pick<IntakePriority, "yieldToIntake">;
  readonly failpoint: Failpoint;
  /** Its row has changed, and that is committed. */
  readonly onChanged: (order: QueuedOrder) => void;
  readonly log: RetryLog;
}

/** The phases in which an order holds a place at its venue. */
const AT_THE_VENUE: ReadonlySet<Phase> = new Set(["admitting", "storing", "sending"]);

export class Sender {
  readonly #options: SenderOptions;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Whether an order may go ahead of earlier ones of its account whose outcomes are unknown. */
  async mayOvertake(order: QueuedOrder): Promise<boolean> {
    const admission = await this.#options.destination.admit(order);
    return admission.kind === "admitted" && admission.mayOvertake;
  }

  /** Tells an order what happened. What is to be done then is done by `carryOn`. */
  apply(order: QueuedOrder, event: OrderEvent): void {
    Object.assign(order, next(order.state, event));
  }

  /**
   * Does what is to be done for an order, one step after another, until nothing is, its outcome has to be looked up, or
   * `owned` aborts, which means: start nothing more for it.
   */
  async carryOn(order: QueuedOrder, owned: AbortSignal): Promise<void> {
    await this.#drive(order, owned, ({ phase }) => phase === "unresolved");
  }

  /** Looks up what became of an unresolved order until it has ended, may be sent again, or `owned` aborts. */
  async lookUp(order: QueuedOrder, owned: AbortSignal): Promise<void> {
    await this.#drive(order, owned, () => false);
  }

  async #drive(
    order: QueuedOrder,
    owned: AbortSignal,
    isEnough: (state: QueuedOrder["state"]) => boolean,
  ): Promise<void> {
    const { limiter, destination } = this.#options;
    const call: { admission?: SendableAdmission } = {};
    let leave: (() => void) | undefined;
    try {
      while (!isEnough(order.state)) {
        const [command] = order.commands;
        if (!command) return;
        if (order.state.phase === "admitting") {
          leave ??= await limiter.enter(destination.group(order), destination.party(order));
        }
        const event = await this.#execute(order, command, owned, call);
        if (!event) return;
        this.apply(order, event);
        if (AT_THE_VENUE.has(order.state.phase)) continue;
        leave?.();
        leave = undefined;
      }
    } finally {
      leave?.();
    }
  }

  /** @returns what came of a command; undefined once `owned` has aborted. */
  async #execute(
    order: QueuedOrder,
    command: OrderCommand,
    owned: AbortSignal,
    call: { admission?: SendableAdmission },
  ): Promise<OrderEvent | undefined> {
    const { store, destination, limiter, clock, intakePriority } = this.#options;
    switch (command.kind) {
      case "admit": {
        if (order.state.phase === "admitting") await intakePriority.yieldToIntake(owned);
        if (owned.aborted) return undefined;
        call.admission = await destination.admit(order);
        return { kind: "admission", admission: call.admission, atMs: clock.monotonicMs() };
      }
      case "storeAttempt": {
        const stored = await this.#write(order, owned, "attempt", () => store.storeAttempt(order, command.keyVersion));
        // The commit took its time: what was ours before it may not be any more.
        return owned.aborted ? undefined : stored;
      }
      case "send":
        return await this.#send(call.admission);
      case "wait":
        if (command.ms > 0) await clock.wait(command.ms, owned);
        return owned.aborted ? undefined : { kind: "turn", atMs: clock.monotonicMs() };
      case "markUnresolved":
        return await this.#write(order, owned, undefined, async () => {
          await store.markUnresolved(order);
          return true;
        });
      case "lookUp": {
        const found = await limiter.run(destination.group(order), destination.party(order), () =>
          destination.find(order, clock.timeout(CALL_TIMEOUT_MS)),
        );
        return { kind: "found", found, atUs: clock.nowUs(), atMs: clock.monotonicMs() };
      }
      case "storeEnd":
        return await this.#write(order, owned, "end", () => store.storeEnd(order));
    }
  }

  async #send(admission: SendableAdmission | undefined): Promise<OrderEvent> {
    const { clock, failpoint } = this.#options;
    if (admission?.kind !== "admitted") throw new TypeError("nothing is sent that wasn't admitted");
    failpoint("send.before");
    const sent = { atUs: clock.nowUs(), atMs: clock.monotonicMs() };
    const outcome = await admission.send(clock.timeout(CALL_TIMEOUT_MS));
    const answer: OrderEvent = { kind: "answer", outcome, sent, atUs: clock.nowUs(), atMs: clock.monotonicMs() };
    failpoint("send.after");
    return answer;
  }

  /** Repeats a write until the storage takes it; each write compares before it sets, so a repeat does no harm. */
  async #write(
    order: QueuedOrder,
    owned: AbortSignal,
    name: "attempt" | "end" | undefined,
    write: () => Promise<boolean>,
  ): Promise<OrderEvent | undefined> {
    const { clock, failpoint, onChanged, log } = this.#options;
    if (name) failpoint(`${name}.before`);
    for (let tries = 0; ; tries += 1) {
      try {
        const isStored = await write();
        if (isStored) onChanged(order);
        if (name) failpoint(`${name}.after`);
        return isStored ? { kind: "stored", atMs: clock.monotonicMs() } : { kind: "conflict" };
      } catch (error) {
        log.willRetry(error);
        if (owned.aborted) return undefined;
        await clock.wait(STORAGE_DELAYS_MS[Math.min(tries, STORAGE_DELAYS_MS.length - 1)] ?? 0, owned);
      }
    }
  }
}
