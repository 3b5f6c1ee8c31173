/** What the product asks of its storage. PostgreSQL and PGlite answer alike: same SQL, same migrations. */
import { fileURLToPath } from "node:url";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type * as schema from "./schema.ts";

/** Written by `npm run db:generate`; applied at start, in order, each once. */
export const MIGRATIONS_DIR = fileURLToPath(new URL("migrations", import.meta.url));

export type Orm = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface Queryable {
  /** Runs one statement with $1-style parameters and gives its rows. */
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** One connection held open: advisory locks and LISTEN hang on it. */
export interface Session extends Queryable {
  /** Calls `handler` with the payload of each notification on a channel, until the session ends. */
  listen(channel: string, handler: (payload: string) => void): Promise<void>;
  /** Settles when the connection is gone, for whatever reason. Never rejects. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

export interface Database extends Queryable {
  readonly kind: "pglite" | "postgres";
  readonly orm: Orm;
  /** Connections that only the relay's journal uses, so that no slow list delays an alert. */
  readonly journal: Queryable;
  /** Connections that only messages use, so that telling of orders delays none. */
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
