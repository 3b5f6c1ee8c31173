/**
 * The audit log's hash chain: the hash of each entry covers the hash of the one before, so nobody can change, remove,
 * insert or reorder sealed entries without changing every later hash. docs/security.md says what that proves.
 */
import { createHash } from "node:crypto";
import { sql, type AnyColumn, type SQL } from "drizzle-orm";
import { auditLog } from "../../platform/db/schema.ts";

/** The hash before the first entry: 64 zeros. */
export const GENESIS = "0".repeat(64);

/** An entry as it is hashed. */
export interface LoggedEntry {
  readonly id: number;
  /** UTC with microseconds, as in 2026-11-23T10:00:00.123456Z. */
  readonly at: string;
  readonly userId: string | null;
  readonly actor: string;
  readonly action: string;
  readonly subject: string | null;
  readonly details: Readonly<Record<string, string>>;
  readonly address: string | null;
  readonly agent: string | null;
}

/** Where an entry is in the chain. */
export interface Place {
  /** The hash of the position before, in hexadecimal digits. */
  readonly previous: string;
  readonly position: number;
  /** UTC with microseconds. */
  readonly sealedAt: string;
}

/** SQL for a timestamp in UTC with microseconds, which a Date would round. */
export const utcText = (timestamp: AnyColumn | SQL): SQL<string> =>
  sql<string>`to_char(${timestamp} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** The columns of a LoggedEntry. */
export const LOGGED_ENTRY = {
  id: auditLog.id,
  at: utcText(auditLog.at),
  userId: auditLog.userId,
  actor: auditLog.actor,
  action: auditLog.action,
  subject: auditLog.subject,
  details: auditLog.details,
  address: auditLog.address,
  agent: auditLog.agent,
};

/**
 * Returns an entry's hash in hexadecimal digits: SHA-256 of a JSON array without spaces, `[previous, position, sealedAt,
 * id, at, userId, actor, action, subject, details, address, agent]`, where details is an array of `[name, value]` in
 * ascending order of the names.
 */
export function hashOf({ previous, position, sealedAt }: Place, entry: LoggedEntry): string {
  const { id, at, userId, actor, action, subject, details, address, agent } = entry;
  const inOrder = Object.entries(details).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const covered = [previous, position, sealedAt, id, at, userId, actor, action, subject, inOrder, address, agent];
  return createHash("sha256").update(JSON.stringify(covered)).digest("hex");
}

/** Returns a stored hash in hexadecimal digits. */
export function hexOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString("hex");
}
