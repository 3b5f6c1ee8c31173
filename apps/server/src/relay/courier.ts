/** Takes one delivery a step further: intent, send and outcome, or the way back from an unknown one. */
import type { Outcome, Reason, Rejected, Unknown } from "@chartrelay/contract";
import type { Clock } from "../platform/clock.ts";
import type { Admitted, Delivery, Destination, Doubted, Journal, Partly, Settlement, Turns } from "./delivery.ts";
import type { Failpoint } from "./failpoint.ts";
import type { IntakePriority } from "./intake-priority.ts";

/** The most that one call to a destination may take. Binance itself may take 10 s; less would manufacture unknowns. */
const CALL_TIMEOUT_MS = 12_000;
/** Between look-ups of an unknown outcome; the last one repeats. */
const LOOKUP_DELAYS_MS = [0, 250, 500, 1_000, 2_000];
/** So many denials, spread over the delays above (some four seconds), confirm an absence. */
const CONFIRMING_ABSENCES = 5;
/** An outcome that is unknown when the time to live ends, as after a long outage, is still looked for this long. */
const RESOLUTION_GRACE_MS = 15_000;
/** So long, once a send has settled, look-ups may contradict a refusal that no table lists. The orders behind it wait. */
const REFUSAL_GRACE_MS = 20_000;
/**
 * Between tries when a destination is throttled: the least, whatever it asks for. A destination that asks for no time at all
 * would get hundreds of tries in a second. The last one repeats.
 */
const THROTTLE_DELAYS_MS = [250, 500, 1_000, 2_000, 5_000];
/** Between sends of the same where an unknown outcome is answered by sending again; the last one repeats. */
const REPEAT_DELAYS_MS = [1_000, 2_000, 5_000, 10_000, 15_000];
/** Between tries when the storage doesn't answer; the last one repeats. */
const STORAGE_DELAYS_MS = [50, 100, 250, 500, 1_000];

/**
 * `settled`: its end is recorded. `unresolved`: what became of its send must be looked up. `queued`: it was looked up, and
 * may be sent again. `stale`: another node sent it, or something that it depends on changed: load the lane again.
 * `stopped`: we may no longer send; whoever owns the lane next goes on.
 */
export type CarryResult = "settled" | "unresolved" | "queued" | "stale" | "stopped";

export interface CourierOptions<D extends Delivery> {
  readonly journal: Journal<D>;
  readonly destination: Destination<D>;
  readonly turns: Turns;
  readonly clock: Clock;
  /** Before each send. */
  readonly intakePriority: Pick<IntakePriority, "give">;
  readonly failpoint: Failpoint;
  readonly onSettled: (delivery: D, settlement: Settlement) => void;
  /** Told of what went wrong on the way and will be tried again. */
  readonly onTrouble: (error: unknown, delivery: D) => void;
}

export class Courier<D extends Delivery> {
  readonly #options: CourierOptions<D>;

  constructor(options: CourierOptions<D>) {
    this.#options = options;
  }

  /** Whether it may have been sent, by us before a crash or by the lane's last owner, so that it is looked up first. */
  needsLookUp(delivery: D): boolean {
    return delivery.attempt > 0 && delivery.stage !== "queued" && !this.#repeats(delivery);
  }

  /** Whether it is too old to be sent. */
  isExpired(delivery: D): boolean {
    return this.#options.clock.monotonicMs() >= delivery.expiresAtMonotonicMs;
  }

  /** Whether a delivery may go ahead of earlier ones whose outcomes are unknown. */
  async mayOvertake(delivery: D): Promise<boolean> {
    const admission = await this.#options.destination.admit(delivery);
    return admission.kind === "admitted" && admission.mayOvertake;
  }

