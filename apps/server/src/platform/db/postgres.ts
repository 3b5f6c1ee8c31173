import { callbackify } from "node:util";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { systemClock } from "../clock.ts";
import { guard, makeReady } from "./client.ts";
import { MIGRATIONS_DIR, type Database, type Queryable, type Session } from "./database.ts";

import * as schema from "./schema.ts";

// bigint columns hold microseconds and row numbers, which a double represents exactly for another 200 years.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Held during migration, so that nodes that start at the same time migrate once. */
const MIGRATION_LOCK = 0x63_72_6d_67;
/** These two let an accept fail within two seconds, while a 503 is still of use to TradingView. */
const CONNECT_TIMEOUT_MS = 700;
const JOURNAL_TIMEOUT_MS = 1_000;
const QUERY_TIMEOUT_MS = 8_000;
/**
 * PostgreSQL ends a session that says nothing for this long, and frees its locks: its node is frozen, or cut off without
 * a closed connection. A living node speaks far more often. Docs: decisions/relay-queue.md, Frozen nodes.
 */
const SESSION_SILENCE_MS = 1_250;
const SESSION_BEAT_MS = 250;
/**
 * The server must give up before the client does. A statement that waits for a row of an unfinished commit would
 * otherwise go on waiting after the client left, and each retry would take another of the server's connections.
 */
const JOURNAL_LOCK_TIMEOUT_MS = 900;
/** An idle connection to a machine that vanished breaks after this and ten unanswered probes, one a second. */
const KEEP_ALIVE_AFTER_MS = 5_000;
/**
 * All of the journal's statements look rows up by an index. Planning the accepting statement takes longer than running it, so
 * PostgreSQL keeps one plan. It may make that plan while a table is nearly empty, when a scan looks cheaper than an index.
 */
export const PLANNER_SETTINGS = [
  "plan_cache_mode=force_generic_plan",
  ...["enable_seqscan", "enable_hashjoin", "enable_mergejoin"].map((name) => `${name}=off`),
];
const PLANNER_OPTIONS = PLANNER_SETTINGS.map((setting) => `-c ${setting}`).join(" ");

export interface PostgresOptions {
  readonly url: string;
  /** A direct URL, without a pooler: locks, LISTEN and prepared statements need it. */
  readonly directUrl: string;
  /** Called when an idle connection breaks. */
  readonly onConnectionError: (error: Error) => void;
  /** For tests: the machine that runs them may be busy for longer than an alert can wait. */
  readonly timeouts?: Partial<Timeouts>;
  /** For tests: each connection is a process of PostgreSQL, which plans every statement anew. */
  readonly poolSizes?: PoolSizes;
}

/** How many connections each pool opens at most. */
interface PoolSizes {
  readonly general: number;
  readonly journal: number;
  readonly outbox: number;
}

const POOL_SIZES: PoolSizes = { general: 8, journal: 6, outbox: 3 };

/** In milliseconds. */
interface Timeouts {
  /** How long to wait for a connection. */
  readonly connectMs: number;
  /** How long the journal and the session wait for a statement. */
  readonly journalMs: number;
  /** How long the session may be silent. */
  readonly silenceMs: number;
}

const TIMEOUTS: Timeouts = {
  connectMs: CONNECT_TIMEOUT_MS,
  journalMs: JOURNAL_TIMEOUT_MS,
  silenceMs: SESSION_SILENCE_MS,
};

/**
 * Connects to PostgreSQL and migrates the database.
 * @throws if the server can't be reached or refuses the connection.
 */
