/** The tables. Change them here, then run `npm run db:generate` to write the migration. */
import type { FilteredList } from "@chartrelay/contract";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { bytea, instant } from "./columns.ts";

export * from "./audit-tables.ts";
export * from "./egress-tables.ts";
export * from "./message-tables.ts";
export * from "./order-tables.ts";
export * from "./signal-tables.ts";
export * from "./payment-tables.ts";
export * from "./status-tables.ts";

/** One row: this database's mode, written at its first start (platform/db/mode). */
export const deployment = pgTable(
  "deployment",
  {
    isOnly: boolean("is_only").primaryKey().default(true),
    mode: text("mode").$type<"sandbox" | "live">().notNull(),
  },
  (table) => [check("deployment_has_one_row", sql`${table.isOnly}`)],
);

/** Rows that a node writes to check whether the storage accepts writes: see platform/db/write-check. */
export const writeChecks = pgTable("write_checks", {
  id: integer("id").primaryKey(),
  writtenAt: instant("written_at").notNull(),
  filler: bytea("filler"),
});

/**
 * In the first cell: which cell the user of an e-mail address lives in, by a keyed hash of the address (cells/directory).
 * Empty without CELLS.
 */
export const userCells = pgTable("user_cells", {
  emailKey: bytea("email_key").primaryKey(),
  cell: text("cell").notNull(),
  reservedAt: instant("reserved_at").notNull(),
});

export const users = pgTable(
  "users",
  {
    id: uuid("id").primaryKey(),
    email: text("email").notNull(),
    /** When its owner proved to have access to the mailbox; null until then. */
    emailConfirmedAt: instant("email_confirmed_at"),
    /**
     * When the address's owner took over the user from the person who had signed up with it; earlier consents are that
     * person's.
     */
    takenOverAt: instant("taken_over_at"),
    fullName: text("full_name").notNull(),
    telegram: text("telegram"),
    roles: text("roles").array().notNull(),
    hasBonus: boolean("has_bonus").notNull().default(false),
    utmSource: text("utm_source"),
    /** An argon2id PHC string. */
    passwordHash: text("password_hash").notNull(),
    /** The language of messages to the user. */
    language: text("language").notNull().default("en"),
    /** Which messages are sent: all, failures, none. */
    notifications: text("notifications").notNull().default("all"),
    /** The Telegram user who proved to be this user with a one-time code, and the private chat with them. */
    telegramUserId: text("telegram_user_id"),
    telegramChatId: text("telegram_chat_id"),
    /** Since when all of the user's accounts have been paused; null while one isn't, or there is none. */
    allPausedAt: instant("all_paused_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  // Stored in lower case: see the `email` rule of the contract's payloads.
  (table) => [uniqueIndex("users_email_unique").on(table.email), index("users_created").on(table.createdAt, table.id)],
);

export const sessions = pgTable(
  "sessions",
  {
    /** SHA-256 of the token; the token itself isn't stored anywhere. */
    tokenHash: bytea("token_hash").primaryKey(),
    /** The id by which its user refers to it. */
    id: uuid("id").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at").notNull(),
    /** When its user last entered the password or a second factor. */
    provedAt: instant("proved_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** The address and user agent of its last use. */
    address: text("address"),
    agent: text("agent"),
  },
  (table) => [index("sessions_user").on(table.userId)],
);

/** The one link that sets a new password for a user; a newer link replaces the older one. */
export const passwordResets = pgTable(
  "password_resets",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** SHA-256 of the token that the link carries. */
    tokenHash: bytea("token_hash").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [uniqueIndex("password_resets_token").on(table.tokenHash)],
);

/** The one link that confirms a user's e-mail address; a newer link replaces the older one. */
export const emailConfirmations = pgTable("email_confirmations", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** SHA-256 of the token that the link carries. */
  tokenHash: bytea("token_hash").notNull(),
  expiresAt: instant("expires_at").notNull(),
});

/** Places from which a user has signed in: see identity/auth/places. */
export const knownPlaces = pgTable(
  "known_places",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** A network, not an address. */
    place: text("place").notNull(),
    lastSeenAt: instant("last_seen_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.place] })],
);

/** Counts of limited attempts, shared by all nodes: see platform/security/throttle. */
export const throttles = pgTable(
  "throttles",
  {
    /** SHA-256 of the subject, so that the table isn't a list of the addresses that somebody tried. */
    key: bytea("key").primaryKey(),
    hits: integer("hits").notNull(),
    /** Attempts are blocked until then; null while nothing is blocked. */
    blockedUntil: instant("blocked_until"),
    /** When the count starts over. */
    forgottenAt: instant("forgotten_at").notNull(),
  },
  (table) => [index("throttles_forgotten").on(table.forgottenAt)],
);

/** A user's second factor: codes from an authenticator. Until it is enabled, sign-in doesn't ask for it. */
export const secondFactors = pgTable("second_factors", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Sealed by the secret box. */
  secret: text("secret").notNull(),
  enabledAt: instant("enabled_at"),
  /** The time step of the last accepted code: codes up to it are no longer accepted. */
  lastStep: bigint("last_step", { mode: "number" }).notNull().default(0),
});

/** Codes for users who lost their authenticator; a row is deleted when its code is used. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** SHA-256 of a code of 80 random bits. */
    codeHash: bytea("code_hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** Deleted users whose orders and alerts still have to be deleted; a row is deleted when that is done. */
export const erasures = pgTable("erasures", {
  userId: uuid("user_id").primaryKey(),
  requestedAt: instant("requested_at").notNull(),
});

export const subscriptions = pgTable("subscriptions", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** PRO until then; TRIAL afterwards, or without a row. Derived from the ledger of grants. */
  proUntil: instant("pro_until").notNull(),
});

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

/** Named filters of a user's lists. */
export const savedFilters = pgTable(
  "saved_filters",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    list: text("list").$type<FilteredList>().notNull(),
    name: text("name").notNull(),
    /** By the names in the page's address; an account by its own id. */
    filters: jsonb("filters").$type<Readonly<Record<string, string>>>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [uniqueIndex("saved_filters_name").on(table.userId, table.list, table.name)],
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
 * Keys that were replaced or removed while their account had open orders, kept to look up orders sent with them.
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

/** A new user's first steps: only what their other data doesn't show. See first-steps/. */
export const firstSteps = pgTable("first_steps", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** When a message was last copied, tested, or posted by TradingView. */
  messageBuiltAt: instant("message_built_at"),
  /** The latest test order, or one that the venue accepted. No foreign key: orders are deleted after a while. */
  testOrderId: uuid("test_order_id"),
  /** When TradingView first posted an alert. */
  alertedAt: instant("alerted_at"),
  isHidden: boolean("is_hidden").notNull().default(false),
  /** When the user saw that all steps were done. */
  finishedAt: instant("finished_at"),
});
