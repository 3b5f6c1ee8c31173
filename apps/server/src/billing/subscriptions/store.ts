import type { Plan } from "@chartrelay/contract";
import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import type { Orm } from "../../platform/db/database.ts";
import { subscriptionGrants, subscriptions, users } from "../../platform/db/schema.ts";
import type { LedgerEntry, Period } from "./ledger.ts";
import { sharedTopic } from "../../platform/pubsub.ts";

/** Notifies every node of a changed subscription; the payload is the user's id. */
export const SUBSCRIPTIONS_CHANGED = sharedTopic("subscriptions_changed");

export async function findProUntil(orm: Orm, userId: string): Promise<Date | undefined> {
  const [row] = await orm.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  return row?.proUntil;
}

/** Returns subscriptions that end after `after` and by `by` at the latest, earliest first. */
export async function listEnding(
  orm: Orm,
  { after, by }: { readonly after: Date; readonly by: Date },
): Promise<{ userId: string; proUntil: Date }[]> {
  return await orm
    .select()
    .from(subscriptions)
    .where(and(gt(subscriptions.proUntil, after), lte(subscriptions.proUntil, by)))
    .orderBy(asc(subscriptions.proUntil));
}

/**
 * Makes other changes to this user's subscription wait until the transaction ends.
 * @returns whether the user exists.
 */
export async function lockSubscriptionOf(orm: Orm, userId: string): Promise<boolean> {
  const rows = await orm.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
  return rows.length > 0;
}

export interface Ledger {
  readonly entries: readonly LedgerEntry[];
  /** The grants that weren't taken back, each with its payment, if it has one. */
  readonly standing: ReadonlyMap<number, number | null>;
}

/** Returns a user's ledger, oldest entry first. */
export async function readLedger(orm: Orm, userId: string): Promise<Ledger> {
  const rows = await orm
    .select()
    .from(subscriptionGrants)
    .where(eq(subscriptionGrants.userId, userId))
    .orderBy(asc(subscriptionGrants.seq));
  const entries: LedgerEntry[] = [];
  const standing = new Map<number, number | null>();
  for (const { seq, kind, at, from, until, transactionId, revertsSeq } of rows) {
    const atMs = at.getTime();
    if (kind === "grant") {
      entries.push({ kind, id: seq, atMs, lengthMs: until.getTime() - from.getTime() });
      standing.set(seq, transactionId);
    } else if (revertsSeq !== null) {
      entries.push({ kind, grantId: revertsSeq, atMs });
      standing.delete(revertsSeq);
    }
  }
  return { entries, standing };
}

export interface NewGrant {
  readonly userId: string;
  readonly kind: "grant" | "revert";
  readonly atMs: number;
  readonly period: Period;
  readonly transactionId?: number;
  readonly plan?: Plan;
  readonly givenBy?: string;
  /** For a revert: the row that it takes back. */
  readonly revertsSeq?: number;
}

/** @returns the row's number in the ledger. */
export async function appendGrant(orm: Orm, { atMs, period, ...grant }: NewGrant): Promise<number> {
  const [row] = await orm
    .insert(subscriptionGrants)
    .values({ ...grant, at: new Date(atMs), from: new Date(period.fromMs), until: new Date(period.untilMs) })
    .returning({ seq: subscriptionGrants.seq });
  if (!row) throw new Error("a grant left no row");
  return row.seq;
}

/** Stores the end that the ledger yields, and notifies the nodes when the caller's transaction commits. */
export async function putProUntil(orm: Orm, userId: string, proUntil: Date): Promise<void> {
  await orm
    .insert(subscriptions)
    .values({ userId, proUntil })
    .onConflictDoUpdate({ target: subscriptions.userId, set: { proUntil } });
  await orm.execute(sql`select pg_notify(${SUBSCRIPTIONS_CHANGED.name}, ${userId})`);
}
