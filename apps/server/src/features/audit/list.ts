import { toPage, type AuditAction, type AuditEntry, type Page, type PageQuery } from "@chartrelay/contract";
import { count, desc, eq } from "drizzle-orm";
import type { Orm } from "../../platform/db/database.ts";
import { auditLog } from "../../platform/db/schema.ts";

/** One page of what happened to a user's account, the latest first. */
export async function listAudit(orm: Orm, userId: string, query: PageQuery): Promise<Page<AuditEntry>> {
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
  return toPage(rows.map(present), total?.lines ?? 0, query);
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