  /** Ends a delivery that was never sent, if it may not be any more. @returns whether it did. */
  async endWaiting(delivery: D, owned: AbortSignal): Promise<boolean> {
    const admission = await this.#options.destination.admit(delivery);
    return admission.kind === "rejected" && (await this.#record(delivery, admission, owned)) === "settled";
  }

  /** Sends until there is an outcome, or `owned` aborts, which means: start nothing more for it. */
  async send(delivery: D, owned: AbortSignal): Promise<CarryResult> {
    const { clock, destination } = this.#options;
    const isResend = delivery.attempt > 0 && !this.#repeats(delivery);
    const doubt = async (doubted?: Doubted) => {
      if (doubted) delivery.doubted = doubted;
      return await this.unresolve(delivery, owned);
    };
    const refuse = async (refusal: Rejected) =>
      delivery.mayComeToLight ? await doubt({ refusal }) : await this.#record(delivery, refusal, owned);
    let first: Unknown | undefined;
    for (let tries = 0; ; tries += 1) {
      const step = await this.#inTurn(delivery, owned, () => this.#attempt(delivery, owned));
      if (typeof step === "string") return step;
      if (step.kind === "partly") {
        tries = -1;
        continue;
      }
      if (step.kind === "accepted") return await this.#record(delivery, step, owned);
      if (step.kind === "rejected") return await refuse(step);
      if (step.kind === "unknown" && !this.#repeats(delivery)) {
        if (step.refusal === undefined) return await doubt();
        if (!first && destination.resend(delivery).by === "same-id" && !this.isExpired(delivery)) {
          first = step;
          delivery.mayComeToLight = true;
          continue;
        }
        const isRepeated = first?.refusal === step.refusal;
        const { response } = isRepeated && first ? first : step;
        return await doubt({
          refusal: { kind: "rejected", reason: "VENUE_REFUSED", response },
          isUnlisted: true,
          isRepeated,
        });
      }
      // Throttled: it did not execute, so it may be sent again, while it is fresh. Or a second one does little harm.
      const { reason, waitMs } =
        step.kind === "unknown"
          ? { reason: "OUTCOME_UNKNOWN" as const, waitMs: backoff(REPEAT_DELAYS_MS, tries) }
          : { reason: step.reason, waitMs: Math.max(step.retryAfterMs ?? 0, backoff(THROTTLE_DELAYS_MS, tries)) };
      if (!isResend && !delivery.mayComeToLight) delivery.pin = null;
      if (clock.monotonicMs() + waitMs >= delivery.expiresAtMonotonicMs) {
        return await refuse(rejected(reason, delivery));
      }
      await clock.wait(waitMs, owned);
    }
  }

  /** Shows that the outcome of a send is being looked for. */
  async unresolve(delivery: D, owned: AbortSignal): Promise<CarryResult> {
    if (delivery.stage === "unresolved") return "unresolved";
    const shown = await this.#persist(delivery, owned, () =>
      this.#options.journal.unresolve(delivery).then(() => true),
    );
    if (shown === "stopped") return "stopped";
    delivery.stage = "unresolved";
    return "unresolved";
  }

