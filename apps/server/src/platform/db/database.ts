/** The product's storage interface. PostgreSQL and PGlite behave alike: same SQL, same migrations. */
import { fileURLToPath } from "node:url";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type * as schema from "./schema.ts";

/** `npm run db:generate` writes the migrations; at start each is applied once, in order. */
export const MIGRATIONS_DIR = fileURLToPath(new URL("migrations", import.meta.url));

export type Orm = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface Queryable {
  /** Runs one statement with $1-style parameters and returns its rows. */
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** A connection that stays open, for advisory locks and LISTEN. */
export interface Session extends Queryable {
  /** Calls `handler` with the payload of each notification on a channel, until the session ends. */
  listen(channel: string, handler: (payload: string) => void): Promise<void>;
  /**
   * Whether the storage can't have ended it behind our back, as it does when the process was frozen: its locks are
   * still ours.
   */
  isSurelyAlive(): boolean;
  /** Settles when the connection ends, for whatever reason. Never rejects. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

export interface Database extends Queryable {
  readonly kind: "pglite" | "postgres";
  readonly orm: Orm;
  /** Connections reserved for the relay's journal, so that no slow list delays an alert. */
  readonly journal: Queryable;
  /** Connections reserved for messages, so that notifying users of orders delays no order. */
  readonly outbox: Queryable;
  openSession(): Promise<Session>;
  /** How many connections are open, and how many queries wait for one. */
  pools(): PoolState[];
  close(): Promise<void>;
}

export interface PoolState {
  readonly name: string;
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}
