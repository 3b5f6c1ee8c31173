import type { AuditAction } from "@chartrelay/contract";
import type { Orm } from "../../platform/db/database.ts";
import { auditLog } from "../../platform/db/schema.ts";

export interface AuditEntry {
  readonly at: Date;
  /** The user whose log shows it; null if it concerns no single user. */
  readonly userId: string | null;
  /** Who did it: a user's id, `operator` for the command line, `system` for the product itself. */
  readonly actor: string;
  readonly action: AuditAction;
  /** What the action changed, if not the user: the id of an account or a payment. */
  readonly subject?: string;
  /** Anything else that explains the entry. Never a secret: the log is shown, exported and kept. */
  readonly details?: Readonly<Record<string, string>>;
  /** Where the request came from. */
  readonly address?: string | undefined;
  readonly agent?: string | undefined;
}

/** A client may send a user agent of any length. */
const MAX_AGENT_LENGTH = 255;

/**
 * Adds entries to the audit log, in order, in the caller's transaction if `orm` is one: an action that isn't committed
 * didn't happen. The log is append-only: triggers refuse to change an entry, and only retention removes it. A job chains
 * the entries (seal.ts) once they are committed.
 */
export async function recordAudit(orm: Orm, ...entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ details = {}, agent, ...entry }) => {
    return { ...entry, details, agent: agent?.slice(0, MAX_AGENT_LENGTH) };
  });
  await orm.insert(auditLog).values(rows);
}
