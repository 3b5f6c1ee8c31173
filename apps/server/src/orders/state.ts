/** The states, events and commands of an order until its venue has accepted it. orders/transitions.ts defines the transitions. */
import type {
  Accepted,
  Found,
  OrderSide,
  Outcome,
  PositionSide,
  Reason,
  Rejected,
  ResendRule,
  Throttled,
  Unknown,
} from "@chartrelay/contract";
import type { StoredSizing } from "../platform/db/schema.ts";
import type { StrategyHolding } from "../strategies/index.ts";

export type Phase =
  /** Waits in its account's queue for its turn to be sent, or resent. */
  | "queued"
  /** Its account has changed: checks whether it may still be sent. */
  | "reconsidering"
  /** Checks whether it may be sent now, and with which key. */
  | "admitting"
  /** It waits for an earlier order of its strategy to be filled or cancelled. */
  | "awaitingFill"
  /** The attempt is being stored. The send comes only after that. */
  | "storing"
  /** The venue may have received it. */
  | "sending"
  /** It wasn't executed, and is retried after a delay. */
  | "backingOff"
  /** Its outcome is unknown; that is being stored. */
  | "marking"
  /** Its outcome is unknown; waits for the next look-up. */
  | "unresolved"
  /** A look-up at the venue is in flight. */
  | "lookingUp"
  /** Its end is being stored. */
  | "ending"
  /** Another node has changed its row: our copy is stale. */
  | "stale"
  /** It was refused or never sent, or its outcome couldn't be found out. */
  | "rejected"
  /** Nothing had to be sent. */
  | "unneeded"
  /** The venue accepted it. The rest happens at the venue: see executions/execution.ts. */
  | "working";

export interface OrderState {
  readonly phase: Phase;
  /** It is never sent after this time, by the process's monotonic clock. */
  readonly expiresAtMs: number;
  /** The venue's rule for resending an order whose outcome is unknown. */
  readonly resend: ResendRule;
  /** The number of stored attempts. */
  readonly attempt: number;
  /** How many of them failed before anything left this machine. */
  readonly unsent: number;
  /**
   * The version of the account's key that its attempts use. An attempt that may have arrived is looked up and repeated
   * only with this key. Null while any key will do.
   */
  readonly keyVersion: number | null;
  /** Its sends since it was last queued. */
  readonly round: Round;
  /**
   * Whether an earlier send may still turn out to have been executed, so that a refusal of the next send isn't final.
   */
  readonly mayComeToLight: boolean;
  /** The refusal of a send when that send, or an earlier one, may still turn out to have been executed. */
  readonly doubted: DoubtedRefusal | null;
  /** Whether the storage knows that its outcome is unknown. */
  readonly isMarked: boolean;
  /** A later order of its account overtook it: sent now, it would be out of order. */
  readonly isOvertaken: boolean;
  /** It waited behind an order whose outcome was unknown. */
  readonly waitedForUnknown: boolean;
  /** It waited for an earlier order of its strategy to be filled or cancelled. */
  readonly waitedForFill: boolean;
  /** What was worked out for an order with an instruction; null until its turn, and for one loaded with it in its row. */
  readonly planned: Planned | null;
  readonly inquiry: Inquiry | null;
  readonly sent: SentTimes | null;
  /** When the venue's last answer arrived, in microseconds since the Unix epoch. */
  readonly answeredAtUs: number | null;
  /** The venue's last answer to a send. */
  readonly lastResponse: string | null;
  /** How it ended, or is about to end. */
  readonly end: OrderEnd | null;
}

/** Nothing had to be sent: its account is where its strategy wants it, or a newer order sees to that. A success. */
export interface Unneeded {
  readonly kind: "unneeded";
  readonly reason: Extract<Reason, "NOTHING_TO_DO" | "SUPERSEDED">;
}

export type OrderEnd = Accepted | Rejected | Unneeded;

/** What was worked out for an order with an instruction when it was its turn. */
export interface Planned {
  readonly sizing: StoredSizing;
  /** The contract that was taken for a continuous symbol; null for any other ticker. */
  readonly contract: string | null;
  /** What it trades; null if nothing is sent. */
  readonly terms: PlannedTerms | null;
}

