/** A signal as a link of its position chain: what the decision about it needs. */
import type { OnGap, PositionChange } from "@chartrelay/contract";
import type { GapChoice, NewMessageRow } from "../messaging/index.ts";
import type { ChainRules } from "../strategies/index.ts";

/** How long a signal that doesn't fit is held. */
export const HOLD_MS = 800;

/** A signal's link, and the rules by which its chain is followed. */
export interface Chained {
  /** Of the chain: as messages write it, in capitals. */
  readonly ticker: string;
  readonly change: PositionChange;
  readonly rules: ChainRules;
  /** What to do about missing signals. */
  readonly onGap: OnGap;
  /** Builds the messages that notify the user of a gap. */
  readonly gapMessages: (gap: GapNotice) => readonly NewMessageRow[];
}

/** A gap, as its user is told of it. */
export interface GapNotice {
  /** The signal that showed it. */
  readonly signalId: string;
  readonly ticker: string;
  /** What is missing: a signed decimal; null if that isn't known. */
  readonly missed: string | null;
  /** TradingView's position now. */
  readonly position: string;
  readonly onGap: OnGap;
  /** Whether what is missing was traded at once. */
  readonly isTraded: boolean;
}

/** A trader's decision about missing signals: it settles the gap, and trades nothing by itself. */
export interface Settlement {
  /** Of the chain. */
  readonly ticker: string;
  /** The signal that showed the gap. */
  readonly signalId: string;
  readonly choice: GapChoice;
}
