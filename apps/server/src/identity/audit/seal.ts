/**
 * A job of the leader that appends committed entries to the audit log's hash chain. Writers don't chain their own
 * entries: each would have to wait until the one before has committed, so all sign-ins would queue behind one lock, which
 * a frozen node could hold.
 */
import type { FastifyBaseLogger } from "fastify";
import { asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Orm } from "../../platform/db/database.ts";
import { auditLog, auditSeals, auditUnsealed } from "../../platform/db/schema.ts";
import type { Job } from "../../platform/jobs.ts";
import type { Metrics } from "../../platform/metrics.ts";
import type { RetryLog } from "../../platform/retry-log.ts";
import { GENESIS, hashOf, hexOf, LOGGED_ENTRY, utcText } from "./chain.ts";

const INTERVAL_MS = 1_000;
/** The head is published for a record elsewhere, not for each entry. */
const PUBLISH_INTERVAL_MS = 3_600_000;
const ENTRIES_A_STATEMENT = 1_000;
/** A transaction-level advisory lock: only those that append to the chain or cut it take it. */
const CHAIN_LOCK = 0x4352_0006;

/** The end of the chain. */
export interface Head {
  readonly position: number;
  /** In hexadecimal digits. */
  readonly hash: string;
}

/** Locks the chain for the transaction, so that it has one writer at a time. */
export async function lockChain(tx: Orm): Promise<void> {
  // If this process freezes now, PostgreSQL ends the transaction, and the next leader goes on.
  await tx.execute(sql`set local idle_in_transaction_session_timeout = '10s'`);
  await tx.execute(sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`);
}

/**
 * Appends to the chain every committed entry that isn't in it yet, in order of id. An entry that commits after a later
 * one was sealed is appended then. Returns the head, which is undefined if there are no entries at all.
 */
export async function sealEntries({ orm }: Pick<Database, "orm">): Promise<Head | undefined> {
  const [isWaiting] = await orm.select().from(auditUnsealed).limit(1);
  if (!isWaiting) return await headOf(orm);
  return await orm.transaction(async (tx) => {
    await lockChain(tx);
    const sealedAt = await nextSealTime(tx);
    let head = await headOf(tx);
    for (;;) {
      const entries = await tx
        .select(LOGGED_ENTRY)
        .from(auditUnsealed)
        .innerJoin(auditLog, eq(auditLog.id, auditUnsealed.entryId))
        .orderBy(asc(auditLog.id))
        .limit(ENTRIES_A_STATEMENT);
      if (entries.length === 0) return head;
      const seals = entries.map((entry) => {
        const position = (head?.position ?? 0) + 1;
        head = { position, hash: hashOf({ previous: head?.hash ?? GENESIS, position, sealedAt }, entry) };
        return {
          position,
          entryId: entry.id,
          sealedAt: sql`${sealedAt}::timestamptz`,
          hash: Buffer.from(head.hash, "hex"),
        };
      });
      await tx.insert(auditSeals).values(seals);
      const sealed = entries.map(({ id }) => id);
      await tx.delete(auditUnsealed).where(inArray(auditUnsealed.entryId, sealed));
    }
  });
}

async function headOf(orm: Orm): Promise<Head | undefined> {
  const [last] = await orm
    .select({ position: auditSeals.position, hash: auditSeals.hash })
    .from(auditSeals)
    .orderBy(desc(auditSeals.position))
    .limit(1);
  return last && { position: last.position, hash: hexOf(last.hash) };
}

/** Returns PostgreSQL's time, or a microsecond after the last seal if that clock was set back since. */
async function nextSealTime(tx: Orm): Promise<string> {
  const afterLast = sql`(select sealed_at + interval '1 microsecond' from audit_seals order by position desc limit 1)`;
  const [row] = await tx
    .select({ at: utcText(sql`greatest(clock_timestamp(), ${afterLast})`) })
    .from(sql`(values (1)) as one_row`);
  if (!row) throw new Error("a row of one value wasn't returned");
  return row.at;
}

export interface SealerParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Pick<Clock, "monotonicMs" | "wait">;
  readonly metrics: Pick<Metrics, "auditHead">;
  readonly logger: Pick<FastifyBaseLogger, "info">;
  readonly log: RetryLog;
}

/**
 * Creates the job. It publishes the head as a metric and in the log, once an hour: somebody who can rewrite the database
 * can't rewrite what has left it.
 */
export function createSealer({ database, clock, metrics, logger, log }: SealerParts): Job {
  function publish({ position, hash }: Head): void {
    metrics.auditHead.reset();
    metrics.auditHead.set({ position, hash }, 1);
    logger.info({ position, hash }, "the audit log's head");
  }

  return {
    async run(ended) {
      let publishedAtMs = -Infinity;
      while (!ended.aborted) {
        try {
          const head = await sealEntries(database);
          const nowMs = clock.monotonicMs();
          if (head && nowMs - publishedAtMs >= PUBLISH_INTERVAL_MS) {
            publish(head);
            publishedAtMs = nowMs;
          }
        } catch (error) {
          log.willRetry(error);
        }
        await clock.wait(INTERVAL_MS, ended);
      }
      metrics.auditHead.reset();
    },
  };
}