export interface PlannedTerms {
  readonly direction: OrderSide;
  /** In the message's units. */
  readonly quantity: string;
  readonly positionSide?: PositionSide;
  /** To be kept with the ledger; null if none is known. */
  readonly scale: StrategyHolding["scale"];
}

/** When the latest send began, by the wall clock and by the monotonic clock. */
export interface SentTimes {
  readonly atUs: number;
  readonly atMs: number;
}

export interface Round {
  readonly tries: number;
  /** An earlier round may have reached the venue. */
  readonly isResend: boolean;
  /** This round's first refusal that no table lists. */
  readonly unlisted: Unknown | null;
}

/** A refusal that a look-up may contradict. */
export interface DoubtedRefusal {
  readonly refusal: Rejected;
  /** No table lists it, so look-ups have to confirm it. */
  readonly isUnlisted: boolean;
  /** The venue gave the same answer to two sends with one id. */
  readonly isRepeated: boolean;
}

/** The look-ups of one unknown outcome. */
export interface Inquiry {
  /** Denials count from this time on: by then the send has taken effect or never will. */
  readonly denialsCountFromMs: number;
  readonly giveUpAtMs: number;
  readonly lookUps: number;
  readonly absences: number;
  /** Whether the look-up in flight began after `denialsCountFromMs`. */
  readonly doesDenialCount: boolean;
  /** The venue's last answer to a look-up that wasn't an outcome. */
  readonly said: string | null;
  readonly isKeyGone: boolean;
}

/** Permission to send an order once. */
export interface Admitted {
  readonly kind: "admitted";
  /** The version of the key to send with. */
  readonly keyVersion: number;
  /** Whether it may overtake earlier orders of its account whose outcomes are unknown. */
  readonly mayOvertake: boolean;
  /** Of an order with an instruction that hasn't been attempted. */
  readonly planned?: Planned;
}

/** It may be sent once an earlier order of its strategy is filled, or has been cancelled. */
export interface MustWait {
  readonly kind: "mustWait";
  /** The orders to cancel: they rest, and this one replaces them. */
  readonly cancels?: readonly string[];
}

export type Admission =
  | Admitted
  | MustWait
  | Throttled
  | ((Rejected | Unneeded) & {
      /** With what it was decided on. */
      readonly planned?: Planned;
    });

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
  /** The last write was committed. */
  | { readonly kind: "stored"; readonly atMs: number }
  /** The last write failed because somebody else had changed the row. */
  | { readonly kind: "conflict" }
  | {
      readonly kind: "answer";
      readonly outcome: Outcome;
      readonly sent: SentTimes;
      readonly atUs: number;
      readonly atMs: number;
    }
  /** The process that sent it died, so its answer is lost. */
  | { readonly kind: "interrupted"; readonly atMs: number }
  | { readonly kind: "found"; readonly found: Found; readonly atUs: number; readonly atMs: number };

export type OrderCommand =
  | { readonly kind: "admit" }
  /** With what the state says was planned. */
  | { readonly kind: "storeAttempt"; readonly keyVersion: number }
  | { readonly kind: "send" }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "markUnresolved" }
  | { readonly kind: "lookUp" }
  | { readonly kind: "storeEnd"; readonly end: OrderEnd };

export interface Step {
  readonly state: OrderState;
  readonly commands: readonly OrderCommand[];
}

/** The part of an order's state that its row holds. */
export type StoredOrder = Pick<OrderState, "expiresAtMs" | "resend"> & Partial<OrderState>;

/**
 * Returns the state of an order that was just accepted, or loaded from its row. If it has attempts, a dead process may
 * have sent it: then its phase is `sending`, to be interrupted.
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
    waitedForFill: false,
    planned: null,
    inquiry: null,
    sent: null,
    answeredAtUs: null,
    lastResponse: null,
    end: null,
    ...stored,
  };
}

/** Whether an order is too old to be sent. */
export function isExpired({ expiresAtMs }: Pick<OrderState, "expiresAtMs">, atMs: number): boolean {
  return atMs >= expiresAtMs;
}
