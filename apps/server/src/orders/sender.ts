/**
 * Sends orders to their venues: executes the commands of orders/transitions.ts and feeds the results back as events.
 */
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

/** Timeout of one call to a venue. Binance itself may take 10 s; a shorter timeout would create unknown outcomes. */
const CALL_TIMEOUT_MS = 12_000;
/** Delays between retries of a write while the storage doesn't answer; the last one repeats. */
const STORAGE_DELAYS_MS = [50, 100, 250, 500, 1_000];

export interface SenderOptions {
  readonly store: Pick<OrderStore, "storeAttempt" | "markUnresolved" | "storeEnd">;
  readonly destination: Destination;
  readonly limiter: FairLimiter;
  readonly clock: Clock;
  readonly intakePriority: Pick<IntakePriority, "yieldToIntake">;
  readonly failpoint: Failpoint;
  /** Returns whether this node owns its queues for certain: it may have been frozen since the attempt was stored. */
  readonly holdsLocks: () => boolean;
  /** Called when the order's row has changed and is committed. */
  readonly onChanged: (order: QueuedOrder) => void;
  /** Called when it is stored that an order's outcome is unknown, before the first look-up. */
  readonly onUnresolved: (order: QueuedOrder) => void;
  readonly log: RetryLog;
}

/** Why an order that hasn't been sent isn't sent any more, because of one behind it. */
export type Overruled = "cancelled" | "superseded";

/** What is known while an order's commands are executed. */
interface Call {
  /** Returns whether an order behind it overrules it. */
  readonly overruled: () => Overruled | undefined;
  /** With the function that sends it. */
  admission?: SendableAdmission;
}

const OVERRULED: Readonly<Record<Overruled, SendableAdmission>> = {
  cancelled: { kind: "rejected", reason: "CANCELLED_BEFORE_SENT", response: null },
  superseded: { kind: "unneeded", reason: "SUPERSEDED" },
};

/** The phases in which an order occupies one of the venue's concurrent calls. */
const AT_THE_VENUE: ReadonlySet<Phase> = new Set(["admitting", "storing", "sending"]);

export class Sender {
  readonly #options: SenderOptions;
  /** The waits for the next look-ups, by the orders' ids. */
  readonly #waits = new Map<string, AbortController>();
  /** The waits for fills, by the names of their accounts: of one account, one order at a time. */
  readonly #fillWaits = new Map<string, AbortController>();

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Returns whether an order may overtake earlier orders of its account whose outcomes are unknown. */
  async mayOvertake(order: QueuedOrder): Promise<boolean> {
    const admission = await this.#options.destination.permit(order);
    return admission.kind === "admitted" && admission.mayOvertake;
  }

  /** Applies an event to an order. `carryOn` executes the resulting commands. */
  apply(order: QueuedOrder, event: OrderEvent): void {
    Object.assign(order, next(order.state, event));
  }

  /**
   * Executes an order's commands, one after another, until there are none, its outcome has to be looked up, or `owned`
   * aborts. After that it starts nothing more for the order. An order that is `overruled` isn't sent any more.
   */
  async carryOn(
    order: QueuedOrder,
    owned: AbortSignal,
    overruled: () => Overruled | undefined = () => undefined,
  ): Promise<void> {
    await this.#drive(order, owned, { isEnough: ({ phase }) => phase === "unresolved", overruled });
  }

  /** Looks up an unresolved order until it has ended, may be resent, or `owned` aborts. */
  async lookUp(order: QueuedOrder, owned: AbortSignal): Promise<void> {
    await this.#drive(order, owned, { isEnough: () => false, overruled: () => undefined });
  }

  /** Looks up an unresolved order without further delay: its venue's stream has told of it. */
  lookUpNow(id: string): void {
    this.#waits.get(id)?.abort();
  }

  /** Plans an account's order again without further delay, if it waits for a fill: one has been stored. */
  fillStored(accountId: string): void {
    this.#fillWaits.get(accountId)?.abort();
  }

  async #drive(
    order: QueuedOrder,
    owned: AbortSignal,
    { isEnough, overruled }: Call & { readonly isEnough: (state: QueuedOrder["state"]) => boolean },
  ): Promise<void> {
    const { limiter, destination } = this.#options;
    const call: Call = { overruled };
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

  /** Executes a command and returns the resulting event; undefined once `owned` has aborted. */
  async #execute(
    order: QueuedOrder,
    command: OrderCommand,
    owned: AbortSignal,
    call: Call,
  ): Promise<OrderEvent | undefined> {
    const { store, destination, limiter, clock, intakePriority } = this.#options;
    switch (command.kind) {
      case "admit": {
        if (order.state.phase === "admitting") await intakePriority.yieldToIntake(owned);
        if (owned.aborted) return undefined;
        call.admission = await this.#admit(order, call);
        return { kind: "admission", admission: call.admission, atMs: clock.monotonicMs() };
      }
      case "storeAttempt": {
        const stored = await this.#write(order, owned, "attempt", () => store.storeAttempt(order, command.keyVersion));
        // We may have lost the queue during the commit.
        return owned.aborted ? undefined : stored;
      }
      case "send":
        return this.#options.holdsLocks() ? await this.#send(call.admission) : undefined;
      case "wait":
        if (command.ms > 0) await this.#wait(order, command.ms, owned);
        return owned.aborted ? undefined : { kind: "turn", atMs: clock.monotonicMs() };
      case "markUnresolved":
        return await this.#write(order, owned, undefined, async () => {
          await store.markUnresolved(order);
          this.#options.onUnresolved(order);
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

  /** What was attempted may have arrived, so only an order that wasn't can be superseded. */
  async #admit(order: QueuedOrder, { overruled }: Call): Promise<SendableAdmission> {
    const { destination } = this.#options;
    const by = overruled();
    if (by === "cancelled" || (by === "superseded" && order.state.attempt === 0)) return OVERRULED[by];
    return order.state.phase === "reconsidering" ? await destination.permit(order) : await destination.admit(order);
  }

  async #wait({ id, accountId, state: { phase } }: QueuedOrder, ms: number, owned: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    if (phase !== "unresolved" && phase !== "awaitingFill") return await clock.wait(ms, owned);
    const [waits, name] = phase === "unresolved" ? [this.#waits, id] : [this.#fillWaits, accountId];
    const wait = new AbortController();
    waits.set(name, wait);
    await clock.wait(ms, AbortSignal.any([owned, wait.signal]));
    waits.delete(name);
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

  /** Retries a write until the storage accepts it. Each write is a compare-and-set, so retries are safe. */
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
