/** The tables. Change them here, then `npm run db:generate` writes the migration. */
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

export * from "./message-tables.ts";
export * from "./order-tables.ts";
export * from "./signal-tables.ts";
export * from "./payment-tables.ts";

/** One row: what this database is for, written at its first start (platform/db/mode). */
export const deployment = pgTable(
  "deployment",
  {
    isOnly: boolean("is_only").primaryKey().default(true),
    mode: text("mode").$type<"sandbox" | "live">().notNull(),
  },
  (table) => [check("deployment_has_one_row", sql`${table.isOnly}`)],
);

/** What a node writes to see whether the storage takes writes: see platform/db/write-check. */
export const writeChecks = pgTable("write_checks", {
  id: integer("id").primaryKey(),
  writtenAt: instant("written_at").notNull(),
  filler: bytea("filler"),
});

export const users = pgTable(
  "users",
  {
    id: uuid("id").primaryKey(),
    email: text("email").notNull(),
    /** When its owner proved to read its mail; null until then. */
    emailConfirmedAt: instant("email_confirmed_at"),
    /** When its owner took the user over from who had signed up with it: what was agreed to before, somebody else agreed to. */
    takenOverAt: instant("taken_over_at"),
    fullName: text("full_name").notNull(),
    telegram: text("telegram"),
    roles: text("roles").array().notNull(),
    hasBonus: boolean("has_bonus").notNull().default(false),
    utmSource: text("utm_source"),
    /** An argon2id PHC string. */
    passwordHash: text("password_hash").notNull(),
    /** In which messages to the user are written. */
    language: text("language").notNull().default("en"),
    /** Which of them are sent: all, failures, none. */
    notifications: text("notifications").notNull().default("all"),
    /** Who proved, by a one-time code, to be this user in Telegram, and the private chat with them. */
    telegramUserId: text("telegram_user_id"),
    telegramChatId: text("telegram_chat_id"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  // Stored in lower case: see the `email` rule of the contract's payloads.
  (table) => [uniqueIndex("users_email_unique").on(table.email), index("users_created").on(table.createdAt, table.id)],
);

export const sessions = pgTable(
  "sessions",
  {
    /** SHA-256 of the token; the token itself is stored nowhere. */
    tokenHash: bytea("token_hash").primaryKey(),
    /** What its user calls it by. */
    id: uuid("id").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at").notNull(),
    /** When its user last gave the password or a second factor. */
    provedAt: instant("proved_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** Where it was last used, and what the program there calls itself. */
    address: text("address"),
    agent: text("agent"),
  },
  (table) => [index("sessions_user").on(table.userId)],
);

/** The one link that sets a new password for a user; a newer one takes the place of the older. */
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

/** The one link that confirms a user's e-mail address; a newer one takes the place of the older. */
export const emailConfirmations = pgTable("email_confirmations", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** SHA-256 of the token that the link carries. */
  tokenHash: bytea("token_hash").notNull(),
  expiresAt: instant("expires_at").notNull(),
});

/** Where a user has signed in from: see identity/auth/places. */
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

/** Counts of what must not be tried without end, shared by all nodes: see platform/security/throttle. */
export const throttles = pgTable(
  "throttles",
  {
    /** SHA-256 of what is counted: no list of the addresses that somebody tried. */
    key: bytea("key").primaryKey(),
    hits: integer("hits").notNull(),
    /** Nothing is let through before then; null while nothing is held up. */
    blockedUntil: instant("blocked_until"),
    /** The count starts anew then. */
    forgottenAt: instant("forgotten_at").notNull(),
  },
  (table) => [index("throttles_forgotten").on(table.forgottenAt)],
);

/** The second factor of a user: an authenticator's codes. A row that isn't enabled yet asks for nothing. */
export const secondFactors = pgTable("second_factors", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Sealed by the secret box. */
  secret: text("secret").notNull(),
  enabledAt: instant("enabled_at"),
  /** The time step of the last code that was taken: none up to it is taken again. */
  lastStep: bigint("last_step", { mode: "number" }).notNull().default(0),
});

/** Codes for who lost the authenticator; a row goes when its code is used. */
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

/** Deleted users whose orders and alerts still have to go; a row goes when they have. */
export const erasures = pgTable("erasures", {
  userId: uuid("user_id").primaryKey(),
  requestedAt: instant("requested_at").notNull(),
});

export const subscriptions = pgTable("subscriptions", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** PRO until then; TRIAL afterwards, and without a row. What the ledger of grants comes to. */
  proUntil: instant("pro_until").notNull(),
});

