/** Strategies, their position chains, what they hold, and the kill switch: docs/decisions/strategies.md. */
import type { RollRule, Sizing, StrategyLimits } from "@chartrelay/contract";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { accounts } from "./account-tables.ts";
import { bytea, instant, micros } from "./columns.ts";
import { users } from "./user-tables.ts";

export const strategies = pgTable(
  "strategies",
  {
    /** Its internal id, used by other tables. Messages use the id behind `idHash` instead. */
    id: text("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    idHash: bytea("id_hash").notNull().unique(),
    sealedId: text("sealed_id").notNull(),
    name: text("name").notNull(),
    mode: text("mode").notNull(),
    onGap: text("on_gap").notNull(),
    start: text("start").notNull(),
    state: text("state").notNull(),
    onProtectionRefused: text("on_protection_refused").notNull(),
    limits: jsonb("limits").$type<StrategyLimits>().notNull(),
    roll: jsonb("roll").$type<RollRule>().notNull(),
    clientCertificate: text("client_certificate").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("strategies_user").on(table.userId, table.createdAt)],
);

export const strategyMembers = pgTable(
  "strategy_members",
  {
    strategyId: text("strategy_id")
      .notNull()
      .references(() => strategies.id, { onDelete: "cascade" }),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** The order in which its user listed them. */
    place: smallint("place").notNull(),
    sizing: jsonb("sizing").$type<Sizing>().notNull(),
    isOn: boolean("is_on").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.strategyId, table.accountId] }),
    index("strategy_members_account").on(table.accountId),
  ],
);

/** What deleted strategies were called, for their orders, which outlive them. */
export const formerStrategies = pgTable("former_strategies", {
  id: text("id").primaryKey(),
  userId: uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  name: text("name").notNull(),
  deletedAt: instant("deleted_at").notNull(),
});

/** Where each position chain stands: one for each ticker of a strategy or, without one, of an account. */
export const positionChains = pgTable(
  "position_chains",
  {
    /** The internal id of a strategy or account. */
    sourceId: text("source_id").notNull(),
    /** As messages write it, in capitals. */
    ticker: text("ticker").notNull(),
    userId: uuid("user_id").notNull(),
    /** Of the source's id: the node that owns it releases held signals when their time is up. */
    partition: smallint("partition").notNull(),
    /** The chain's own record; its shape is in strategies/chain. */
    state: jsonb("state").$type<unknown>().notNull(),
    /** Rises with each change: who decided by an older state of the chain decides again. */
    revision: integer("revision").notNull(),
    /** When the first held signal must be released, by PostgreSQL's clock; null while none is held. */
    holdEndsAt: micros("hold_ends_at"),
  },
  (table) => [
    primaryKey({ columns: [table.sourceId, table.ticker] }),
    index("position_chains_holding")
      .on(table.partition, table.holdEndsAt)
      .where(sql`hold_ends_at is not null`),
  ],
);

/** A strategy's ledger: what its own fills in an account add up to. Written together with the fills. */
export const strategyPositions = pgTable(
  "strategy_positions",
  {
    /** No foreign keys: a ledger outlives its strategy and account. */
    strategyId: text("strategy_id").notNull(),
    accountId: text("account_id").notNull(),
    /** The venue's symbol: of a future, the contract. */
    symbol: text("symbol").notNull(),
    userId: uuid("user_id").notNull(),
    venue: text("venue").notNull(),
    /** Signed, in the units of messages at the venue. */
    quantity: numeric("quantity").notNull(),
    /** What its fills have brought, minus what they cost: price × quantity, in units of price. */
    cash: numeric("cash").notNull().default("0"),
    /** What was decided when the position was opened, as units of TradingView's position; see strategies/sizing. */
    scale: jsonb("scale").$type<unknown>(),
    /** How many orders have entered the present position. */
    entries: integer("entries").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.strategyId, table.accountId, table.symbol] }),
    index("strategy_positions_of_account").on(table.accountId, table.symbol),
    index("strategy_positions_of_user").on(table.userId),
  ],
);

/** What is remembered of a strategy's day in an account, for its limits on losses; see strategies/daily-loss. */
export const strategyDays = pgTable(
  "strategy_days",
  {
    /** No foreign keys, as with positions. */
    strategyId: text("strategy_id").notNull(),
    accountId: text("account_id").notNull(),
    record: jsonb("record").$type<unknown>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.strategyId, table.accountId] })],
);

/** Pulls of the kill switch; see strategies/stops. */
export const stops = pgTable(
  "stops",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    scope: text("scope").notNull(),
    /** The internal id of the strategy or account; null for all. */
    subjectId: text("subject_id"),
    level: text("level").notNull(),
    state: text("state").notNull(),
    requestedAt: micros("requested_at").notNull(),
    provenAt: micros("proven_at"),
    liftedAt: micros("lifted_at"),
    /** What was cancelled and closed, and what is still open. */
    progress: jsonb("progress").$type<unknown>().notNull(),
  },
  (table) => [
    index("stops_of_user").on(table.userId, table.requestedAt),
    index("stops_in_force")
      .on(table.userId)
      .where(sql`lifted_at is null`),
  ],
);

/** What happened to a strategy besides its signals: changes, gaps, stops. Shown to its user. */
export const strategyLog = pgTable(
  "strategy_log",
  {
    seq: bigint("seq", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    strategyId: text("strategy_id").notNull(),
    userId: uuid("user_id").notNull(),
    at: micros("at").notNull(),
    kind: text("kind").notNull(),
    details: jsonb("details").$type<unknown>().notNull(),
  },
  (table) => [index("strategy_log_of_strategy").on(table.strategyId, table.seq)],
);

/** Client certificates that TradingView's addresses presented: see signals/certificates. */
export const clientCertificates = pgTable("client_certificates", {
  /** SHA-256 of the certificate. */
  fingerprint: bytea("fingerprint").primaryKey(),
  subject: text("subject").notNull(),
  validTo: instant("valid_to").notNull(),
  firstSeenAt: instant("first_seen_at").notNull(),
  lastSeenAt: instant("last_seen_at").notNull(),
});
