/** Where an order is, what may happen to it, and what is done about it. orders/transitions.ts says what follows from what. */
import type { Accepted, Found, Outcome, Rejected, ResendRule, Throttled, Unknown } from "@chartrelay/contract";

export type Phase =
  /** Waits in its account's queue for its turn, or for its turn to be sent again. */
  | "queued"
  /** Its account has changed: asks whether it may still be sent. */
  | "reconsidering"
  /** Asks whether it may be sent now, and with which key. */
  | "admitting"
  /** The attempt is being stored. Nothing is sent before. */
  | "storing"
  /** The venue may have it. */
  | "sending"
  /** It is known not to have executed, and is tried again after a while. */
  | "backingOff"
  /** Nobody knows whether the venue took it; that is being stored. */
  | "marking"
  /** Waits for the next look-up. */
  | "unresolved"
  /** The venue is asked what became of it. */
  | "lookingUp"
  /** Its end in the queue is being stored. */
  | "ending"
  /** Another node has changed its row: what we know of it is out of date. */
  | "stale"
  /** It never executed. */
  | "rejected"
  /** The venue took it. What follows happens at the venue. */
  | "working"
  | "partiallyFilled"
  | "filled"
  | "cancelled"
  | "expired";

export interface OrderState {
  readonly phase: Phase;
  /** It is never sent after this, by the process's monotonic clock. */
  readonly expiresAtMs: number;
  /** How it may be sent again while its outcome is unknown: the venue's rule. */
  readonly resend: ResendRule;
  /** Attempts that were stored. */
  readonly attempt: number;
  /** Those of them that came to nothing before anything left this machine. */
  readonly unsent: number;
  /**
   * The version of the account's key that its attempts are made with. An attempt that may have arrived is looked up, and
   * repeated, with this key only. Null while any key will do.
   */
  readonly keyVersion: number | null;
  /** The sends since it was last queued. */
  readonly round: Round;
  /** An earlier send may still come to light, so that a refusal of the next one decides nothing by itself. */
  readonly mayComeToLight: boolean;
  /** What a send was refused with while that send, or an earlier one, may still come to light. */
  readonly doubted: DoubtedRefusal | null;
  /** That its outcome is unknown is stored. */
  readonly isMarked: boolean;
  /** A later order of its account went ahead of it: sent now, it would be out of order. */
  readonly isOvertaken: boolean;
  /** It waited behind an order whose outcome was unknown. */
  readonly waitedForUnknown: boolean;
  readonly inquiry: Inquiry | null;
  readonly sent: SentTimes | null;
  /** When the venue's last answer arrived, in microseconds since the Unix epoch. */
  readonly answeredAtUs: number | null;
  /** The venue's last answer to a send. */
  readonly lastResponse: string | null;
  /** How its time in the queue ended, or is about to. */
  readonly end: Accepted | Rejected | null;
}

/** When the latest send began, by the wall clock and by the monotonic one. */
export interface SentTimes {
  readonly atUs: number;
  readonly atMs: number;
}

export interface Round {
  readonly tries: number;
  /** An earlier round may have reached the venue. */
  readonly isResend: boolean;
  /** The first refusal of this round that no table lists. */
  readonly unlisted: Unknown | null;
}

/** A refusal that may be contradicted by a look-up. */
export interface DoubtedRefusal {
  readonly refusal: Rejected;
  /** No table lists it, so that look-ups have to confirm it. */
  readonly isUnlisted: boolean;
  /** The venue said the same of two sends under one id. */
  readonly isRepeated: boolean;
}

/** The look-ups of one unknown outcome. */
export interface Inquiry {
  /** From then on a denial counts: what was sent has either taken effect or never will. */
  readonly denialsCountFromMs: number;
  readonly giveUpAtMs: number;
  readonly lookUps: number;
  readonly absences: number;
  /** Whether the look-up under way began after `denialsCountFromMs`. */
  readonly doesDenialCount: boolean;
  /** What the venue said last instead of an outcome. */
  readonly said: string | null;
  readonly isKeyGone: boolean;
}

/** Leave to send an order once. */
export interface Admitted {
  readonly kind: "admitted";
  /** Of the key that this send is made with. */
  readonly keyVersion: number;
  /** Whether it may go ahead of earlier orders of its account whose outcomes are unknown. */
  readonly mayOvertake: boolean;
}

export type Admission = Admitted | Rejected | Throttled;

export type OrderEvent =
  /** It is first in its queue, or its wait is over. */
  | { readonly kind: "turn"; readonly atMs: number }
  /** Its account has changed. */
  | { readonly kind: "accountChanged" }
  /** It waits behind an order whose outcome is unknown. */
  | { readonly kind: "blocked" }
  /** A later order of its account is about to be sent. */
  | { readonly kind: "overtaken" }
  | { readonly kind: "admission"; readonly admission: Admission; readonly atMs: number }
  /** The last write is committed. */
  | { readonly kind: "stored"; readonly atMs: number }
  /** The last write found the row changed by somebody else. */
  | { readonly kind: "conflict" }
  | {
      readonly kind: "answer";
      readonly outcome: Outcome;
      readonly sent: SentTimes;
      readonly atUs: number;
      readonly atMs: number;
    }
  /** Whoever sent it is gone, and its answer with them. */
  | { readonly kind: "interrupted"; readonly atMs: number }
  | { readonly kind: "found"; readonly found: Found; readonly atUs: number; readonly atMs: number }
  /** At the venue. */
  | { readonly kind: "fill"; readonly isComplete: boolean }
  | { readonly kind: "cancelled" }
  | { readonly kind: "expired" };

export type OrderCommand =
  | { readonly kind: "admit" }
  | { readonly kind: "storeAttempt"; readonly keyVersion: number }
  | { readonly kind: "send" }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "markUnresolved" }
  | { readonly kind: "lookUp" }
  | { readonly kind: "storeEnd"; readonly end: Accepted | Rejected };

export interface Step {
  readonly state: OrderState;
  readonly commands: readonly OrderCommand[];
}

/** What a row tells of an order that nobody works on yet. */
export type StoredOrder = Pick<OrderState, "expiresAtMs" | "resend"> & Partial<OrderState>;

/**
 * An order that was accepted just now, or read back from its row. One that has attempts may have been sent by a process that
 * is gone: it is `sending`, and interrupted.
 */
export function restore(stored: StoredOrder): OrderState {
  return {
    phase: (stored.attempt ?? 0) > 0 ? "sending" : "queued",
    attempt: 0,
    unsent: 0,
    keyVersion: null,
    round: { tries: 0, isResend: false, unlisted: null },
    mayComeToLight: false,
    doubted: null,
    isMarked: false,
    isOvertaken: false,
    waitedForUnknown: false,
    inquiry: null,
    sent: null,
    answeredAtUs: null,
    lastResponse: null,
    end: null,
    ...stored,
  };
}

/** Whether it is too old to be sent. */
export function isExpired({ expiresAtMs }: Pick<OrderState, "expiresAtMs">, atMs: number): boolean {
  return atMs >= expiresAtMs;
}
