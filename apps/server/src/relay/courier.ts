/** Carries one delivery to its end: intent, send, outcome, and the way back from an unknown one. */
import type { Outcome, Reason, Rejected, Unknown } from "@chartrelay/contract";
import type { Clock } from "../platform/clock.ts";
import type { Delivery, Destination, Journal, Partly, Settlement, Turns } from "./delivery.ts";
import type { Probe } from "./probe.ts";
import type { RightOfWay } from "./right-of-way.ts";

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
 * `settled`: its end is recorded. `stale`: another node sent it, or an earlier delivery of the lane is unsettled: load the
 * lane again. `stopped`: we may no longer send; whoever owns the lane next goes on.
 */
export type CarryResult = "settled" | "stale" | "stopped";

export interface CourierOptions<D extends Delivery> {
  readonly journal: Journal<D>;
  readonly destination: Destination<D>;
  readonly turns: Turns;
  readonly clock: Clock;
  /** Before each send. */
  readonly rightOfWay: Pick<RightOfWay, "give">;
  readonly probe: Probe;
  readonly onSettled: (delivery: D, settlement: Settlement) => void;
  /** Told of what went wrong on the way and will be tried again. */
  readonly onTrouble: (error: unknown, delivery: D) => void;
}

/** What a send was refused with while it, or an earlier one, may still come to light. */
interface Doubted {
  readonly refusal: Rejected;
  /** No table lists it: the destination's words have to be confirmed. */
  readonly isUnlisted?: boolean;
  /** The destination said the same of two sends under one id. */
  readonly isRepeated?: boolean;
}

export class Courier<D extends Delivery> {
  readonly #options: CourierOptions<D>;

  constructor(options: CourierOptions<D>) {
    this.#options = options;
  }

