import type { AuditAction } from "@chartrelay/contract";
import type { Orm } from "../../platform/db/database.ts";
import { auditLog } from "../../platform/db/schema.ts";

export interface AuditEntry {
  readonly at: Date;
  /** Whose log shows it; null for what concerns no single user. */
  readonly userId: string | null;
  /** Who did it: a user's id, `operator` for the command line, `system` for the product itself. */
  readonly actor: string;
  readonly action: AuditAction;
  /** What it was done to, where that isn't the user: an account's id, a payment's. */
  readonly subject?: string;
  /** Whatever else explains it. Never a secret: the log is shown, exported and kept. */
  readonly details?: Readonly<Record<string, string>>;
  /** Where the request came from. */
  readonly address?: string | undefined;
  readonly agent?: string | undefined;
}

/** A user agent says what it likes, at whatever length. */
const MAX_AGENT_LENGTH = 255;

/**
 * Writes one line of the audit log, in the caller's transaction when given one: what isn't committed wasn't done. Lines are
 * only ever added; nothing in the product changes one, and only its age removes it.
 */
export async function recordAudit(orm: Orm, { details, agent, ...entry }: AuditEntry): Promise<void> {
  await orm.insert(auditLog).values({ ...entry, details: details ?? {}, agent: agent?.slice(0, MAX_AGENT_LENGTH) });
}
