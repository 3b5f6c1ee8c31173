/** Verifies the audit log against its hash chain. */
import { and, asc, count, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database, Orm } from "../../platform/db/database.ts";
import { auditLog, auditSeals, auditUnsealed } from "../../platform/db/schema.ts";
import { GENESIS, hashOf, hexOf, LOGGED_ENTRY, utcText, type LoggedEntry } from "./chain.ts";

const ROWS_A_QUERY = 1_000;
/** How far an entry's time, by its node's clock, may be from the times of sealing, by PostgreSQL's. */
const TOLERANCE_MS = 3_600_000;

/** What a verification found. */
export interface Verdict {
  /** How many entries were compared with the chain. */
  readonly checked: number;
  /** How many entries aren't in the chain yet. */
  readonly waiting: number;
  /** The chain's last position and its hash; undefined if nothing was ever sealed. */
  readonly head: { readonly position: number; readonly hash: string } | undefined;
  /** Up to which position retention has removed entries; 0 if it hasn't. */
  readonly removedThrough: number;
  /** What is wrong, one phrase each. */
  readonly faults: readonly string[];
}

/** A row of the chain with its entry, which is null if it isn't in the log any more. */
interface Sealed {
  readonly position: number;
  readonly entryId: number;
  readonly sealedAt: string;
  readonly hash: Uint8Array;
  readonly entry: LoggedEntry | null;
}

/**
 * Checks that every sealed entry is as it was sealed, that none is missing, and that none was added to the past. With
 * `knownHead`, a hash kept from earlier, checks too that the chain still contains it. Reads everything in one snapshot,
 * so that the server may go on writing.
 */
export async function verifyAudit({ orm }: Pick<Database, "orm">, knownHead?: string): Promise<Verdict> {
  return await orm.transaction(
    async (tx) => {
      const removedThrough = await readRemovedThrough(tx);
      const faults: string[] = [];
      let checked = 0;
      let last: Sealed | undefined;
      /** When the entries before those of the latest time were sealed. */
      let roundBeforeAt: string | undefined;
      let isKnownHeadFound = false;
      for await (const sealed of readChain(tx)) {
        if (last && last.sealedAt !== sealed.sealedAt) roundBeforeAt = last.sealedAt;
        const isCut = !last && sealed.entry === null && sealed.position <= removedThrough;
        if (!isCut) {
          faults.push(...faultsOfPlace(sealed, last), ...faultsOfTime(sealed, roundBeforeAt));
          checked += 1;
        }
        isKnownHeadFound ||= hexOf(sealed.hash) === knownHead;
        last = sealed;
      }
      if (knownHead !== undefined && !isKnownHeadFound) faults.push("the given head isn't in the chain");
      faults.push(...(await findOutsideChain(tx)));
      const head = last && { position: last.position, hash: hexOf(last.hash) };
      return { checked, waiting: await countWaiting(tx), head, removedThrough, faults };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

function faultsOfPlace({ position, entryId, sealedAt, hash, entry }: Sealed, last: Sealed | undefined): string[] {
  const expected = (last?.position ?? 0) + 1;
  const isAfterGap = position !== expected;
  const gap = isAfterGap ? [`positions ${expected} to ${position - 1} of the chain are missing`] : [];
  if (!entry) return [...gap, `entry ${entryId} is missing`];
  // The hash before a gap is unknown.
  if (isAfterGap) return gap;
  const previous = last ? hexOf(last.hash) : GENESIS;
  const isAsSealed = hashOf({ previous, position, sealedAt }, entry) === hexOf(hash);
  return isAsSealed ? [] : [`entry ${entryId} isn't as it was sealed`];
}

/** An entry is sealed seconds after it is written: one that claims to be older than an earlier round came later. */
function faultsOfTime({ entryId, entry, sealedAt }: Sealed, roundBeforeAt: string | undefined): string[] {
  if (!entry) return [];
  const atMs = Date.parse(entry.at);
  if (roundBeforeAt !== undefined && atMs < Date.parse(roundBeforeAt) - TOLERANCE_MS)
    return [`entry ${entryId} is dated ${entry.at}, but was added after ${roundBeforeAt}`];
  if (atMs > Date.parse(sealedAt) + TOLERANCE_MS)
    return [`entry ${entryId} is dated ${entry.at}, but was sealed at ${sealedAt}`];
  return [];
}

async function* readChain(tx: Orm): AsyncGenerator<Sealed> {
  for (let after = 0; ;) {
    const rows: Sealed[] = await tx
      .select({
        position: auditSeals.position,
        entryId: auditSeals.entryId,
        sealedAt: utcText(auditSeals.sealedAt),
        hash: auditSeals.hash,
        entry: LOGGED_ENTRY,
      })
      .from(auditSeals)
      .leftJoin(auditLog, eq(auditLog.id, auditSeals.entryId))
      .where(gt(auditSeals.position, after))
      .orderBy(asc(auditSeals.position))
      .limit(ROWS_A_QUERY);
    yield* rows;
    if (rows.length < ROWS_A_QUERY) return;
    after = rows.at(-1)?.position ?? after;
  }
}

async function readRemovedThrough(tx: Orm): Promise<number> {
  const [row] = await tx
    .select({ through: sql<number>`coalesce(max((${auditLog.details}->>'through')::bigint), 0)`.mapWith(Number) })
    .from(auditLog)
    .where(and(eq(auditLog.actor, "system"), eq(auditLog.action, "audit_forgotten")));
  return row?.through ?? 0;
}

/** Finds entries that never went through the chain's queue, and those that left the log before they were sealed. */
async function findOutsideChain(tx: Orm): Promise<string[]> {
  const added = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .leftJoin(auditSeals, eq(auditSeals.entryId, auditLog.id))
    .leftJoin(auditUnsealed, eq(auditUnsealed.entryId, auditLog.id))
    .where(and(isNull(auditSeals.entryId), isNull(auditUnsealed.entryId)))
    .orderBy(asc(auditLog.id));
  const removed = await tx
    .select({ id: auditUnsealed.entryId })
    .from(auditUnsealed)
    .leftJoin(auditLog, eq(auditLog.id, auditUnsealed.entryId))
    .where(isNull(auditLog.id))
    .orderBy(asc(auditUnsealed.entryId));
  return [
    ...added.map(({ id }) => `entry ${id} was added outside of the chain`),
    ...removed.map(({ id }) => `entry ${id} was removed before it was sealed`),
  ];
}

async function countWaiting(tx: Orm): Promise<number> {
  const [row] = await tx.select({ waiting: count() }).from(auditUnsealed);
  return row?.waiting ?? 0;
}
