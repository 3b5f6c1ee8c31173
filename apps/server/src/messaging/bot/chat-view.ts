/** What the bot may show to a chat: the accounts that send to it, and nothing about any other. */
import {
  shortAccountId,
  type CancelAction,
  type Language,
  type OrderSide,
  type Reason,
  type Status,
} from "@chartrelay/contract";
import type { Queryable } from "../../platform/db/database.ts";
import type { AccountDirectory } from "../../accounts/index.ts";
import type { NamedAccount } from "../index.ts";

export interface ChatAccount extends NamedAccount {
  readonly id: string;
  /** The end of the id by which alerts name it, as on the API keys page. */
  readonly shortId: string;
  readonly userId: string;
  readonly isPaused: boolean;
  readonly hasKeys: boolean;
  readonly keyRefusal: Reason | null;
  readonly keyExpiresAt: Date | null;
  /** The Telegram user who proved to be its user with a code. */
  readonly telegramUserId: string | null;
  readonly language: Language;
}

export interface ChatOrder {
  readonly id: string;
  readonly accountId: string;
  readonly status: Status;
  readonly reason: Reason | null;
  /** What its message asks for instead of an order. */
  readonly action: CancelAction | null;
  readonly direction: OrderSide | null;
  readonly quantity: string | null;
  readonly ticker: string | null;
  readonly receivedAt: number;
}

export interface ChatViewParts {
  readonly db: Queryable;
  readonly directory: Pick<AccountDirectory, "webhookIdOf">;
}

const ACCOUNTS = `
select accounts.id, accounts.user_id as "userId", accounts.name, accounts.venue, accounts.key_ending as "keyEnding", accounts.is_demo as "isDemo",
  accounts.is_paused as "isPaused", accounts.api_key is not null and accounts.secret_key is not null as "hasKeys",
  accounts.key_refusal as "keyRefusal", accounts.key_expires_at as "keyExpiresAt",
  users.telegram_user_id as "telegramUserId", users.language
from accounts join users on users.id = accounts.user_id
where accounts.telegram_chat_id = $1 or (accounts.telegram_chat_id is null and users.telegram_chat_id = $1)
order by accounts.created_at, accounts.id`;
const LATEST_ORDERS = `
select id, account_id as "accountId", status, reason, action, direction, quantity, ticker, received_at as "receivedAt"
from orders where user_id = any($1::uuid[]) and account_id = any($2::text[]) order by seq desc limit 5`;
const LANGUAGE_OF = "select language from users where telegram_user_id = $1 order by created_at limit 1";

/** Returns the accounts that send to a chat, oldest first. The bot numbers them in this order. */
export async function accountsOfChat({ db, directory }: ChatViewParts, chatId: string): Promise<ChatAccount[]> {
  const rows = await db.query<Omit<ChatAccount, "shortId">>(ACCOUNTS, [chatId]);
  return await Promise.all(
    rows.map(async (row) => ({ ...row, shortId: shortAccountId(await directory.webhookIdOf(row.id)) })),
  );
}

/** Returns their latest orders, newest first. */
export async function latestOrders(db: Queryable, accounts: readonly ChatAccount[]): Promise<ChatOrder[]> {
  const [users, ids] = [accounts.map(({ userId }) => userId), accounts.map(({ id }) => id)];
  return await db.query<ChatOrder>(LATEST_ORDERS, [users, ids]);
}

/** Returns the language that a person chose on our pages; undefined for an unknown person. */
export async function languageOfPerson(db: Queryable, personId: string): Promise<Language | undefined> {
  const [row] = await db.query<{ language: Language }>(LANGUAGE_OF, [personId]);
  return row?.language;
}
