/** Users' accounts at the venues: their keys, and the ids and chats by which they are reached. */
import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytea, instant } from "./columns.ts";
import { sessions, users } from "./user-tables.ts";

export const accounts = pgTable(
  "accounts",
  {
    /** Its internal id, used by other tables. Alerts use one of its `webhookIds` instead. */
    id: text("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Chosen by its user. */
    name: text("name"),
    venue: text("venue").notNull(),
    /** Sealed by the secret box; null until a key is given. */
    apiKey: text("api_key"),
    /** The end of `apiKey` in the clear: docs/decisions/accounts.md. */
    keyEnding: text("key_ending"),
    secretKey: text("secret_key"),
    telegramChatId: text("telegram_chat_id"),
    isDemo: boolean("is_demo").notNull(),
    allowMargin: boolean("allow_margin").notNull().default(false),
    /** Its alerts are refused until its user resumes it. */
    isPaused: boolean("is_paused").notNull().default(false),
    /** Whether it was paused together with all others: resuming all resumes only those. */
    isPausedWithAll: boolean("is_paused_with_all").notNull().default(false),
    /** What orders behind one with an unknown outcome do: wait, or go on. */
    onUnknownOutcome: text("on_unknown_outcome").notNull().default("wait"),
    /**
     * Incremented with each change of key or environment: an order's attempt stores the version that it was sent with.
     */
    keyVersion: integer("key_version").notNull().default(1),
    /** The venue's verdict on the current keys; null until there is one. */
    keyCheckedAt: instant("key_checked_at"),
    keyRefusal: text("key_refusal"),
    keyExpiresAt: instant("key_expires_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("accounts_user").on(table.userId, table.createdAt)],
);

/** What deleted accounts were called, for their orders and alerts, which outlive them. */
export const formerAccounts = pgTable("former_accounts", {
  id: text("id").primaryKey(),
  userId: uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  name: text("name"),
  venue: text("venue").notNull(),
  keyEnding: text("key_ending"),
  isDemo: boolean("is_demo").notNull(),
  deletedAt: instant("deleted_at").notNull(),
});

/** The ids by which alerts name accounts. After a change, the old id keeps working beside the new one until it ends. */
export const webhookIds = pgTable(
  "webhook_ids",
  {
    /** SHA-256 of the id, which is never stored in the clear: anyone who knows it can post orders for the account. */
    idHash: bytea("id_hash").primaryKey(),
    /** The id, sealed by the secret box, to show it to its owner. */
    sealedId: text("sealed_id").notNull(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull(),
    /** When it stops working; null for the account's current id. */
    worksUntil: instant("works_until"),
  },
  // At most one current id and one old id per account.
  (table) => [
    uniqueIndex("webhook_ids_account").on(table.accountId, sql`(works_until is null)`),
    index("webhook_ids_ending")
      .on(table.worksUntil)
      .where(sql`works_until is not null`),
  ],
);

/**
 * Keys that were replaced or removed while their account had open orders, kept to look up and follow orders sent with them.
 * They are deleted when no order needs them: see accounts/retired-keys. No foreign keys: they outlive account and user.
 */
export const retiredKeys = pgTable(
  "retired_keys",
  {
    accountId: text("account_id").notNull(),
    keyVersion: integer("key_version").notNull(),
    userId: uuid("user_id").notNull(),
    partition: smallint("partition").notNull(),
    /** Sealed, as they were in their account. */
    apiKey: text("api_key").notNull(),
    secretKey: text("secret_key").notNull(),
    isDemo: boolean("is_demo").notNull(),
    retiredAt: instant("retired_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.keyVersion] }),
    index("retired_keys_user").on(table.userId),
  ],
);

/** One-time codes that link a chat to a user, or to one of their accounts. */
export const telegramCodes = pgTable(
  "telegram_codes",
  {
    /** SHA-256 of the code; the code itself isn't stored anywhere. */
    codeHash: bytea("code_hash").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The session that requested it; it ends with that session. */
    sessionHash: bytea("session_hash")
      .notNull()
      .references(() => sessions.tokenHash, { onDelete: "cascade" }),
    /** Null for all of the user's accounts that have no chat yet. */
    accountId: text("account_id").references(() => accounts.id, { onDelete: "cascade" }),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("telegram_codes_user").on(table.userId), index("telegram_codes_session").on(table.sessionHash)],
);
