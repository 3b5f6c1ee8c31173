/** What a position chain remembers, and what it says of each signal: docs/decisions/strategies.md. */
import type { ChainLink, PositionChange, StrategyStart } from "@chartrelay/contract";

/** A signal with its position change. Only consistent changes are links of a chain. */
export interface LinkInput {
  readonly signalId: string;
  readonly change: PositionChange;
  /** Equal for byte-equal bodies: TradingView resends the same bytes. */
  readonly bodyHash: string;
  /** By the clock of `nowUs`. */
  readonly receivedAtUs: number;
}

export interface ChainRules {
  /** What the first signals do if the strategy is in a position already. */
  readonly start: StrategyStart;
  /** How long a signal that doesn't fit may be held. */
  readonly holdMs: number;
  /**
   * Whether the net of missing signals is traded as soon as a gap is declared: in target mode always, in delta mode with
   * `onGap: catchUp`. A late signal of such a gap must not be traded again.
   */
  readonly tradesGaps: boolean;
}

/**
 * What a released signal trades.
 * - `change`: in delta mode its own change; in target mode its accounts go to `to`.
 * - `position`: its accounts go to `to` in either mode: the strategy joins TradingView's position.
 * - `gap`: as the strategy's `onGap` says; `missed` has the net of what is missing.
 * - `changeAlone`: it is late, so its positions are out of date: only its side and size count, not `from` and `to`.
 * - `nothing`: its change has been traded already, or must not be.
 */
export type LinkTrade = "change" | "position" | "gap" | "changeAlone" | "nothing";

export interface ReleasedLink {
  readonly signalId: string;
  readonly link: ChainLink;
  readonly trades: LinkTrade;
}

/** A chain after a signal or a moment. */
export interface ChainStep {
  readonly state: ChainState;
  /** In chain order. */
  readonly released: readonly ReleasedLink[];
  /** Whether the signal that was just received is held. */
  readonly held: boolean;
  /** When `releaseDue` must be called; null while nothing is held. */
  readonly holdEndsAtUs: number | null;
}

/** Where a chain stands. Plain JSON: it is stored with each accepted signal. */
export interface ChainState {
  /** TradingView's position after the last released signal; null if there was none. */
  readonly position: string | null;
  /** Nothing is traded until TradingView has been flat. */
  readonly waitsForFlat: boolean;
  /** In order of arrival. */
  readonly held: readonly HeldLink[];
  /** The last released signals, oldest first: repeated and late ones are recognised by them. */
  readonly recent: readonly PastLink[];
}

export interface HeldLink extends LinkInput {
  readonly heldSinceUs: number;
  readonly holdEndsAtUs: number;
}

/** A signal that was released. */
export interface PastLink {
  readonly signalId: string;
  readonly from: string;
  readonly to: string;
  readonly bodyHash: string;
  readonly firedAtMs: number | null;
  readonly receivedAtUs: number;
  /** What was missing before it; null if nothing was. */
  readonly gap: Gap | null;
  /** It came after later ones. */
  readonly isLate: boolean;
}

/** Signals that hadn't come when a later one had to be released. */
export interface Gap {
  /** From which to which position they lead, as far as they haven't come since. From null: not known, at a start. */
  readonly from: string | null;
  readonly to: string;
  /** The net of those that haven't come since; null if it isn't known. */
  readonly missed: string | null;
  /** They fired at or after this; null if that isn't known. */
  readonly firedFromMs: number | null;
  /** When it was declared. */
  readonly sinceUs: number;
  /** Whether its net was traded, or its user has decided otherwise: then late signals aren't traded. */
  readonly isSettled: boolean;
}
