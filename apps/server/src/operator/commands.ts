/** The operator's commands. Each is audited; a change to a user shares a transaction with its audit entry. */
import { PLAN_TERMS, PLANS, type AuditAction } from "@chartrelay/contract";
import { arrayContains, desc, eq, gte, not, sql } from "drizzle-orm";
import { rewrapKeys } from "../accounts/index.ts";
import { recordAudit } from "../identity/audit/index.ts";
import { confirmEmail } from "../identity/auth/index.ts";
import { grantPeriod, takeAllBack } from "../billing/subscriptions/index.ts";
import { rewrapSecondFactors } from "../identity/two-factor/index.ts";
import { rewrapStrategyIds } from "../strategies/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, Orm } from "../platform/db/database.ts";
import { paymentRefunds, payments, users } from "../platform/db/schema.ts";
import type { KeyRing } from "../platform/security/key-ring.ts";
import { createSecretBox } from "../platform/security/secret-box.ts";

export interface OperatorParts {
  readonly database: Database;
  readonly clock: Pick<Clock, "nowMs">;
  readonly keyRing: KeyRing;
}

/** A command can't be carried out as given. Its message is for the operator. */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
}

const MAX_DAYS = 3_650;

/**
 * Grants a user PRO for a number of days, or for a plan's months. It begins when the current PRO ends, or at once.
 * @throws {OperatorError} for an invalid term, or an unknown user.
 */
export async function grantPro(parts: OperatorParts, email: string, term: string): Promise<string> {
  const plan = PLANS.find((name) => name === term);
  const days = /^\d+$/.test(term) ? Number(term) : 0;
  if (!plan && (days < 1 || days > MAX_DAYS)) {
    throw new OperatorError(
      `"${term}" is neither a number of days, 1 to ${MAX_DAYS}, nor one of the plans ${PLANS.join(", ")}`,
    );
  }
  const atMs = parts.clock.nowMs();
  return await parts.database.orm.transaction(async (tx) => {
    const user = await userOf(tx, email);
    const period = await grantPeriod(tx, {
      userId: user.id,
      term: plan ? { months: PLAN_TERMS[plan].months } : { days },
      atMs,
      givenBy: "operator",
    });
    const until = new Date(period?.untilMs ?? atMs).toISOString();
    await audit(tx, atMs, user.id, "operator.pro_granted", { term, until });
    return `${user.email} is PRO until ${until}`;
  });
}

/**
 * Ends a user's PRO now, no matter who granted it or what was paid. It returns no money: that takes a refund in
 * CloudPayments' cabinet.
 * @throws {OperatorError} for an unknown user.
 */
export async function revokePro({ database, clock }: OperatorParts, email: string): Promise<string> {
  const atMs = clock.nowMs();
  return await database.orm.transaction(async (tx) => {
    const user = await userOf(tx, email);
    if (!(await takeAllBack(tx, { userId: user.id, atMs, givenBy: "operator" }))) return `${user.email} isn't PRO`;
    await audit(tx, atMs, user.id, "operator.pro_revoked");
    return `${user.email} isn't PRO any more`;
  });
}

/**
 * Makes a user an admin.
 * @throws {OperatorError} for an unknown user.
 */
export async function makeAdmin({ database, clock }: OperatorParts, email: string): Promise<string> {
  return await database.orm.transaction(async (tx) => {
    const user = await userOf(tx, email);
    const changed = await tx
      .update(users)
      .set({ roles: sql`array_append(${users.roles}, 'ADMIN')` })
      .where(sql`${eq(users.id, user.id)} and ${not(arrayContains(users.roles, ["ADMIN"]))}`)
      .returning({ id: users.id });
    if (changed.length === 0) return `${user.email} is an administrator already`;
    await audit(tx, clock.nowMs(), user.id, "operator.admin_made");
    return `${user.email} is an administrator now`;
  });
}

/**
 * Confirms a user's e-mail address, as the mailed link does, for when no mail is sent or none arrives. The user keeps
 * all that they have, even if the address isn't theirs.
 * @throws {OperatorError} for an unknown user.
 */
