/** Grants PRO and takes it back, within the caller's transaction, so that it happens with its cause or not at all. */
import type { Plan } from "@chartrelay/contract";
import type { Orm } from "../../platform/db/database.ts";
import { endOf, periodOf, restOf, type LedgerEntry, type Period, type Term } from "./ledger.ts";
import { appendGrant, lockSubscriptionOf, putProUntil, readLedger } from "./store.ts";

/** What is granted, to whom, and why. */
export interface Grant {
  readonly userId: string;
  readonly term: Term;
  readonly atMs: number;
  /** The payment that it is for: CloudPayments' number. */
  readonly transactionId?: number;
  readonly plan?: Plan;
  /** Who grants it, if no payment does. */
  readonly givenBy?: string;
}

/**
 * Grants a period of PRO. It begins when the current PRO ends, or at once.
 * @returns the period; undefined if there is no such user.
 */
export async function grantPeriod(orm: Orm, { term, ...grant }: Grant): Promise<Period | undefined> {
  if (!(await lockSubscriptionOf(orm, grant.userId))) return undefined;
  const { entries } = await readLedger(orm, grant.userId);
  const period = periodOf(entries, grant.atMs, term);
  const lengthMs = period.untilMs - period.fromMs;
  if (lengthMs === 0) return period;
  const id = await appendGrant(orm, { ...grant, kind: "grant", period });
  await keepEnd(orm, grant.userId, [...entries, { kind: "grant", id, atMs: grant.atMs, lengthMs }]);
  return period;
}

/**
 * Takes back what is left of the period that a payment granted. Later periods move up.
 * @returns what was taken back; undefined if the payment granted nothing, or it was taken back before.
 */
export async function takePeriodBack(
  orm: Orm,
  { userId, transactionId, atMs }: { readonly userId: string; readonly transactionId: number; readonly atMs: number },
): Promise<Period | undefined> {
  await lockSubscriptionOf(orm, userId);
  const { entries, standing } = await readLedger(orm, userId);
  const [grantId] = [...standing].find(([, paidBy]) => paidBy === transactionId) ?? [];
  if (grantId === undefined) return undefined;
  const period = restOf(entries, grantId, atMs);
  await appendGrant(orm, { userId, kind: "revert", atMs, period, transactionId, revertsSeq: grantId });
  await keepEnd(orm, userId, [...entries, { kind: "revert", grantId, atMs }]);
  return period;
}

/**
 * Takes back by hand what is left of all periods, so that PRO ends at `atMs`. The past stays as it was.
 * @returns whether anything was left.
 */
export async function takeAllBack(
  orm: Orm,
  { userId, atMs, givenBy }: { readonly userId: string; readonly atMs: number; readonly givenBy: string },
): Promise<boolean> {
  await lockSubscriptionOf(orm, userId);
  const { entries, standing } = await readLedger(orm, userId);
  const ledger = [...entries];
  for (const [grantId, transactionId] of standing) {
    const period = restOf(ledger, grantId, atMs);
    if (period.untilMs <= period.fromMs) continue;
    const payment = transactionId === null ? {} : { transactionId };
    await appendGrant(orm, { userId, kind: "revert", atMs, period, givenBy, revertsSeq: grantId, ...payment });
    ledger.push({ kind: "revert", grantId, atMs });
  }
  if (ledger.length === entries.length) return false;
  await keepEnd(orm, userId, ledger);
  return true;
}

async function keepEnd(orm: Orm, userId: string, ledger: readonly LedgerEntry[]): Promise<void> {
  const endMs = endOf(ledger);
  if (endMs !== undefined) await putProUntil(orm, userId, new Date(endMs));
}
