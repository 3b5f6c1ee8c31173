/**
 * Bounds on what somebody may try: passwords, mails, whether an e-mail is taken. The counts are in the database, so that
 * they hold for all nodes together and through a restart.
 */
import { hash } from "node:crypto";
import { eq, inArray, lt, sql, type SQL } from "drizzle-orm";
import type { Clock } from "../clock.ts";
import type { Orm } from "../db/database.ts";
import { throttles } from "../db/schema.ts";

/** So many tries pass; each further one comes after a wait that doubles. */
export interface ThrottleRule {
  readonly freeTries: number;
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** So long after its first try a count starts anew; once it holds up, so long after its last. */
  readonly forgetAfterMs: number;
}

/** What is counted, by which rule. Subjects are hashed before they are stored. */
export interface Throttled {
  readonly subject: string;
  readonly rule: ThrottleRule;
}

/** Let through and counted, or not before so long. */
export type Taken = { readonly kind: "taken" } | { readonly kind: "held-up"; readonly waitMs: number };

export interface Throttle {
  /**
   * Counts a try against each of these, unless one of them holds it up: then none counts it. It is counted before its
   * outcome is known, since a thousand at once would all pass a check that comes first.
   */
  take(subjects: readonly Throttled[]): Promise<Taken>;
  /** Forgets the tries against these. */
  clear(subjects: readonly Throttled[]): Promise<void>;
  /** Takes one try back from the count: it was none. */
  giveBack(subject: Throttled): Promise<void>;
}

const SWEEP_EVERY_MS = 3_600_000;

export function createThrottle({ orm }: { readonly orm: Orm }, clock: Clock): Throttle {
  let sweptAtMs = clock.nowMs();

  /** Counts that start anew anyway need no row. */
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
        // Always in the same order: two tries that wait for each other's rows would both fail.
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

/** Another try was the last that passes, between our look and our count. */
class HeldUpMeanwhile extends Error {}

/** Counts one try, unless the subject is held up; answers whether it did. */
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
        // While tries are free they count within a fixed span, so that a busy office isn't held up by its sum of years.
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
