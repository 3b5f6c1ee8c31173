/**
 * Keys that users replaced or removed while orders were in flight or working at the venue. An order can be looked up,
 * followed and cancelled only with the key that it was sent with: another portfolio, token or environment doesn't know
 * it. So such a key stays, sealed as it was, until the last order that was sent with it has ended at the venue.
 */
import { sql } from "drizzle-orm";
import type { Clock } from "../platform/clock.ts";
import type { Orm, Queryable } from "../platform/db/database.ts";
import { partitionOf } from "../cluster/queue.ts";
import { eraseEndedWebhookIds } from "./webhook-ids.ts";
import { repeat } from "../platform/jobs.ts";
import type { RetryLog } from "../platform/retry-log.ts";

/** Time between two rounds of erasing. */
const INTERVAL_MS = 10_000;
/** An attempt that was being stored when its key was retired is visible by then. */
const SETTLING_S = 10;

const ERASE = `
delete from retired_keys
where retired_at <= now() - interval '${SETTLING_S} seconds' and not exists (
  select from orders where orders.status = 'NEW' and orders.partition = retired_keys.partition
    and orders.account_id = retired_keys.account_id and orders.key_version = retired_keys.key_version)
and not exists (
  select from orders where is_followed and orders.partition = retired_keys.partition
    and orders.account_id = retired_keys.account_id and orders.key_version = retired_keys.key_version)`;

const FIND = `
select api_key as "apiKey", secret_key as "secretKey", is_demo as "isDemo"
from retired_keys where account_id = $1 and key_version = $2`;

/** Keeps the keys of accounts with orders in flight or working at the venue. Call before the same transaction replaces or removes them. */
export async function retireKeys(orm: Orm, accountIds: readonly string[]): Promise<void> {
  for (const id of accountIds) {
    const partition = partitionOf(id);
    await orm.execute(sql`
      insert into retired_keys (account_id, key_version, user_id, partition, api_key, secret_key, is_demo, retired_at)
      select id, key_version, user_id, ${partition}::smallint, api_key, secret_key, is_demo, now()
      from accounts
      where id = ${id} and api_key is not null and secret_key is not null and (exists (
        select from orders where orders.status = 'NEW' and orders.partition = ${partition} and orders.account_id = ${id})
      or exists (
        select from orders where is_followed and orders.partition = ${partition} and orders.account_id = ${id}))
      for update
      on conflict do nothing`);
  }
}

/** A complete key, sealed for its account. */
export interface SealedKey {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly isDemo: boolean;
}

/** Returns the key that an account retired under that version; undefined if it is gone. */
export async function findRetiredKey(
  db: Queryable,
  accountId: string,
  keyVersion: number,
): Promise<SealedKey | undefined> {
  const [found] = await db.query<SealedKey>(FIND, [accountId, keyVersion]);
  return found;
}

export interface KeyErasure {
  /** Erases the retired keys that no order needs any more, and expired old webhook ids. */
  erase(): Promise<void>;
  /** Does so every ten seconds until `ended` aborts. Never rejects. Run it on one node at a time. */
  run(ended: AbortSignal): Promise<void>;
}

export interface KeyErasureParts {
  readonly db: Queryable;
  readonly clock: Pick<Clock, "nowMs" | "wait">;
  readonly log: RetryLog;
}

export function createKeyErasure({ db, clock, log }: KeyErasureParts): KeyErasure {
  const erase = async () => {
    await db.query(ERASE);
    await eraseEndedWebhookIds(db, new Date(clock.nowMs()));
  };
  return {
    erase,
    run: (ended) => repeat(erase, INTERVAL_MS, { clock, log }, ended),
  };
}
