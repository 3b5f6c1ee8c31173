/**
 * Makes a restored database safe to start on. What was unfinished at the moment of the backup may have been finished
 * since, so nothing may be sent as if it were new.
 */
import { sql } from "drizzle-orm";
import { countUnreadableKeys } from "../../accounts/index.ts";
import { NODE_LOCK } from "../../cluster/ownership.ts";
import { DATABASE_NOW_US } from "../../platform/db/age.ts";
import type { Database, Orm } from "../../platform/db/database.ts";
import type { KeyRing } from "../../platform/security/key-ring.ts";
import { createSecretBox } from "../../platform/security/secret-box.ts";
import { OperatorError } from "../commands.ts";

/** The most that ORDER_MAX_AGE_S may be. */
const MOST_AGE_US = 3_600_000_000;

/** An order without an attempt may have been sent later: with an attempt, the server asks the venue before all else. */
const ASK_THE_VENUE = `
update orders set attempt = 1, stage = 'sending', key_version = (
  select key_version from accounts where accounts.id = orders.account_id and accounts.is_demo = orders.is_demo)
where status = 'NEW' and attempt = 0`;

/** An order whose absence the venue confirms is too old to be sent, however soon after the backup the restore comes. */
const TOO_OLD = `
update signals set received_at_database = received_at_database - ${MOST_AGE_US}, accepted_by = 0
where id in (select signal_id from orders where status = 'NEW')`;

const MESSAGES_EXPIRE = `update messages set expires_at = least(expires_at, ${DATABASE_NOW_US}) where status = 'NEW'`;

const NOTIFIED = "update orders set is_notified = true where status <> 'NEW' and not is_notified";

/** A session that its user ended since, and a link that was used since, would work again. */
const ACCESS_ENDS = ["delete from sessions", "delete from password_resets"];

/**
 * Settles a restored database, and returns what it holds, in words for the operator.
 * @throws {OperatorError} if a server is running on it.
 */
export async function settle({
  database,
  keyRing,
}: {
  readonly database: Pick<Database, "orm">;
  readonly keyRing: KeyRing;
}): Promise<string> {
  const { orm } = database;
  const held = await orm.transaction(async (tx) => {
    await requireStopped(tx);
    await tx.execute(sql.raw(ASK_THE_VENUE));
    await tx.execute(sql.raw(TOO_OLD));
    await tx.execute(sql.raw(MESSAGES_EXPIRE));
    await tx.execute(sql.raw(NOTIFIED));
    for (const statement of ACCESS_ENDS) await tx.execute(sql.raw(statement));
    return await inspect(tx);
  });
  const unreadable = await countUnreadableKeys({ database, secretBox: createSecretBox(keyRing) });
  if (unreadable > 0) {
    throw new OperatorError(
      `Restored: ${held}. But ${unreadable} broker keys open by no key of CREDENTIALS_KEYS: put the keys of the backup's time into the list before you start`,
    );
  }
  return `Restored: ${held}. Every broker key opens. Start the server: it asks the brokers about the unfinished orders and sends none of them; everybody signs in again`;
}

async function requireStopped(orm: Orm): Promise<void> {
  const { rows } = (await orm.execute(
    sql.raw(`select 1 from pg_locks where locktype = 'advisory' and granted and classid = ${NODE_LOCK}
      and database = (select oid from pg_database where datname = current_database())`),
  )) as { rows: unknown[] };
  if (rows.length > 0) throw new OperatorError("A server is running on this database: stop every node first");
}

async function inspect(orm: Orm): Promise<string> {
  const { rows } = (await orm.execute(
    sql.raw(`select (select count(*) from users)::int as users, (select count(*) from orders)::int as orders,
      (select count(*) from orders where status = 'NEW')::int as unfinished,
      (select to_char(to_timestamp(max(received_at) / 1e6) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') from signals) as newest`),
  )) as { rows: { users: number; orders: number; unfinished: number; newest: string | null }[] };
  const { users = 0, orders = 0, unfinished = 0, newest = null } = rows[0] ?? {};
  const last = newest === null ? "" : `, the last alert of ${newest} UTC`;
  return `${users} users, ${orders} orders, ${unfinished} of them unfinished${last}`;
}
