/** Users: how they sign in, and what is kept for them besides their accounts. */
import type { FilteredList } from "@chartrelay/contract";
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytea, instant } from "./columns.ts";

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
