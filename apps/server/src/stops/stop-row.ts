import type { StopLevel, StopScope } from "@chartrelay/contract";

/** What a stop covers: one strategy or account, by its own id, or all of its user's accounts (null). */
export interface Subject {
  readonly userId: string;
  readonly scope: StopScope;
  readonly subjectId: string | null;
}

export type StopState = "working" | "proven" | "unproven";

/** A position, or a working order, that a stop has left open. Its account is named by its own id. */
export interface OpenRest {
  readonly accountId: string;
  readonly ticker: string;
  /** Signed; null for a working order. */
  readonly quantity: string | null;
  /** Null: it is being worked on. */
  readonly reason: string | null;
}

/** A conversation in a chat that is told how the stop stands, in the message that began it. */
export interface WaitingConversation {
  readonly id: string;
  readonly chatId: string;
}

/** What a stop has done so far, and what it has found. Each step is stored before the call that it announces. */
export interface StopProgress {
  /** The accounts in which something was open: their venues are read back. */
  readonly accounts: readonly string[];
  /** The orders that it cancels. */
  readonly cancels: readonly string[];
  /** What was held by hand before it closed anything, by account and symbol: it has to be there afterwards. */
  readonly byHand: Readonly<Record<string, string>>;
  readonly open: readonly OpenRest[];
  /** Conversations that pulled it. Missing in the rows of older releases. */
  readonly conversations?: readonly WaitingConversation[];
  /** The strategy's state before it was stopped, which lifting restores; null for other scopes. */
  readonly stateBefore: "on" | "paused" | null;
}

/** A pull of the kill switch. Times are microseconds since the Unix epoch, by PostgreSQL's clock. */
export interface StopRow extends Subject {
  readonly id: string;
  readonly level: StopLevel;
  readonly state: StopState;
  readonly requestedAt: number;
  readonly provenAt: number | null;
  readonly liftedAt: number | null;
  readonly progress: StopProgress;
}

/** A stop with what its user sees of it. */
export interface ListedStop extends StopRow {
  readonly subjectName: string | null;
  readonly cancelledOrders: number;
  readonly closedPositions: number;
}
