/**
 * An order's life until its venue has accepted it, as a pure state machine: `next(state, event)` returns the next state and its command. It reads no
 * clock and has no side effects; orders/sender.ts executes the commands and reports their results as events.
 * docs/order-life.md has the diagram, and a test compares it with this table.
 */
import type { Found, Outcome, Reason, Rejected, Throttled, Unknown } from "@chartrelay/contract";
import {
  isExpired,
  type Inquiry,
  type OrderCommand,
  type OrderEnd,
  type OrderEvent,
  type OrderState,
  type Phase,
  type Round,
  type Step,
} from "./state.ts";

/** Delays between look-ups; the last one repeats. */
const LOOKUP_DELAYS_MS = [0, 250, 500, 1_000, 2_000];
/**
 * This many denials, spread over the delays above, confirm that the venue doesn't have the order: about four seconds,
 * or eight where they count only once the send has settled.
 */
const CONFIRMING_ABSENCES = 5;
/** How long to keep looking up an unknown outcome after the order has expired, for example after a long outage. */
const RESOLUTION_GRACE_MS = 15_000;
/** How long look-ups may contradict an unlisted refusal after its send has settled. The orders behind it wait. */
const REFUSAL_GRACE_MS = 20_000;
/**
 * Minimum delays between retries at a venue that throttles, whatever it asks for: a venue that asks for no wait would
 * get hundreds of retries a second. The last delay repeats.
 */
const THROTTLE_DELAYS_MS = [250, 500, 1_000, 2_000, 5_000];
/** How often an order that waits for a fill looks whether it has come. It is woken as soon as the fill is stored. */
const FILL_CHECK_MS = 250;

/** How each phase handles events. It ignores those that aren't listed. */
const TRANSITIONS: Transitions = {
  queued: {
    turn: (state, { atMs }) => begin({ ...state, round: newRound(state) }, atMs),
    accountChanged: (state) => (state.attempt === 0 ? go(state, "reconsidering", { kind: "admit" }) : stay(state)),
    blocked: (state) => stay({ ...state, waitedForUnknown: state.waitedForUnknown || state.attempt === 0 }),
  },
  reconsidering: {
    admission: (state, { admission }) =>
      admission.kind === "rejected" || admission.kind === "unneeded" ? end(state, admission) : go(state, "queued"),
    blocked: (state) => stay({ ...state, waitedForUnknown: true }),
  },
  admitting: {
    admission(state, { admission, atMs }) {
      // It may have waited long for a free call to the venue.
      if (isExpired(state, atMs)) return refuse(state, expiry(state), atMs);
      if (admission.kind === "throttled") return retryLater(state, admission, atMs);
      if (admission.kind === "mustWait") return awaitFill(state);
      // What was attempted once is repeated as it was.
      const planned = state.attempt > 0 ? state.planned : (admission.planned ?? state.planned);
      if (admission.kind === "rejected") return refuse({ ...state, planned }, admission, atMs);
      if (admission.kind === "unneeded") return end({ ...state, planned }, admission);
      const { keyVersion } = admission;
      return go(state, "storing", { kind: "storeAttempt", keyVersion }, { keyVersion, planned });
    },
  },
  awaitingFill: {
    turn: (state, { atMs }) => begin(state, atMs),
  },
  storing: {
    stored(state, { atMs }) {
      const attempted = { ...state, attempt: state.attempt + 1, isMarked: false };
      // The order may have expired during the commit.
      if (isExpired(state, atMs)) return refuse({ ...attempted, unsent: state.unsent + 1 }, expiry(state), atMs);
      return go(attempted, "sending", { kind: "send" });
    },
    conflict: (state) => go(state, "stale"),
  },
  sending: {
    answer: (state, event) => weigh(noteAnswer(state, event), event.outcome, event.atMs),
    interrupted: (state, { atMs }) => investigate(state, atMs),
  },
  backingOff: {
    turn: (state, { atMs }) => begin(state, atMs),
  },
  marking: {
    stored: (state, { atMs }) => startInquiry({ ...state, isMarked: true }, atMs),
    overtaken: (state) => stay({ ...state, isOvertaken: true }),
  },
  unresolved: {
    turn(state, { atMs }) {
      const inquiry = inquiryOf(state);
      const doesDenialCount = atMs >= inquiry.denialsCountFromMs;
      return go(state, "lookingUp", { kind: "lookUp" }, { inquiry: { ...inquiry, doesDenialCount } });
    },
    overtaken: (state) => stay({ ...state, isOvertaken: true }),
  },
  lookingUp: {
    found: (state, { found, atUs, atMs }) => conclude(state, found, atUs, atMs),
    overtaken: (state) => stay({ ...state, isOvertaken: true }),
  },
  ending: {
    stored: (state) => go(state, PHASE_OF_END[state.end?.kind ?? "rejected"]),
    conflict: (state) => go(state, "stale"),
  },
  stale: {},
  rejected: {},
  unneeded: {},
  working: {},
};

