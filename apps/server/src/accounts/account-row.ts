import type { OnUnknownOutcome, Reason, VenueName } from "@chartrelay/contract";

/** A stored broker account entry; its keys are sealed, or null until they are set. */
export interface AccountRow {
  readonly id: string;
  readonly userId: string;
  /** Chosen by its user. */
  readonly name: string | null;
  readonly venue: VenueName;
  readonly apiKey: string | null;
  /** The last characters of the opened `apiKey`: see `keyEndingOf`. */
  readonly keyEnding: string | null;
  readonly secretKey: string | null;
  readonly telegramChatId: string | null;
  readonly isDemo: boolean;
  readonly allowMargin: boolean;
  readonly isPaused: boolean;
  /** Whether it was paused together with all others. */
  readonly isPausedWithAll: boolean;
  readonly onUnknownOutcome: OnUnknownOutcome;
  /** Counts changes of key and environment. */
  readonly keyVersion: number;
  readonly keyCheckedAt: Date | null;
  readonly keyRefusal: Reason | null;
  readonly keyExpiresAt: Date | null;
  readonly createdAt: Date;
}
