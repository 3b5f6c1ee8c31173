/** Removes old messages that have ended: what they report is stored elsewhere, and the messages aren't an archive. */
import type { Clock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { idBefore } from "../platform/db/id-time.ts";
import { repeat } from "../platform/jobs.ts";
import type { RetryLog } from "../platform/retry-log.ts";

/** Longer than any reminder repeats, because a message's key keeps it from being sent twice. */
const KEPT_MS = 30 * 86_400_000;
const INTERVAL_MS = 3_600_000;
/** Small enough not to delay anything else. */
const AT_A_TIME = 5_000;

const CLEAR = `
with old as (
  select id from messages where id < ${idBefore("$1::bigint")} and status <> 'NEW'
  order by id limit ${AT_A_TIME}
)
delete from messages using old where messages.id = old.id returning messages.id`;

export interface ClearOutParts {
  readonly db: Queryable;
  readonly clock: Pick<Clock, "nowMs" | "wait">;
  readonly log: RetryLog;
}

export interface ClearOut {
  /** Removes messages that have ended and are older than thirty days. */
  clear(): Promise<void>;
  /** Calls `clear` every hour, until `ended` aborts. Never rejects. Run it on one node at a time. */
  run(ended: AbortSignal): Promise<void>;
}

export function createClearOut({ db, clock, log }: ClearOutParts): ClearOut {
  async function clear(): Promise<void> {
    for (let cleared = AT_A_TIME; cleared === AT_A_TIME;) {
      cleared = (await db.query(CLEAR, [Math.floor(clock.nowMs() - KEPT_MS)])).length;
    }
  }
  return {
    clear,
    run: (ended) => repeat(clear, INTERVAL_MS, { clock, log }, ended),
  };
}