export async function confirmEmailOf({ database, clock }: OperatorParts, email: string): Promise<string> {
  const at = new Date(clock.nowMs());
  return await database.orm.transaction(async (tx) => {
    const user = await userOf(tx, email);
    if (!(await confirmEmail(tx, user.id, at))) return `${user.email} is confirmed already`;
    await audit(tx, at.getTime(), user.id, "operator.email_confirmed");
    return `${user.email} is confirmed now`;
  });
}

/**
 * Lists the payments that were recorded since a date, newest first, as tab-separated lines with a header.
 * @throws {OperatorError} for an invalid date.
 */
export async function listPayments({ database: { orm }, clock }: OperatorParts, since = "1970-01-01"): Promise<string> {
  const from = new Date(since);
  if (Number.isNaN(from.getTime())) throw new OperatorError(`"${since}" is no date: write it as 2026-11-21`);
  const refunded = sql<number>`coalesce((select sum(amount_kopecks) from ${paymentRefunds}
    where ${paymentRefunds.paymentTransactionId} = ${payments.transactionId}), 0)::int`;
  const rows = await orm
    .select({
      at: payments.paidAt,
      transaction: payments.transactionId,
      email: users.email,
      plan: payments.plan,
      kopecks: payments.amountKopecks,
      refunded,
      isTest: payments.isTest,
      source: payments.source,
    })
    .from(payments)
    .leftJoin(users, eq(users.id, payments.userId))
    .where(gte(payments.recordedAt, from))
    .orderBy(desc(payments.recordedAt));
  await audit(orm, clock.nowMs(), null, "operator.payments_listed", { since, payments: String(rows.length) });
  const lines = rows.map(({ at, transaction, email, plan, kopecks, refunded: back, isTest, source }) =>
    [
      at.toISOString(),
      transaction,
      email ?? "(deleted)",
      plan,
      rubles(kopecks),
      rubles(back),
      isTest ? "test" : "real",
      source,
    ].join("\t"),
  );
  const names = ["paid at", "transaction", "user", "plan", "rubles", "refunded", "money", "known from"].join("\t");
  return [names, ...lines, `${rows.length} payments`].join("\n");
}

/**
 * Rewraps every stored secret with the first key of CREDENTIALS_KEYS, so that older keys can leave the list.
 * @throws {OperatorError} when no key in the list opens some of them; the others are rewrapped all the same.
 */
export async function rotateKeys({ database, clock, keyRing }: OperatorParts): Promise<string> {
  const parts = { database, secretBox: createSecretBox(keyRing), keyRing };
  const keys = await rewrapKeys(parts);
  const ids = await rewrapStrategyIds(parts);
  const unreadableFactors = await rewrapSecondFactors(parts);
  const rewrapped = keys.rewrapped + ids.rewrapped;
  const lost = keys.unreadable + ids.unreadable + unreadableFactors;
  const details = { key: keyRing.current, rewrapped: String(rewrapped), unreadable: String(lost) };
  await audit(database.orm, clock.nowMs(), null, "operator.keys_rotated", details);
  if (lost > 0) {
    throw new OperatorError(
      `${lost} stored secrets open by no key of CREDENTIALS_KEYS: put the key that is missing back into the list`,
    );
  }
  return `everything is wrapped by the key "${keyRing.current}" now: ${rewrapped} broker keys and ids of accounts and strategies were not before. Keep the older keys for half an hour, for links to new passwords that are on their way, and as long as backups from their time`;
}

async function userOf(orm: Orm, email: string): Promise<{ id: string; email: string }> {
  const [user] = await orm
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(eq(users.email, email.trim().toLowerCase()));
  if (!user) throw new OperatorError(`nobody has signed up as ${email}`);
  return user;
}

/** Returns kopecks as rubles, exactly. */
function rubles(kopecks: number): string {
  return `${Math.trunc(kopecks / 100)}.${String(kopecks % 100).padStart(2, "0")}`;
}

async function audit(
  orm: Orm,
  atMs: number,
  userId: string | null,
  action: AuditAction,
  details: Record<string, string> = {},
): Promise<void> {
  await recordAudit(orm, { at: new Date(atMs), userId, actor: "operator", action, details });
}
