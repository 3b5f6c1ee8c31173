/** A user's accounts: what is wrong with each, and when it last traded. */
import type { Overview, Status, VenueName } from "@chartrelay/contract";
import { type AccountDirectory, showingAccountIds } from "../accounts/index.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { UnsummedOrder } from "./today.ts";

/** The same as `expiresSoon` of a key check: accounts/key-check. */
const EXPIRES_SOON_MS = 14 * 86_400_000;
const WEEK_MS = 7 * 86_400_000;

const ACCOUNTS = `
select accounts.id, name, accounts.venue, key_ending as "keyEnding", accounts.is_demo as "isDemo",
  api_key is null or secret_key is null as "isKeyMissing", key_refusal as "keyRefusal",
  key_expires_at as "keyExpiresAt", is_paused as "isPaused",
  coalesce(accounts.telegram_chat_id, users.telegram_chat_id) is null as "hasNoChat", chats.problem as "chatProblem",
  orders.id as "orderId", orders.received_at as "orderAt", orders.status as "orderStatus"
from accounts
join users on users.id = accounts.user_id
left join chats asked on asked.id = coalesce(accounts.telegram_chat_id, users.telegram_chat_id)
left join chats on chats.id = coalesce(asked.migrated_to, asked.id)
left join last_orders on last_orders.account_id = accounts.id and last_orders.received_at >= $2
left join orders on orders.id = last_orders.order_id
where accounts.user_id = $1
order by accounts.created_at, accounts.id`;

/** An account with its chat and its last order. */
export interface AccountRow {
  readonly id: string;
  readonly name: string | null;
  readonly venue: VenueName;
  readonly keyEnding: string | null;
  readonly isDemo: boolean;
  readonly isKeyMissing: boolean;
  readonly keyRefusal: string | null;
  readonly keyExpiresAt: Date | null;
  readonly isPaused: boolean;
  readonly hasNoChat: boolean;
  readonly chatProblem: string | null;
  readonly orderId: string | null;
  readonly orderAt: number | null;
  readonly orderStatus: Status | null;
}

/** Reads a user's accounts, each with its last order as `last_orders` knows it. */
export const readAccounts = (db: Queryable, userId: string, nowMs: number) =>
  db.query<AccountRow>(ACCOUNTS, [userId, (nowMs - WEEK_MS) * 1_000]);

/** Presents accounts. `unsummed` are the orders that `last_orders` doesn't know yet. */
export async function presentAccounts(
  rows: readonly AccountRow[],
  unsummed: readonly UnsummedOrder[],
  directory: Pick<AccountDirectory, "webhookIdOf">,
  nowMs: number,
): Promise<Pick<Overview, "accounts" | "attention">> {
  const newest = newestByAccount(unsummed);
  const shown = showingAccountIds(directory);
  const [accounts, attention] = await Promise.all([
    Promise.all(
      rows.map((row) =>
        shown({ ...named(row), isPaused: row.isPaused, lastOrder: lastOrderOf(row, newest.get(row.id)) }),
      ),
    ),
    Promise.all(rows.flatMap((row) => findings(row, nowMs)).map(shown)),
  ]);
  return { accounts, attention };
}

function newestByAccount(orders: readonly UnsummedOrder[]): ReadonlyMap<string, UnsummedOrder> {
  const newest = new Map<string, UnsummedOrder>();
  for (const order of orders) {
    const known = newest.get(order.accountId);
    if (!known || known.receivedAt <= order.receivedAt) newest.set(order.accountId, order);
  }
  return newest;
}

function lastOrderOf(
  { orderId, orderAt, orderStatus }: AccountRow,
  newer: UnsummedOrder | undefined,
): Overview["accounts"][number]["lastOrder"] {
  if (newer && newer.receivedAt >= (orderAt ?? 0)) return lastOrder(newer.id, newer.receivedAt, newer.status);
  return orderId === null || orderAt === null || orderStatus === null ? null : lastOrder(orderId, orderAt, orderStatus);
}

const lastOrder = (id: string, us: number, status: Status) => ({ id, at: new Date(us / 1_000).toISOString(), status });

const named = ({ id: accountId, name, venue: exchange, keyEnding, isDemo }: AccountRow) => {
  return { accountId, name, exchange, keyEnding, isDemo };
};

function findings(account: AccountRow, nowMs: number): Overview["attention"] {
  const { keyRefusal, keyExpiresAt, chatProblem } = account;
  const found: Overview["attention"] = [];
  const add = (attention: (typeof found)[number]["attention"], reason: string | null = null, at: Date | null = null) =>
    found.push({ ...named(account), attention, reason, at: at?.toISOString() ?? null });
  if (account.isKeyMissing) add("key-missing");
  if (keyRefusal !== null) add("key-refused", keyRefusal);
  if (keyExpiresAt && keyExpiresAt.getTime() - nowMs < EXPIRES_SOON_MS) add("key-expires", null, keyExpiresAt);
  if (account.hasNoChat) add("no-chat");
  if (chatProblem !== null) add("chat-blocked", chatProblem);
  if (account.isPaused) add("paused");
  return found;
}
