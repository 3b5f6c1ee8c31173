/** Signals: what the webhooks accepted, which node accepted it, and whether its answer was lost. */
import type { CertificateVerdict, ChainLink, MessageProblem, MessageRepair, OtherField } from "@chartrelay/contract";
import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytea, instant, micros, receiptClocks } from "./columns.ts";

export const signals = pgTable(
  "signals",
  {
    id: uuid("id").primaryKey(),
    seq: bigint("seq", { mode: "number" }).generatedAlwaysAsIdentity(),
    userId: uuid("user_id").notNull(),
    /** The account or the strategy that it names. No foreign key: signals outlive both. */
    accountId: text("account_id").notNull(),
    /** The message as posted, except for the account's id: see signals/id-mask. Null if the alert's row holds it. */
    body: bytea("body"),
    /** Whether it named its account by an old id, from before the id was changed. */
    usedOldId: boolean("used_old_id").notNull().default(false),
    /** Hash of the message as posted, to recognise a resend. */
    bodyHash: bytea("body_hash").notNull(),
    idempotencyKey: text("idempotency_key"),
    /** Its unused fields, which are only shown. */
    otherFields: jsonb("other_fields").$type<readonly OtherField[]>(),
    /** Why a bad message was refused. */
    problems: jsonb("problems").$type<readonly MessageProblem[]>(),
    /** What was repaired in an accepted message. */
    repairs: jsonb("repairs").$type<readonly MessageRepair[]>(),
    /** The strategy that it names; null if it names an account. */
    strategyId: text("strategy_id"),
    /** Its place in its position chain; null if it isn't part of one. */
    link: jsonb("link").$type<ChainLink>(),
    /** What its client certificate proves; null if the installation can't tell. */
    certificate: text("certificate").$type<CertificateVerdict>(),
    /** The node that accepted it; see cluster/ownership. */
    acceptedBy: integer("accepted_by").notNull(),
    /** Whether its 2xx was never sent, so that an equal post may be its resend; see signals/answers. */
    answerLost: boolean("answer_lost").notNull().default(false),
    /** When its node lost its answer, by that node's monotonic clock; null if it didn't, or others found it lost. */
    answerLostAt: micros("answer_lost_at"),
    receivedAt: micros("received_at").notNull(),
    ...receiptClocks,
  },
  (table) => [
    index("signals_of_user").on(table.userId, table.seq),
    index("signals_of_account").on(table.accountId, table.seq),
    index("signals_of_strategy")
      .on(table.strategyId, table.seq)
      .where(sql`strategy_id is not null`),
    index("signals_used_old_id")
      .on(table.accountId, table.receivedAt)
      .where(sql`used_old_id`),
    index("signals_answer_lost")
      .on(table.accountId, table.bodyHash)
      .where(sql`answer_lost`),
    uniqueIndex("signals_idempotency")
      .on(table.accountId, table.idempotencyKey)
      .where(sql`idempotency_key is not null`),
  ],
);

/** The nodes that accept signals, each until another node finds it dead. */
export const nodes = pgTable("nodes", {
  node: integer("node").primaryKey(),
  /** Every post with a smaller id that it received was answered, or its signal is marked as `answer_lost`. */
  decidedBefore: uuid("decided_before").notNull(),
  /** The process of PostgreSQL that served the connection by which it last wrote this. */
  writtenBy: integer("written_by"),
});

/**
 * Nodes that others took for dead a short time ago. A commit that was in doubt may store a signal of theirs even now, and
 * a node that lives may not have noticed yet: until it writes its row of `nodes` again, nobody else knows what it decides.
 */
export const deadNodes = pgTable("dead_nodes", {
  node: integer("node").primaryKey(),
  decidedBefore: uuid("decided_before").notNull(),
  foundDeadAt: instant("found_dead_at").notNull(),
});

/** Resends whose answer is in flight: each claims the signal that it repeats, so that no other resend does. */
export const resends = pgTable("resends", {
  signalId: uuid("signal_id").primaryKey(),
  /** The id that the resend's own signal would have had. */
  resend: uuid("resend").notNull(),
  /** The node that answers it: when the node dies, its claims end. */
  node: integer("node").notNull(),
});