export const accounts = pgTable(
  "accounts",
  {
    /** What other tables name it by, and nobody outside: an alert names one of its `webhookIds`. */
    id: text("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    venue: text("venue").notNull(),
    /** Sealed by the secret box; null until a key is given. */
    apiKey: text("api_key"),
    secretKey: text("secret_key"),
    telegramChatId: text("telegram_chat_id"),
    isDemo: boolean("is_demo").notNull(),
    allowMargin: boolean("allow_margin").notNull().default(false),
    /** Its alerts are refused until its user lets it go on. */
    isPaused: boolean("is_paused").notNull().default(false),
    /** What becomes of orders behind one whose outcome is unknown: they wait, or go on. */
    onUnknownOutcome: text("on_unknown_outcome").notNull().default("wait"),
    /** Counts the changes of key and environment: an order's attempt keeps the version that it was sent with. */
    keyVersion: integer("key_version").notNull().default(1),
    /** What the venue said of the keys that are stored now; null until it has. */
    keyCheckedAt: instant("key_checked_at"),
    keyRefusal: text("key_refusal"),
    keyExpiresAt: instant("key_expires_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("accounts_user").on(table.userId, table.createdAt)],
);

/** What alerts name accounts by. An id that was changed works on beside the new one until its end. */
export const webhookIds = pgTable(
  "webhook_ids",
  {
    /** SHA-256 of the id, which stands nowhere in the clear: whoever knows it can post orders for the account. */
    idHash: bytea("id_hash").primaryKey(),
    /** The id, sealed by the secret box: for showing it to its owner. */
    sealedId: text("sealed_id").notNull(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull(),
    /** When it stops working; null for the account's present id. */
    worksUntil: instant("works_until"),
  },
  // One that is present, and one that was, for each account.
  (table) => [
    uniqueIndex("webhook_ids_account").on(table.accountId, sql`(works_until is null)`),
    index("webhook_ids_ending")
      .on(table.worksUntil)
      .where(sql`works_until is not null`),
  ],
);

/**
 * Keys that were replaced or removed while their account had open orders: for looking up what was sent with them.
 * They go when no order needs them: see accounts/retired-keys. No foreign keys: they outlive account and user.
 */
export const retiredKeys = pgTable(
  "retired_keys",
  {
    accountId: text("account_id").notNull(),
    keyVersion: integer("key_version").notNull(),
    userId: uuid("user_id").notNull(),
    partition: smallint("partition").notNull(),
    /** As they were sealed for their account. */
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

/** One-time codes that link a chat to a user, or to one account of theirs. */
export const telegramCodes = pgTable(
  "telegram_codes",
  {
    /** SHA-256 of the code; the code itself is stored nowhere. */
    codeHash: bytea("code_hash").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The session that asked for it, and that it ends with. */
    sessionHash: bytea("session_hash")
      .notNull()
      .references(() => sessions.tokenHash, { onDelete: "cascade" }),
    /** Null: all accounts of the user that have no chat yet. */
    accountId: text("account_id").references(() => accounts.id, { onDelete: "cascade" }),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("telegram_codes_user").on(table.userId), index("telegram_codes_session").on(table.sessionHash)],
);

/** What was done, by whom and to whom. Rows are added and never changed; they outlive the users they name. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant("at").notNull(),
    /** Whose log shows it. */
    userId: uuid("user_id"),
    /** A user's id, `operator` or `system`. */
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    subject: text("subject"),
    details: jsonb("details").$type<Readonly<Record<string, string>>>().notNull(),
    address: text("address"),
    agent: text("agent"),
  },
  (table) => [index("audit_log_of_user").on(table.userId, table.at, table.id)],
);