const PHASE_OF_END = { accepted: "working", rejected: "rejected", unneeded: "unneeded" } as const satisfies Readonly<
  Record<OrderEnd["kind"], Phase>
>;

type Transitions = {
  readonly [P in Phase]: {
    readonly [K in OrderEvent["kind"]]?: (state: OrderState, event: Extract<OrderEvent, { kind: K }>) => Step;
  };
};

/**
 * Returns the order's next state after an event, and its commands. An event that its phase doesn't handle changes
 * nothing.
 */
export function next(state: OrderState, event: OrderEvent): Step {
  const transition = TRANSITIONS[state.phase][event.kind] as
    | ((state: OrderState, event: OrderEvent) => Step)
    | undefined;
  return transition?.(state, event) ?? stay(state);
}

/** An order is never attempted before it may be sent, so none that waits can come to light later. */
function awaitFill(state: OrderState): Step {
  return go(state, "awaitingFill", { kind: "wait", ms: FILL_CHECK_MS }, { waitedForFill: true });
}

function newRound({ attempt }: OrderState): Round {
  return { tries: 0, isResend: attempt > 0, unlisted: null };
}

function begin(state: OrderState, atMs: number): Step {
  return isExpired(state, atMs) ? refuse(state, expiry(state), atMs) : go(state, "admitting", { kind: "admit" });
}

/** Notes when a send began and was answered. A send that never left this machine has no times. */
function noteAnswer(state: OrderState, { outcome, sent, atUs }: Extract<OrderEvent, { kind: "answer" }>): OrderState {
  if ("isUnsent" in outcome) return { ...state, unsent: state.unsent + 1 };
  return { ...state, sent, answeredAtUs: atUs, lastResponse: outcome.response ?? state.lastResponse };
}

function weigh(state: OrderState, outcome: Outcome, atMs: number): Step {
  switch (outcome.kind) {
    case "accepted":
      return end(state, outcome);
    case "rejected":
      return refuse(state, outcome, atMs);
    case "throttled":
      return retryLater(state, outcome, atMs);
    case "unknown":
      return outcome.refusal === undefined ? investigate(state, atMs) : weighUnlisted(state, outcome, atMs);
  }
}

/**
 * Handles a refusal that no table lists. If the venue executes each id only once, the order is sent again to see
 * whether the venue repeats its answer. Then look-ups have to confirm the refusal.
 */
function weighUnlisted(state: OrderState, outcome: Unknown, atMs: number): Step {
  const { tries, unlisted } = state.round;
  if (!unlisted && state.resend.by === "same-id" && !isExpired(state, atMs)) {
    const round = { ...state.round, tries: tries + 1, unlisted: outcome };
    return go(state, "backingOff", { kind: "wait", ms: 0 }, { round, mayComeToLight: true });
  }
  const isRepeated = unlisted?.refusal === outcome.refusal;
  const { response } = isRepeated && unlisted ? unlisted : outcome;
  const refusal: Rejected = { kind: "rejected", reason: "VENUE_REFUSED", response };
  return investigate({ ...state, doubted: { refusal, isUnlisted: true, isRepeated } }, atMs);
}

/**
 * Retries an order that wasn't executed, until it expires. Uses the account's current key, unless an earlier send may
 * have arrived.
 */
function retryLater(state: OrderState, { reason, retryAfterMs = 0 }: Throttled, atMs: number): Step {
  const { tries, isResend } = state.round;
  const waitMs = Math.max(retryAfterMs, backoff(THROTTLE_DELAYS_MS, tries));
  const keyVersion = isResend || state.mayComeToLight ? state.keyVersion : null;
  const waiting = { ...state, keyVersion, round: { ...state.round, tries: tries + 1 } };
  if (isExpired(state, atMs + waitMs)) return refuse(waiting, ourRefusal(reason, waiting), atMs);
  return go(waiting, "backingOff", { kind: "wait", ms: waitMs });
}

/** Ends the order with a refusal, unless an earlier send may still turn out to have been executed. */
function refuse(state: OrderState, refusal: Rejected, atMs: number): Step {
  if (!state.mayComeToLight) return end(state, refusal);
  return investigate({ ...state, doubted: { refusal, isUnlisted: false, isRepeated: false } }, atMs);
}

function investigate(state: OrderState, atMs: number): Step {
  return state.isMarked ? startInquiry(state, atMs) : go(state, "marking", { kind: "markUnresolved" });
}

