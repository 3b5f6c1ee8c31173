/**
 * Limits attempts: at passwords, at sending mails, at finding out whether an e-mail address is taken. The counts are in
 * the database, so that they cover all nodes and survive a restart.
 */
import { hash } from "node:crypto";
import { eq, inArray, lt, sql, type SQL } from "drizzle-orm";
import type { Clock } from "../clock.ts";
import type { Orm } from "../db/database.ts";
import { throttles } from "../db/schema.ts";

/** The first `freeTries` tries pass; after that, the wait before each further try doubles. */
export interface ThrottleRule {
  readonly freeTries: number;
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** A count starts over this long after its first try or, once it blocks, this long after its last. */
  readonly forgetAfterMs: number;
}

/** A counted subject and its rule. Subjects are hashed before they are stored. */
export interface Throttled {
  readonly subject: string;
  readonly rule: ThrottleRule;
}

/** The try was counted and may proceed, or it must wait. */
export type Taken = { readonly kind: "taken" } | { readonly kind: "held-up"; readonly waitMs: number };

export interface Throttle {
  /**
   * Counts a try against each subject, unless one of them blocks it: then none is counted. Counts it before its outcome
   * is known, because a thousand tries at once would all pass a check without a count.
   */
  take(subjects: readonly Throttled[]): Promise<Taken>;
  /** Resets the counts of these subjects. */
  clear(subjects: readonly Throttled[]): Promise<void>;
  /** Subtracts a try that turned out not to count. */
  giveBack(subject: Throttled): Promise<void>;
}

const SWEEP_EVERY_MS = 3_600_000;

export function createThrottle({ orm }: { readonly orm: Orm }, clock: Clock): Throttle {
  let sweptAtMs = clock.nowMs();

  /** Deletes counts that start over anyway. */
  async function sweep(now: Date): Promise<void> {
    if (now.getTime() - sweptAtMs < SWEEP_EVERY_MS) return;
    sweptAtMs = now.getTime();
    await orm.delete(throttles).where(lt(throttles.forgottenAt, now));
  }

  async function longestWaitMs(keys: readonly Buffer[], now: Date): Promise<number> {
    const rows = await orm
      .select({ blockedUntil: throttles.blockedUntil })
      .from(throttles)
      .where(inArray(throttles.key, [...keys]));
    return Math.max(0, ...rows.map(({ blockedUntil }) => (blockedUntil?.getTime() ?? 0) - now.getTime()));
  }

  return {
    async take(subjects) {
      const now = new Date(clock.nowMs());
      const counted = subjects
        .map(({ subject, rule }) => ({ key: keyOf(subject), rule }))
        // Always in the same order, or two tries could deadlock on each other's rows.
        .toSorted((a, b) => Buffer.compare(a.key, b.key));
      const keys = counted.map(({ key }) => key);
      const waitMs = await longestWaitMs(keys, now);
      if (waitMs > 0) return { kind: "held-up", waitMs };
      await sweep(now);
      try {
        await orm.transaction(async (tx) => {
          for (const { key, rule } of counted) {
            if (!(await countTry(tx, key, rule, now))) throw new HeldUpMeanwhile();
          }
        });
        return { kind: "taken" };
      } catch (error) {
        if (!(error instanceof HeldUpMeanwhile)) throw error;
        return { kind: "held-up", waitMs: Math.max(1, await longestWaitMs(keys, now)) };
      }
    },

    async clear(subjects) {
      const keys = subjects.map(({ subject }) => keyOf(subject));
      if (keys.length > 0) await orm.delete(throttles).where(inArray(throttles.key, keys));
    },

    async giveBack({ subject }) {
      await orm
        .update(throttles)
        .set({ hits: sql`greatest(${throttles.hits} - 1, 0)`, blockedUntil: null })
        .where(eq(throttles.key, keyOf(subject)));
    },
  };
}

/** Between our check and our count, another try used up the last free one. */
class HeldUpMeanwhile extends Error {}

/** Counts one try, unless the subject is blocked. Returns whether it counted. */
async function countTry(tx: Orm, key: Buffer, rule: ThrottleRule, now: Date): Promise<boolean> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const later = (ms: SQL) => sql`${at} + ${ms} * interval '1 millisecond'`;
  const hits = sql`case when ${throttles.forgottenAt} <= ${at} then 1 else ${throttles.hits} + 1 end`;
  const isOver = (tries: SQL) => sql`${tries} >= ${rule.freeTries}::int`;
  const waitMs = (tries: SQL) =>
    sql`least(${rule.longestWaitMs}::float8, ${rule.firstWaitMs}::float8 * power(2, least(${tries} - ${rule.freeTries}::int, 30)))`;
  const blockedUntil = (tries: SQL) => sql`case when ${isOver(tries)} then ${later(waitMs(tries))} end`;
  const forgottenAt = later(sql`${rule.forgetAfterMs}::float8`);
  const counted = await tx
    .insert(throttles)
    .values({ key, hits: 1, blockedUntil: blockedUntil(sql`1`), forgottenAt })
    .onConflictDoUpdate({
      target: throttles.key,
      set: {
        hits,
        blockedUntil: blockedUntil(hits),
        // Free tries count within a fixed span, so that a busy office isn't blocked by tries that add up over years.
        forgottenAt: sql`case when ${throttles.forgottenAt} <= ${at} or ${isOver(hits)} then ${forgottenAt} else ${throttles.forgottenAt} end`,
      },
      setWhere: sql`${throttles.blockedUntil} is null or ${throttles.blockedUntil} <= ${at}`,
    })
    .returning({ hits: throttles.hits });
  return counted.length > 0;
}

function keyOf(subject: string): Buffer {
  return hash("sha256", subject, "buffer");
}
