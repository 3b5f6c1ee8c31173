/** What storage, accounts and venue do while orders are sent in virtual time, and how fast-check generates it. */
import fc from "fast-check";
import type { ResendRule } from "@chartrelay/contract";
import type { ClockStep } from "../../test/process.ts";
import type { Instruction } from "../strategies/index.ts";

export const MAX_AGE_MS = 60_000;
export const SETTLES_WITHIN_MS = 6_000;

/** How a venue handles one call, and how long it takes. */
export interface Behaviour {
  readonly kind: "accept" | "reject" | "throttle" | "lose" | "take-and-lose" | "refuse" | "take-and-refuse";
  readonly ms: number;
  /** How long an unanswered send takes to take effect or, if ids are executed once, to become visible to look-ups. */
  readonly lateMs: number;
}

/** A user's change to an account. `key` sets a key of a different account at the venue. */
export interface Change {
  readonly account: string;
  readonly atMs: number;
  readonly kind: "key" | "environment" | "pause" | "resume" | "delete" | "wait" | "goOn";
}

/** An account's state at some moment. */
export interface AccountState {
  readonly keyVersion: number;
  readonly isDemo: boolean;
  readonly isPaused: boolean;
  readonly isDeleted: boolean;
  readonly mayOvertake: boolean;
}

export interface Scenario {
  readonly accounts: number;
  readonly rows: number;
  /** How many further rows another node accepts, one after another. */
  readonly arrivals: number;
  readonly behaviours: readonly Behaviour[];
  /**
   * Whether each look-up of an order gets an answer, over and over. At least one does: if none did, a refusal that the
   * venue repeated would be believed, whatever the venue executed (transitions.ts, giveUp).
   */
  readonly lookups: readonly boolean[];
  /** After how many calls to the storage or the venue each process dies. */
  readonly crashes: readonly number[];
  /** When a process's wall clock is set, counted in its calls. */
  readonly clockSteps: readonly ClockStep[];
  readonly resend: ResendRule;
  readonly changes: readonly Change[];
  /** How long the sender uses an account's old state after a change. The storage knows at once. */
  readonly lagMs: number;
  /** Whether a replaced or removed key still works for look-ups. */
  readonly keepsKeys: boolean;
  readonly mayOvertake: boolean;
  /** All orders are of one strategy, and do this. */
  readonly instruction?: Instruction;
}

const behaviour = fc.record<Behaviour>({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constant("accept" as const) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...(["reject", "throttle", "lose", "take-and-lose", "refuse", "take-and-refuse"] as const),
      ),
    },
  ),
  ms: fc.integer({ min: 0, max: 900 }),
  lateMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: SETTLES_WITHIN_MS - 1 })),
});

const clockStep = fc.record<ClockStep>({
  afterCalls: fc.integer({ min: 1, max: 20 }),
  byMs: fc.integer({ min: -2 * MAX_AGE_MS, max: 2 * MAX_AGE_MS }),
});

const change = fc.record<Change>({
  account: fc.constantFrom("account-0", "account-1", "account-2"),
  atMs: fc.integer({ min: 0, max: 12_000 }),
  kind: fc.constantFrom("key", "environment", "pause", "resume", "delete", "wait", "goOn"),
});

export const scenario = fc.record<Scenario>({
  accounts: fc.integer({ min: 1, max: 3 }),
  rows: fc.integer({ min: 1, max: 8 }),
  arrivals: fc.integer({ min: 0, max: 3 }),
  behaviours: fc.array(behaviour, { minLength: 1, maxLength: 12 }),
  lookups: fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }).map((answers) => [...answers, true]),
  crashes: fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 3 }),
  clockSteps: fc.array(clockStep, { maxLength: 6 }),
  resend: fc.constantFrom<ResendRule>(
    { by: "same-id" },
    { by: "confirmed-absence", settlesWithinMs: SETTLES_WITHIN_MS },
  ),
  changes: fc.array(change, { maxLength: 4 }),
  lagMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2_000 })),
  keepsKeys: fc.boolean(),
  mayOvertake: fc.boolean(),
});

/** One order, accepted by a venue that executes each id once; no faults and no changes. */
export const QUIET: Scenario = {
  accounts: 1,
  rows: 1,
  arrivals: 0,
  behaviours: [{ kind: "accept", ms: 0, lateMs: 0 }],
  lookups: [true],
  crashes: [],
  clockSteps: [],
  resend: { by: "same-id" },
  changes: [],
  lagMs: 0,
  keepsKeys: true,
  mayOvertake: false,
};

/** Returns an account's state after a change. */
export function changed(account: AccountState, kind: Change["kind"]): AccountState {
  const keyVersion = account.keyVersion + 1;
  if (kind === "key") return { ...account, keyVersion };
  if (kind === "environment") return { ...account, keyVersion, isDemo: !account.isDemo };
  if (kind === "delete") return { ...account, keyVersion, isDeleted: true };
  if (kind === "wait" || kind === "goOn") return { ...account, mayOvertake: kind === "goOn" };
  return { ...account, isPaused: kind === "pause" };
}

/** Whether an order accepted on demo may be sent. */
export function isTradable({ isDemo, isPaused, isDeleted }: AccountState): boolean {
  return isDemo && !isPaused && !isDeleted;
}
