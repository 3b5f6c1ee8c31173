/** Tables that have grown: what an alert, its order and its fills cost mustn't depend on how many there have been. */
import { expect, onTestFinished, test } from "vitest";
import pg from "pg";
import { eventually } from "../../../../scripts/eventually.ts";
import { openTestDatabase } from "../../test/database.ts";
import { startServer } from "../../test/server.ts";
import { createStrategist } from "../../test/strategist.ts";
import { linkTrader } from "../../test/trader.ts";
import { proven, pull } from "../stops/stops.fixture.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { PLANNER_SETTINGS } from "../platform/db/postgres.ts";
import { storeOf } from "./store.fixture.ts";

/** So many that to look up a hundred of them costs less than to read them all: the planner takes lists for that long. */
const ORDERS = 60_000;
/** Orders of the last hours, one a second, each with its signal and its fill. `userId` is SQL. */
const filledBy = (userId: string) => `
with filled as (
  select n, at, ${userId} as user_id, 'account-' || n % 100 as account_id,
    (lpad(to_hex(at / 1000), 12, '0') || '7000a' || substr(md5(n::text), 1, 15))::uuid as id
  from (select n, (extract(epoch from now()) * 1000000)::bigint - (${ORDERS} - n) * 1000000::bigint as at
    from generate_series(1, ${ORDERS}) n) each
), signalled as (
  insert into signals (id, user_id, account_id, body, body_hash, accepted_by, received_at)
  select id, user_id, account_id, 'body', sha256(n::text::bytea), 1, at from filled
), ordered as (
  insert into orders (id, signal_id, user_id, account_id, venue, is_demo, partition, status, stage, attempt, ticker, direction,
    type, open, quantity, received_at, committed_at, is_notified)
  select id, id, user_id, account_id, 'ALOR_BROKER', true, n % 64, 'CREATED', 'done', 1, 'SBER', 'BUY', 'MARKET', '', '1', at, at, true
  from filled
)
insert into fills (order_id, trade_id, user_id, account_id, venue, symbol, side, quantity, price, executed_at, stored_at)
select id, n::text, user_id, account_id, 'ALOR_BROKER', 'SBER', 'BUY', '1', '270', at, at from filled`;

/** As if all of a user's orders but those of the last quarters of an hour were summed. */
const SUMMED = `
with mark as (
  insert into order_sum_mark (quarter) values (extract(epoch from now())::bigint / 900)
  on conflict (is_only) do update set quarter = excluded.quarter
  returning quarter
)
insert into order_sums (user_id, quarter, last_seq, created, rejected, open_seqs, refusals, relay, venue)
select $1::uuid, quarter - 2, (select max(seq) - 1800 from orders), 1, 0, '{}', '{}', '{}', '{}' from mark`;

/** By what a pool sets for its connections: the statements that went through it, each with its last values. */
type Recorded = ReadonlyMap<readonly string[], Map<string, readonly unknown[]>>;
const GENERAL: readonly string[] = ["plan_cache_mode=force_generic_plan"];
const INDEXED: readonly string[] = PLANNER_SETTINGS;