export async function openPostgres({
  url,
  directUrl,
  onConnectionError,
  timeouts: given = {},
  poolSizes = POOL_SIZES,
}: PostgresOptions): Promise<Database> {
  const timeouts = { ...TIMEOUTS, ...given };
  const connectionTimeoutMillis = timeouts.connectMs;
  await migrateOnce(directUrl);
  const general = openPool({
    connectionTimeoutMillis,
    connectionString: url,
    application_name: "chartrelay",
    max: poolSizes.general,
    query_timeout: QUERY_TIMEOUT_MS,
  });
  // Bypasses any pooler: prepared statements belong to a session.
  const journal = openPool({
    connectionTimeoutMillis,
    connectionString: directUrl,
    application_name: "chartrelay journal",
    max: poolSizes.journal,
    query_timeout: timeouts.journalMs,
    options: `${PLANNER_OPTIONS} -c lock_timeout=${JOURNAL_LOCK_TIMEOUT_MS}`,
  });
  const outbox = openPool({
    connectionTimeoutMillis,
    connectionString: directUrl,
    application_name: "chartrelay outbox",
    max: poolSizes.outbox,
    query_timeout: QUERY_TIMEOUT_MS,
    options: PLANNER_OPTIONS,
  });
  for (const pool of [general, journal, outbox]) {
    pool.on("error", onConnectionError);
    // While a client is checked out, as for a transaction, the pool doesn't listen for its errors. The borrower gets
    // the error from its query, but without a listener here it would also end the process.
    pool.on("connect", (client) => {
      client.on("error", () => undefined);
      guard(client);
    });
  }
  return {
    ...queryableOf(general),
    kind: "postgres",
    orm: drizzle(general, { schema }),
    journal: preparedOn(journal),
    outbox: preparedOn(outbox),
    openSession: () => openSession(directUrl, timeouts),
    pools: () =>
      Object.entries({ general, journal, outbox }).map(([name, pool]) => ({
        name,
        open: pool.totalCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
      })),
    close: async () => {
      await Promise.all([general.end(), journal.end(), outbox.end()]);
    },
  };
}

async function migrateOnce(directUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: directUrl, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await makeReady(client);
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await migrate(drizzle(client, { schema }), { migrationsFolder: MIGRATIONS_DIR });
  } finally {
    await client.end();
  }
}

const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS } as const;

function openPool(options: pg.PoolConfig): pg.Pool {
  return new pg.Pool({
    ...KEEP_ALIVE,
    verify: callbackify(makeReady),
    ...options,
  });
}

function queryableOf(pool: pg.Pool): Queryable {
  return {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await pool.query<Row>(text, [...values])).rows,
  };
}

/** Prepares the journal's few statements once per connection, because planning costs as much as running them. */
function preparedOn(pool: pg.Pool): Queryable {
  const names = new Map<string, string>();
  return {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) => {
      const name = names.get(text) ?? `journal_${names.size}`;
      names.set(text, name);
      return (await pool.query<Row>({ name, text, values: [...values] })).rows;
    },
  };
}

async function openSession(directUrl: string, { connectMs, journalMs, silenceMs }: Timeouts): Promise<Session> {
  const client = new pg.Client({
    connectionString: directUrl,
    application_name: "chartrelay session",
    connectionTimeoutMillis: connectMs,
    query_timeout: journalMs,
    ...KEEP_ALIVE,
    options: `-c idle_session_timeout=${silenceMs}`,
  });
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  client.on("error", () => end());
  client.on("end", () => end());
  await client.connect();
  guard(client);
  try {
    await makeReady(client);
  } catch (error) {
    await client.end();
    throw error;
  }
  const handlers = new Map<string, (payload: string) => void>();
  client.on("notification", ({ channel, payload }) => handlers.get(channel)?.(payload ?? ""));

  let aliveUntilMs = -Infinity;
  const beat = async () => {
    // Before the query: PostgreSQL's wait begins after it, so it can't end before ours.
    const saidAtMs = systemClock.monotonicMs();
    await client.query("select");
    aliveUntilMs = saidAtMs + silenceMs;
  };
  const giveUp = () => {
    end();
    void client.end().catch(() => undefined);
  };
  await beat();
  const beats = setInterval(() => void beat().catch(giveUp), SESSION_BEAT_MS);
  void ended.then(() => clearInterval(beats));
  return {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows,
    listen: async (channel, handler) => {
      handlers.set(channel, handler);
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    },
    isSurelyAlive: () => systemClock.monotonicMs() < aliveUntilMs,
    ended,
    close: () => client.end(),
  };
}
