import { type AuditAction, type AuditEntry, type Page, type PageQuery, toPage } from "@chartrelay/contract";
import { count, desc, eq } from "drizzle-orm";
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
  /** Returns the id by which alerts now name a broker account. */
  readonly webhookIdOf: (accountId: string) => Promise<string>;
}

/** Returns one page of a user's audit log, newest first. */
export async function listAudit(
  { orm, webhookIdOf }: AuditListParts,
  userId: string,
  query: PageQuery,
): Promise<Page<AuditEntry>> {
  const shown = async (row: typeof auditLog.$inferSelect): Promise<AuditEntry> => {
    const { subject, action } = row;
    return present(
      subject !== null && ABOUT_ACCOUNTS.has(action) ? { ...row, subject: await webhookIdOf(subject) } : row,
    );
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

function present({ id, at, action, subject, details, address, agent }: typeof auditLog.$inferSelect): AuditEntry {
  return {
    id: String(id),
    createdDate: at.toISOString(),
    action: action as AuditAction,
    subject,
    address,
    agent,
    details: { ...details },
  };
}
