import {
  type AuditAction,
  type AuditEntry,
  type NamedAccount,
  type Page,
  type PageQuery,
  toPage,
} from "@chartrelay/contract";
import { count, desc, eq } from "drizzle-orm";
import type { AccountDirectory, LinkedAccount } from "../../accounts/index.ts";
import type { Orm } from "../../platform/db/database.ts";
import { auditLog } from "../../platform/db/schema.ts";

/** The actions whose subject is a broker account. */
const ABOUT_ACCOUNTS: ReadonlySet<string> = new Set([
  "account_added",
  "account_changed",
  "account_removed",
  "telegram_linked",
] satisfies AuditAction[]);

export interface AuditListParts {
  readonly orm: Orm;
  readonly accounts: Pick<AccountDirectory, "lookup" | "webhookIdOf">;
}

/** Returns one page of a user's audit log, newest first. */
export async function listAudit(
  { orm, accounts }: AuditListParts,
  userId: string,
  query: PageQuery,
): Promise<Page<AuditEntry>> {
  const shown = async (row: typeof auditLog.$inferSelect): Promise<AuditEntry> => {
    const { subject, action } = row;
    if (subject === null || !ABOUT_ACCOUNTS.has(action)) return present(row, null);
    const account = await accounts.lookup(subject);
    return present({ ...row, subject: await accounts.webhookIdOf(subject) }, account ? named(account) : null);
  };
  const [rows, [total]] = await Promise.all([
    orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.userId, userId))
      // A failed sign-in is recorded late, after entries with a later time.
      .orderBy(desc(auditLog.at), desc(auditLog.id))
      .limit(query.size)
      .offset(query.page * query.size),
    orm.select({ lines: count() }).from(auditLog).where(eq(auditLog.userId, userId)),
  ]);
  return toPage(await Promise.all(rows.map(shown)), total?.lines ?? 0, query);
}

function named({ name, venue: exchange, keyEnding, isDemo }: LinkedAccount): NamedAccount {
  return { name, exchange, keyEnding, isDemo };
}

function present(
  { id, at, action, subject, details, address, agent }: typeof auditLog.$inferSelect,
  account: NamedAccount | null,
): AuditEntry {
  return {
    id: String(id),
    createdDate: at.toISOString(),
    action: action as AuditAction,
    subject,
    account,
    address,
    agent,
    details: { ...details },
  };
}