/** Returns a database that keeps each statement that goes through it. */
function recording(database: Database, statements: Recorded): Database {
  const record = (queryable: Queryable, settings: readonly string[]): Queryable => ({
    query: async (text, values) => {
      statements.get(settings)?.set(text, values ?? []);
      return await queryable.query(text, values);
    },
  });
  const own: Partial<Database> = {
    ...record(database, GENERAL),
    journal: record(database.journal, INDEXED),
    outbox: record(database.outbox, INDEXED),
  };
  return new Proxy(database, {
    get: (target, key) => {
      const value: unknown = Reflect.get(key in own ? own : target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** A node of PostgreSQL's plan, as far as it is looked at. */
interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  /** How many rows the planner expects. */
  readonly "Plan Rows": number;
  readonly Plans?: readonly PlanNode[];
}

const GROWN = /^(?:signals|orders|fills)$/;
const isAboutGrown = (text: string) => /\b(?:signals|orders|fills)\b/.test(text);

/** The latest rows aren't read: everything before them is. */
const FROM_THE_BEGINNING = /^\(\w+ <=? [^=>]+\)$/;

/** Returns how a plan reads whole tables: row by row, or through an index that has each of their rows. */
function readWhole(node: PlanNode, tableOf: ReadonlyMap<string, string>): string[] {
  const { "Node Type": kind, "Relation Name": scanned = "", "Index Name": index = "", "Index Cond": condition } = node;
  const table = tableOf.get(index) ?? (kind === "Seq Scan" ? scanned : "");
  const isWhole = condition === undefined || FROM_THE_BEGINNING.test(condition);
  const own = isWhole && GROWN.test(table) ? [`${kind} of ${table} ${index}`.trim()] : [];
  return [...own, ...(node.Plans ?? []).flatMap((child) => readWhole(child, tableOf))];
}

/**
 * Returns where the planner expects to read more than a tenth of a table. If it expects too much, it may well read the whole
 * table instead. Below a limit it knows that it will stop sooner.
 */
function readMuch(node: PlanNode): string[] {
  const { "Node Type": kind, "Relation Name": table = "", "Plan Rows": rows } = node;
  if (kind === "Limit") return [];
  const own = GROWN.test(table) && rows > ORDERS / 10 ? [`${kind} of ${rows} ${table}`] : [];
  return [...own, ...(node.Plans ?? []).flatMap(readMuch)];
}

/** Connects to a database until the end of the test. */
async function connectTo(url: string | undefined): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Returns PostgreSQL's plan of a statement. */
async function planOf(client: pg.Client, text: string, values: readonly unknown[] = []): Promise<PlanNode> {
  const explain = `explain (format json) ${text}`;
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(explain, [...values]);
  const [row] = rows;
  if (!row) throw new Error(`no plan: ${text}`);
  return row["QUERY PLAN"][0].Plan;
}

const inShort = (text: string) => text.trim().slice(0, 200);

/** Returns which statements read a whole table at `url`, whatever their values, and how. */
async function wholeReads(url: string | undefined, settings: readonly string[], texts: Iterable<string>) {
  const client = await connectTo(url);
  for (const setting of settings) await client.query(`set ${setting}`);
  const { rows: indexes } = await client.query<{ name: string; table: string }>(
    "select indexrelid::regclass::text as name, indrelid::regclass::text as table from pg_index where indpred is null",
  );
  const tableOf = new Map(indexes.map(({ name, table }) => [name, table]));
  const found: string[] = [];
  for (const text of texts) {
    await client.query(`prepare each as ${text}`);
    const given = Array.from({ length: new Set(text.match(/\$\d+/g)).size }, () => "null");
    const plan = await planOf(client, `execute each${given.length > 0 ? `(${given.join()})` : ""}`);
    await client.query("deallocate each");
    const whole = readWhole(plan, tableOf);
    if (whole.length > 0) found.push(`${whole.join(", ")}: ${inShort(text)}`);
  }
  return found;
}

/** Returns which statements read much of a table at `url` with the values that they had, and how. */
async function greatReads(url: string | undefined, statements: Iterable<readonly [string, readonly unknown[]]>) {
  const client = await connectTo(url);
  const found: string[] = [];
  for (const [text, values] of statements) {
    const much = readMuch(await planOf(client, text, values));
    if (much.length > 0) found.push(`${much.join(", ")}: ${inShort(text)}`);
  }
  return found;
}

/** Starts a server on a database of its own, and keeps what it asks. */
async function startRecorded() {
  const storage = await openTestDatabase();
  onTestFinished(() => storage.drop());
  const statements: Recorded = new Map([
    [GENERAL, new Map()],
    [INDEXED, new Map()],
  ]);
  const database = recording(storage.database, statements);
  return { storage, statements, database, server: await startServer({ parts: { database } }) };
}

// @covers F12
test("no statement between an alert and what a page shows of it reads all signals, orders or fills", async () => {
  const { storage, statements, database, server } = await startRecorded();
  await storage.database.query(filledBy("gen_random_uuid()"));
  await storage.database.query("analyze");

  const strategist = await createStrategist(server, { mode: "target", venues: ["ALOR_BROKER", "BINANCE_FUTURES"] });
  const trader = await linkTrader(server, { venue: "TINKOFF" });
  for (const [from, to] of [
    [0, 2],
    [2, -1],
  ] as const)
    expect((await strategist.post(strategist.link(from, to, { ticker: "SBER" }))).status).toBe(200);
  for (const message of [trader.message(), trader.message({ id: "once" }), trader.message({ type: "limit", price: 1 })])
    expect((await trader.alert(message)).status).toBe(200);
  expect((await trader.alert(trader.message({ action: "cancelAll" }))).status).toBe(200);
  const fills = "select 1 from fills where account_id = any($1::text[])";
  const accounts = [trader.accountId, strategist.members[0]?.accountId];
  await eventually(async () =>
    expect((await storage.database.query(fills, [accounts])).length).toBeGreaterThanOrEqual(3),
  );
  const [order] = await trader.ended(4);
  for (const path of [
    "/orders/me/list",
    `/orders/me/${order?.id}`,
    "/orders/me/csv",
    "/alerts/me/list",
    "/positions/me/list",
    "/users/me/overview",
    `/strategies/${strategist.strategy}/signals`,
  ])
    expect((await (path.startsWith("/strategies") ? strategist.user : trader.user).api.get(path)).status, path).toBe(
      200,
    );
  // As for orders that another node has accepted.
  await storeOf(database.journal, 2).loadQueue(trader.accountId, 0);
  const { id } = await pull(trader.user.api, { scope: "account", id: trader.account, level: "flatten" });
  await proven(trader.user.api, id);

  for (const [settings, texts] of statements) {
    const read = [...texts.keys()].filter(isAboutGrown);
    expect(read.length).toBeGreaterThan(5);
    expect(await wholeReads(storage.url, settings, read)).toEqual([]);
  }
  // A connection keeps the plan that it made while there was little to read.
  const young = await openTestDatabase();
  onTestFinished(() => young.drop());
  expect(await wholeReads(young.url, INDEXED, statements.get(INDEXED)?.keys() ?? [])).toEqual([]);
});

test("no list and no overview reads all orders of a user who has nearly all there are", async () => {
  const { storage, statements, server } = await startRecorded();
  const { user } = await linkTrader(server);
  await storage.database.query(filledBy(`'${user.id}'::uuid`));
  await storage.database.query("analyze");
  await storage.database.query(SUMMED, [user.id]);
  const lists = ["/orders/me/list", "/alerts/me/list", "/positions/me/list"];
  // A list is counted when it is read first.
  for (const path of lists) expect((await user.api.get(path)).status, path).toBe(200);
  statements.get(GENERAL)?.clear();
  const last = `/orders/me/list?page=${ORDERS / 20 - 1}`;
  const { body } = await user.api.get(last);
  for (const path of [...lists, last, `/orders/me/${body.content[0].id}`, "/users/me/overview"])
    expect((await user.api.get(path)).status, path).toBe(200);
  const read = [...(statements.get(GENERAL) ?? [])].filter(([text]) => isAboutGrown(text));
  expect(read.length).toBeGreaterThan(3);
  expect(await greatReads(storage.url, read)).toEqual([]);
});
