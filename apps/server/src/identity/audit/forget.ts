import { and, asc, eq, gte, inArray, lt, max, min, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { auditLog, auditSeals } from "../../platform/db/schema.ts";
import { recordAudit } from "./record.ts";
import { lockChain, sealEntries } from "./seal.ts";

/** Few enough for one statement's time limit. */
const ENTRIES_A_STATEMENT = 2_000;

/**
 * Removes the audit log's oldest entries, up to the first one since `before`, and records that. The last removed
 * entry's place in the chain stays: the first kept entry's hash covers its hash.
 */
export async function forgetAudit({ orm }: Pick<Database, "orm">, before: Date, at: Date): Promise<void> {
  await sealEntries({ orm });
  await orm.transaction(async (tx) => {
    await lockChain(tx);
    const sealed = tx
      .select({ position: auditSeals.position })
      .from(auditSeals)
      .innerJoin(auditLog, eq(auditLog.id, auditSeals.entryId));
    const [staying] = await sealed.where(gte(auditLog.at, before)).orderBy(asc(auditSeals.position)).limit(1);
    const [range] = await tx
      .select({ first: min(auditSeals.position), last: max(auditSeals.position) })
      .from(auditSeals)
      .innerJoin(auditLog, eq(auditLog.id, auditSeals.entryId))
      .where(staying && lt(auditSeals.position, staying.position));
    if (!range || range.first === null || range.last === null) return;
    const { first, last } = range;
    // The only statements that the tables' triggers let pass.
    await tx.execute(sql`select set_config('chartrelay.audit_retention', 'on', true)`);
    for (let from = first; from <= last; from += ENTRIES_A_STATEMENT) {
      const some = and(
        gte(auditSeals.position, from),
        lt(auditSeals.position, Math.min(last + 1, from + ENTRIES_A_STATEMENT)),
      );
      await tx
        .delete(auditLog)
        .where(inArray(auditLog.id, tx.select({ id: auditSeals.entryId }).from(auditSeals).where(some)));
    }
    await tx.delete(auditSeals).where(lt(auditSeals.position, last));
    await recordAudit(tx, {
      at,
      userId: null,
      actor: "system",
      action: "audit_forgotten",
      details: { through: String(last), before: before.toISOString() },
    });
  });
}