function startInquiry(state: OrderState, atMs: number): Step {
  const { resend, sent, doubted, attempt, expiresAtMs } = state;
  // If a crash interrupted the send, its time is unknown, but it can't be later than now.
  const sentAtMs = sent?.atMs ?? atMs;
  const denialsCountFromMs = resend.by === "confirmed-absence" ? sentAtMs + resend.settlesWithinMs : -Infinity;
  const giveUpAtMs = doubted?.isUnlisted
    ? Math.max(denialsCountFromMs, atMs) + REFUSAL_GRACE_MS
    : Math.max(expiresAtMs, atMs + RESOLUTION_GRACE_MS);
  // Each further attempt starts with a longer delay, for venues that lose one send after another.
  const lookUps = attempt - 1;
  const inquiry = {
    denialsCountFromMs,
    giveUpAtMs,
    lookUps,
    absences: 0,
    doesDenialCount: false,
    said: null,
    isKeyGone: false,
  };
  return awaitLookUp({ ...state, inquiry }, atMs);
}

function awaitLookUp(state: OrderState, atMs: number): Step {
  const { giveUpAtMs, denialsCountFromMs, lookUps } = inquiryOf(state);
  if (atMs >= giveUpAtMs) return giveUp(state);
  const toSettledMs = Math.ceil(denialsCountFromMs - atMs);
  const delayMs = backoff(LOOKUP_DELAYS_MS, lookUps);
  return go(state, "unresolved", { kind: "wait", ms: toSettledMs > 0 ? Math.min(delayMs, toSettledMs) : delayMs });
}

/**
 * Handles a look-up's answer. Denials before the send has settled count only towards confirming an unlisted refusal,
 * because the venue did answer that send.
 */
function conclude(state: OrderState, found: Found, atUs: number, atMs: number): Step {
  const { doubted, resend } = state;
  const asked = inquiryOf(state);
  const lookUps = asked.lookUps + 1;
  if (found.kind === "found") return end({ ...state, answeredAtUs: state.answeredAtUs ?? atUs }, found.outcome);
  if (found.kind === "unclear") {
    const said = found.response || asked.said;
    return awaitLookUp({ ...state, inquiry: { ...asked, lookUps, said, isKeyGone: found.isKeyGone === true } }, atMs);
  }
  const isDenial = asked.doesDenialCount || doubted?.isUnlisted === true;
  const absences = asked.absences + (isDenial ? 1 : 0);
  const isConfirmed = asked.doesDenialCount && absences >= CONFIRMING_ABSENCES;
  const refusal = doubted?.refusal ?? refusalToResend(state, atMs);
  if (isDenial && !refusal && (isConfirmed || resend.by === "same-id"))
    return go(state, "queued", undefined, { mayComeToLight: !isConfirmed, inquiry: null });
  if (isConfirmed && refusal) return end(state, refusal);
  return awaitLookUp({ ...state, inquiry: { ...asked, lookUps, absences } }, atMs);
}

/**
 * Believes a refusal that the venue repeated, unless the key is gone and nobody can check whether the venue took the
 * order anyway.
 */
function giveUp(state: OrderState): Step {
  const { said, isKeyGone } = inquiryOf(state);
  const { doubted, lastResponse } = state;
  if (doubted?.isRepeated && !isKeyGone) return end(state, doubted.refusal);
  return end(state, { kind: "rejected", reason: "OUTCOME_UNKNOWN", response: lastResponse ?? said });
}

function refusalToResend(state: OrderState, atMs: number): Rejected | undefined {
  if (state.isOvertaken) return ourRefusal("OVERTAKEN", state);
  return isExpired(state, atMs) ? expiry(state) : undefined;
}

function expiry(state: OrderState): Rejected {
  if (state.waitedForFill && state.attempt === 0) return ourRefusal("CLOSING_NOT_FILLED", state);
  return ourRefusal(state.waitedForUnknown ? "EXPIRED_BEHIND_UNKNOWN" : "EXPIRED", state);
}

/** Builds a refusal of ours, with the venue's last answer if there was one. */
function ourRefusal(reason: Reason, { lastResponse }: Pick<OrderState, "lastResponse">): Rejected {
  return { kind: "rejected", reason, response: lastResponse };
}

function end(state: OrderState, verdict: OrderEnd): Step {
  return go(state, "ending", { kind: "storeEnd", end: verdict }, { end: verdict });
}

function go(state: OrderState, phase: Phase, command?: OrderCommand, changes: Partial<OrderState> = {}): Step {
  return { state: { ...state, ...changes, phase }, commands: command ? [command] : [] };
}

function stay(state: OrderState): Step {
  return { state, commands: [] };
}

function inquiryOf({ inquiry }: OrderState): Inquiry {
  if (!inquiry) throw new TypeError("an order without an inquiry isn't unresolved");
  return inquiry;
}

function backoff(delaysMs: readonly number[], tries: number): number {
  return delaysMs[Math.min(tries, delaysMs.length - 1)] ?? 0;
}