  /** Carries `delivery` until it is settled or `owned` aborts, which means: start nothing more for it. */
  async carry(delivery: D, owned: AbortSignal): Promise<CarryResult> {
    // An intent without an outcome: it may have been sent, by us before a crash or by the lane's last owner.
    if (delivery.attempt > 0 && !this.#repeats(delivery)) return await this.#resolve(delivery, owned);
    return await this.#send(delivery, owned);
  }

  /**
   * Sends until there is an outcome. `isInDoubt`: an earlier send may still come to light, so that a refusal of this one
   * (a token revoked meanwhile, say) settles nothing by itself.
   */
  async #send(delivery: D, owned: AbortSignal, isInDoubt = false): Promise<CarryResult> {
    const refuse = async (refusal: Rejected) =>
      isInDoubt ? await this.#resolve(delivery, owned, { refusal }) : await this.#record(delivery, refusal, owned);
    const { clock, destination } = this.#options;
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
        if (step.refusal === undefined) return await this.#resolve(delivery, owned);
        if (!first && destination.resend(delivery).by === "same-id" && !this.#isExpired(delivery)) {
          [first, isInDoubt] = [step, true];
          continue;
        }
        const isRepeated = first?.refusal === step.refusal;
        const { response } = isRepeated && first ? first : step;
        const refusal: Rejected = { kind: "rejected", reason: "VENUE_REFUSED", response };
        return await this.#resolve(delivery, owned, { refusal, isUnlisted: true, isRepeated });
      }
      // Throttled: it did not execute, so it may be sent again, while it is fresh. Or a second one does little harm.
      const { reason, waitMs } =
        step.kind === "unknown"
          ? { reason: "OUTCOME_UNKNOWN" as const, waitMs: backoff(REPEAT_DELAYS_MS, tries) }
          : { reason: step.reason, waitMs: Math.max(step.retryAfterMs ?? 0, backoff(THROTTLE_DELAYS_MS, tries)) };
      if (clock.monotonicMs() + waitMs >= delivery.expiresAtMonotonicMs) {
        return await refuse(rejected(reason, delivery));
      }
      await clock.wait(waitMs, owned);
    }
  }

  /** One intent and one send, or the reason why there was none. */
  async #attempt(delivery: D, owned: AbortSignal): Promise<Outcome | Partly | CarryResult> {
    const { journal, probe, rightOfWay } = this.#options;
    await rightOfWay.give(owned);
    if (owned.aborted) return "stopped";
    if (this.#isExpired(delivery)) return rejected("EXPIRED", delivery);
    probe("intent.before");
    const intended = await this.#persist(delivery, owned, () => journal.intend(delivery));
    if (intended === "stopped") return "stopped";
    if (!intended) return "stale";
    delivery.attempt += 1;
    delivery.stage = "sending";
    probe("intent.after");
    // The commit took its time: what was ours and fresh before it may not be any more.
    if (owned.aborted) return "stopped";
    const outcome = this.#isExpired(delivery)
      ? ({ ...rejected("EXPIRED", delivery), isUnsent: true } as const)
      : await this.#place(delivery);
    if ("isUnsent" in outcome) delivery.unsent = (delivery.unsent ?? 0) + 1;
    return outcome;
  }

  async #place(delivery: D): Promise<Outcome | Partly> {
    const { destination, clock, probe } = this.#options;
    probe("send.before");
    const sentAtUs = clock.nowUs();
    const sentAtMonotonicMs = clock.monotonicMs();
    const outcome = await destination.place(delivery, AbortSignal.timeout(CALL_TIMEOUT_MS));
    // What was refused before anything left us has no time of a send, and none of an answer.
    if (!("isUnsent" in outcome)) {
      delivery.sentAtUs = sentAtUs;
      delivery.sentAtMonotonicMs = sentAtMonotonicMs;
      delivery.answeredAtUs = clock.nowUs();
      if (outcome.kind !== "partly" && outcome.response !== null) delivery.lastResponse = outcome.response;
    }
    probe("send.after");
    return outcome;
  }

  /**
   * Asks what became of a send. `doubted` is the end of it once the absence of everything sent is confirmed. A refusal that no
   * table lists is an answer all the same: denials before the send has settled count towards its confirmation.
   */
  async #resolve(delivery: D, owned: AbortSignal, doubted?: Doubted): Promise<CarryResult> {
    const { journal, destination, clock } = this.#options;
    if (delivery.stage !== "unresolved") {
      const shown = await this.#persist(delivery, owned, () => journal.unresolve(delivery).then(() => true));
      if (shown === "stopped") return "stopped";
      delivery.stage = "unresolved";
    }
    const rule = destination.resend(delivery);
    // When a send that a crash interrupted was made isn't known; no later than now.
    const sentAtMs = delivery.sentAtMonotonicMs ?? clock.monotonicMs();
    const settledAtMs = rule.by !== "confirmed-absence" ? -Infinity : sentAtMs + rule.settlesWithinMs;
    const isUnlisted = doubted?.isUnlisted === true;
    const giveUpAtMs = isUnlisted
      ? Math.max(settledAtMs, clock.monotonicMs()) + REFUSAL_GRACE_MS
      : Math.max(delivery.expiresAtMonotonicMs, clock.monotonicMs() + RESOLUTION_GRACE_MS);
    let absences = 0;
    // A destination that loses one send after another is asked ever more slowly.
    for (let lookups = delivery.attempt - 1; clock.monotonicMs() < giveUpAtMs; lookups += 1) {
      const toSettledMs = Math.ceil(settledAtMs - clock.monotonicMs());
      const delayMs = backoff(LOOKUP_DELAYS_MS, lookups);
      await clock.wait(toSettledMs > 0 ? Math.min(delayMs, toSettledMs) : delayMs, owned);
      if (owned.aborted) return "stopped";
      const isSettled = clock.monotonicMs() >= settledAtMs;
      const found = await this.#inTurn(delivery, owned, () =>
        destination.find(delivery, AbortSignal.timeout(CALL_TIMEOUT_MS)),
      );
      if (found.kind === "found") {
        delivery.answeredAtUs ??= clock.nowUs();
        return await this.#record(delivery, found.outcome, owned);
      }
      if (found.kind === "unclear" || !(isSettled || isUnlisted)) continue;
      absences += 1;
      const confirmed = isSettled && absences >= CONFIRMING_ABSENCES;
      const mayResend = doubted === undefined && !this.#isExpired(delivery);
      if (mayResend && (confirmed || rule.by === "same-id")) return await this.#send(delivery, owned, !confirmed);
      if (confirmed) return await this.#record(delivery, doubted?.refusal ?? rejected("EXPIRED", delivery), owned);
    }
    const outcome = doubted?.isRepeated ? doubted.refusal : rejected("OUTCOME_UNKNOWN", delivery);
    return await this.#record(delivery, outcome, owned);
  }

  async #record(delivery: D, settlement: Settlement, owned: AbortSignal): Promise<CarryResult> {
    const { journal, probe, onSettled } = this.#options;
    probe("record.before");
    const recorded = await this.#persist(delivery, owned, () => journal.record(delivery, settlement));
    if (recorded === "stopped") return "stopped";
    if (!recorded) return "stale";
    probe("record.after");
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

  #isExpired(delivery: D): boolean {
    return this.#options.clock.monotonicMs() >= delivery.expiresAtMonotonicMs;
  }
}

/** An end of ours, with the destination's last word as far as there was one. */
function rejected(reason: Reason, { lastResponse }: Delivery): Rejected {
  return { kind: "rejected", reason, response: lastResponse ?? null };
}

function backoff(delaysMs: readonly number[], tries: number): number {
  return delaysMs[Math.min(tries, delaysMs.length - 1)] ?? 0;
}
