import { type AuditAction, type AuditEntry, type Page, type PageQuery, toPage } from "@chartrelay/contract";
import { count, desc, eq } from "drizzle-orm";
import type { Orm } from "../../platform/db/database.ts";
import { auditLog } from "../../platform/db/schema.ts";

/** What was done to a broker account names it in its subject. */
const ABOUT_ACCOUNTS: ReadonlySet<string> = new Set([
  "account_added",
  "account_changed",
  "account_removed",
  "telegram_linked",
] satisfies AuditAction[]);

export interface AuditListParts {
  readonly orm: Orm;
  /** What alerts name a broker account by now. */
  readonly webhookIdOf: (accountId: string) => Promise<string>;
}

/** One page of what happened to a user's account, the latest first. */
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
      // A failed sign-in is written a moment after others that came later.
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