  /**
   * Asks what became of a send that is unresolved, until that is known, it may be sent again or time is up. A refusal that no
   * table lists is an answer all the same: denials before the send has settled count towards its confirmation.
   */
  async resolve(delivery: D, owned: AbortSignal): Promise<CarryResult> {
    const { destination, clock } = this.#options;
    const rule = destination.resend(delivery);
    // When a send that a crash interrupted was made isn't known; no later than now.
    const sentAtMs = delivery.sentAtMonotonicMs ?? clock.monotonicMs();
    const settledAtMs = rule.by !== "confirmed-absence" ? -Infinity : sentAtMs + rule.settlesWithinMs;
    const isUnlisted = delivery.doubted?.isUnlisted === true;
    const giveUpAtMs = isUnlisted
      ? Math.max(settledAtMs, clock.monotonicMs()) + REFUSAL_GRACE_MS
      : Math.max(delivery.expiresAtMonotonicMs, clock.monotonicMs() + RESOLUTION_GRACE_MS);
    let absences = 0;
    /** What the destination said last instead of an outcome. */
    let said: string | undefined;
    // A refusal that the destination repeated is believed, unless nobody can ask it whether it took the order all the same.
    let isKeyGone = false;
    // A destination that loses one send after another is asked ever more slowly.
    for (let lookups = delivery.attempt - 1; clock.monotonicMs() < giveUpAtMs; lookups += 1) {
      const toSettledMs = Math.ceil(settledAtMs - clock.monotonicMs());
      const delayMs = backoff(LOOKUP_DELAYS_MS, lookups);
      await clock.wait(toSettledMs > 0 ? Math.min(delayMs, toSettledMs) : delayMs, owned);
      if (owned.aborted) return "stopped";
      const isSettled = clock.monotonicMs() >= settledAtMs;
      const found = await this.#inTurn(delivery, owned, () =>
        destination.find(delivery, clock.timeout(CALL_TIMEOUT_MS)),
      );
      if (found.kind === "found") {
        delivery.answeredAtUs ??= clock.nowUs();
        return await this.#record(delivery, found.outcome, owned);
      }
      if (found.kind === "unclear") {
        said = found.response || said;
        isKeyGone = found.isKeyGone === true;
      }
      if (found.kind === "unclear" || !(isSettled || isUnlisted)) continue;
      absences += 1;
      const confirmed = isSettled && absences >= CONFIRMING_ABSENCES;
      const refusal = delivery.doubted?.refusal ?? this.#refusalToResend(delivery);
      if (!refusal && (confirmed || rule.by === "same-id")) {
        delivery.mayComeToLight = !confirmed;
        delivery.stage = "queued";
        return "queued";
      }
      if (refusal && confirmed) return await this.#record(delivery, refusal, owned);
    }
    const { doubted, lastResponse = said } = delivery;
    const unknown = rejected("OUTCOME_UNKNOWN", lastResponse === undefined ? {} : { lastResponse });
    return await this.#record(delivery, doubted?.isRepeated && !isKeyGone ? doubted.refusal : unknown, owned);
  }

  #refusalToResend(delivery: D): Rejected | undefined {
    if (delivery.isOvertaken) return rejected("OVERTAKEN", delivery);
    return this.isExpired(delivery) ? expired(delivery) : undefined;
  }

  /** One intent and one send, or the reason why there was none. */
  async #attempt(delivery: D, owned: AbortSignal): Promise<Outcome | Partly | CarryResult> {
    const { destination, failpoint, intakePriority } = this.#options;
    await intakePriority.give(owned);
    if (owned.aborted) return "stopped";
    if (this.isExpired(delivery)) return expired(delivery);
    const admission = await destination.admit(delivery);
    if (admission.kind !== "admitted") return admission;
    failpoint("intent.before");
    const intended = await this.#intend(delivery, admission, owned);
    if (intended !== true) return intended;
    failpoint("intent.after");
    // The commit took its time: what was ours and fresh before it may not be any more.
    if (owned.aborted) return "stopped";
    const outcome = this.isExpired(delivery)
      ? ({ ...expired(delivery), isUnsent: true } as const)
      : await this.#place(delivery, admission);
    if ("isUnsent" in outcome) delivery.unsent = (delivery.unsent ?? 0) + 1;
    return outcome;
  }

  async #place(delivery: D, { send }: Admitted): Promise<Outcome | Partly> {
    const { clock, failpoint } = this.#options;
    failpoint("send.before");
    const sentAtUs = clock.nowUs();
    const sentAtMonotonicMs = clock.monotonicMs();
    const outcome = await send(clock.timeout(CALL_TIMEOUT_MS));
    // What was refused before anything left us has no time of a send, and none of an answer.
    if (!("isUnsent" in outcome)) {
      Object.assign(delivery, { sentAtUs, sentAtMonotonicMs });
      delivery.answeredAtUs = clock.nowUs();
      if (outcome.kind !== "partly" && outcome.response !== null) delivery.lastResponse = outcome.response;
    }
    failpoint("send.after");
    return outcome;
  }

  async #intend(delivery: D, { pin }: Admitted, owned: AbortSignal): Promise<true | CarryResult> {
    const intended = await this.#persist(delivery, owned, () => this.#options.journal.intend(delivery, pin));
    if (intended === "stopped") return "stopped";
    if (!intended) return "stale";
    delivery.attempt += 1;
    delivery.stage = "sending";
    delivery.pin = pin;
    return true;
  }

  async #record(delivery: D, settlement: Settlement, owned: AbortSignal): Promise<CarryResult> {
    const { journal, failpoint, onSettled } = this.#options;
    failpoint("record.before");
    const recorded = await this.#persist(delivery, owned, () => journal.record(delivery, settlement));
    if (recorded === "stopped") return "stopped";
    if (!recorded) return "stale";
    failpoint("record.after");
    delivery.stage = "done";
    onSettled(delivery, settlement);
    return "settled";
  }

  /** Calls the destination as soon as it's this delivery's turn. */
  async #inTurn<T>(delivery: D, owned: AbortSignal, call: () => Promise<T>): Promise<T> {
    const { turns, destination } = this.#options;
    return await turns.run(destination.group(delivery), destination.party(delivery), call, owned);
  }

  #repeats(delivery: D): boolean {
    return this.#options.destination.resend(delivery).by === "repeat";
  }

  /** Repeats a write until the storage takes it; each write compares before it sets, so a repeat does no harm. */
  async #persist(delivery: D, owned: AbortSignal, write: () => Promise<boolean>): Promise<boolean | "stopped"> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await write();
      } catch (error) {
        this.#options.onTrouble(error, delivery);
        if (owned.aborted) return "stopped";
        await this.#options.clock.wait(backoff(STORAGE_DELAYS_MS, tries), owned);
      }
    }
  }
}

function expired(delivery: Delivery): Rejected {
  return rejected(delivery.waitedForUnknown ? "EXPIRED_BEHIND_UNKNOWN" : "EXPIRED", delivery);
}

/** An end of ours, with the destination's last word as far as there was one. */
function rejected(reason: Reason, { lastResponse }: Pick<Delivery, "lastResponse">): Rejected {
  return { kind: "rejected", reason, response: lastResponse ?? null };
}

function backoff(delaysMs: readonly number[], tries: number): number {
  return delaysMs[Math.min(tries, delaysMs.length - 1)] ?? 0;
}
