/** Backups of PostgreSQL, by its own pg_dump and pg_restore. */
import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import pg from "pg";
import { OperatorError } from "../commands.ts";
import { findProgram, runProgram } from "./programs.ts";

/**
 * Saves a consistent copy of the database while the server runs. An interrupted one leaves no file under its name.
 * @param url a connection past any pooler
 * @throws {OperatorError} if pg_dump is missing or fails.
 */
export async function dumpPostgres(url: string, to: string): Promise<string> {
  const { major } = await inspect(url);
  const partial = `${to}.partial`;
  // It has hashes of passwords and everybody's orders: from its first byte on, only its owner may read it.
  closeSync(openSync(partial, "wx", 0o600));
  try {
    await runProgram(findProgram("pg_dump", major), ["--format=custom", `--file=${partial}`], url);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
  renameSync(partial, to);
  return `Saved ${to}, ${(statSync(to).size / 1e6).toFixed(1)} MB`;
}

/**
 * Puts a dump into an empty database: all of it or nothing.
 * @throws {OperatorError} if the database has tables, or pg_restore is missing or fails.
 */
export async function restorePostgres(url: string, from: string): Promise<void> {
  if (!existsSync(from)) throw new OperatorError(`There is no file ${from}`);
  const { major, tables } = await inspect(url);
  if (tables > 0) {
    throw new OperatorError(
      "DATABASE_URL names a database that has tables. Create a new one (createdb) and name that: a restore never overwrites a database",
    );
  }
  // The new database's own user owns everything, whatever the old one was called.
  const rules = ["--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges"];
  await runProgram(findProgram("pg_restore", major), [...rules, from], url);
  await withClient(url, (client) => client.query("analyze"));
}

/** Returns the server's major version, and how many tables the database has. */
async function inspect(url: string): Promise<{ readonly major: number; readonly tables: number }> {
  return await withClient(url, async (client) => {
    const { rows } = await client.query<{ version: string; tables: number }>(
      `select current_setting('server_version_num') as version, (select count(*)::int from pg_tables
         where schemaname not in ('pg_catalog', 'information_schema')) as tables`,
    );
    return { major: Math.trunc(Number(rows[0]?.version) / 10_000), tables: rows[0]?.tables ?? 0 };
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
