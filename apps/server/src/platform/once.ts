/**
 * Does a thing once in a while, on one node for all: stores one of many equal refusals, for example. The node that first
 * claims the subject does it. Claims are rows of `throttles`, which security/throttle deletes once they have expired.
 */
import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Clock } from "./clock.ts";
import { DATABASE_NOW_US } from "./db/age.ts";
import type { Queryable } from "./db/database.ts";

const MANY_SUBJECTS = 10_000;
const MICROS = (instant: string) => `(extract(epoch from ${instant}) * 1000000)::bigint`;

/**
 * $1: key, $2: milliseconds. Between nodes, PostgreSQL's clock decides when a claim ends. $3: the end of our own claim
 * that is over by our monotonic clock; otherwise null. A claim that another node commits while this runs is invisible to
 * it: then `until` is null.
 */
const CLAIM = `
with claimed as (
  insert into throttles (key, hits, forgotten_at)
  values ($1, 1, clock_timestamp() + $2::float8 * interval '1 millisecond')
  on conflict (key) do update set forgotten_at = excluded.forgotten_at
  where throttles.forgotten_at <= clock_timestamp() or ${MICROS("throttles.forgotten_at")} = $3::bigint
  returning forgotten_at
), known as (
  select forgotten_at from throttles where key = $1
)
select exists(select from claimed) as "isOurs",
  coalesce((select ${MICROS("forgotten_at")} from claimed), (select ${MICROS("forgotten_at")} from known)) as until,
  ${DATABASE_NOW_US} as now`;

interface ClaimRow {
  readonly isOurs: boolean;
  readonly until: number | null;
  readonly now: number;
}

/** A claim that this node knows of. */
interface Claim {
  /** By this node's monotonic clock. */
  readonly endsAtMs: number;
  /** If the claim is ours: its end by PostgreSQL's clock. */
  readonly ours: number | null;
}

export interface OnceOptions {
  readonly db: Queryable;
  readonly clock: Pick<Clock, "monotonicMs">;
}

export class Once {
  readonly #options: OnceOptions;
  /** Saves the database most of the questions. */
  readonly #claims = new LRUCache<string, Claim>({ max: MANY_SUBJECTS });

  constructor(options: OnceOptions) {
    this.#options = options;
  }

  /**
   * Claims a subject for a while. Returns whether it was free.
   * @throws storage errors.
   */
  async claim(subject: string, forMs: number): Promise<boolean> {
    const { db, clock } = this.#options;
    const now = clock.monotonicMs();
    const before = this.#claims.get(subject);
    if (before && now < before.endsAtMs) return false;
    // Set before the answer, so that a flood asks once.
    this.#claims.set(subject, { endsAtMs: now + forMs, ours: null });
    try {
      const key = hash("sha256", `once ${subject}`, "buffer");
      const [row] = await db.query<ClaimRow>(CLAIM, [key, forMs, before?.ours ?? null]);
      if (!row) throw new Error("a claim has a result");
      const { isOurs, until } = row;
      const leftMs = isOurs || until === null ? forMs : Math.min(forMs, (until - row.now) / 1_000);
      this.#claims.set(subject, { endsAtMs: now + leftMs, ours: isOurs ? until : null });
      return isOurs;
    } catch (error) {
      this.#claims.delete(subject);
      throw error;
    }
  }
}
