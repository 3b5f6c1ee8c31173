import { createHash, randomBytes } from "node:crypto";
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { inject } from "vitest";
import server from "../package.json" with { type: "json" };
import { MIGRATIONS_DIR, type Database } from "../src/platform/db/database.ts";

import { openPglite } from "../src/platform/db/pglite.ts";
import { openPostgres } from "../src/platform/db/postgres.ts";

const CACHE = fileURLToPath(new URL("../../../node_modules/.cache/chartrelay", import.meta.url));

/** The tests of other workers keep the processors busy. */
const PATIENCE_MS = 10_000;
/** A test's few users need no more. */
const POOL_SIZES = { general: 3, journal: 2, outbox: 2 };

export interface TestDatabase {
  readonly database: Database;
  /** Its address, if it has one. */
  readonly url: string | undefined;
  /** Closes it and removes its data. */
  drop(): Promise<void>;
}

/** Opens an empty database with the product's tables, on the storage that this test run uses. */
export function openTestDatabase(): Promise<TestDatabase> {
  return inject("storage") === "postgres" ? createPostgres() : createPglite();
}

/** Creates an empty embedded database with the product's tables; `freeBytes` fakes the free space on its disk. */
export async function createPglite(freeBytes?: () => number): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "chartrelay-pglite-"));
  cpSync(await pgliteTemplate(), folder, { recursive: true });
  return await openPgliteAt(folder, freeBytes);
}

async function openPgliteAt(folder: string, freeBytes?: () => number): Promise<TestDatabase> {
  const database = await openPglite(folder, freeBytes);
  return {
    database,
    url: undefined,
    drop: async () => {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Returns a PGlite directory with the product's tables and no rows. Creating one takes seconds, a copy a fraction of
 * one, so it is kept between runs, under a name that changes with what it is made from.
 */
async function pgliteTemplate(): Promise<string> {
  const hash = createHash("sha256").update(server.dependencies["@electric-sql/pglite"]);
  // The journal too: a migration with a new date would be applied to the kept tables again.
  for (const file of globSync(join(MIGRATIONS_DIR, "{*.sql,meta/_journal.json}")).toSorted())
    hash.update(readFileSync(file));
  const template = join(CACHE, `pglite-${hash.digest("hex").slice(0, 16)}`);
  if (existsSync(template)) return template;
  mkdirSync(CACHE, { recursive: true });
  const unfinished = mkdtempSync(join(CACHE, "unfinished-"));
  await (await openPglite(unfinished)).close();
  try {
    renameSync(unfinished, template);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    // Another test file was faster.
    if (!existsSync(template)) throw error;
  }
  return template;
}

/** Opens a database that statements fill before the product opens it and migrates its tables. */
export async function openFilledDatabase(statements: readonly string[]): Promise<TestDatabase> {
  if (inject("storage") === "postgres") {
    const name = newName();
    await asSuperuser(`create database ${name}`);
    const client = new pg.Client({ connectionString: urlOf(name) });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
    return await openPostgresNamed(name);
  }
  const folder = mkdtempSync(join(tmpdir(), "chartrelay-pglite-"));
  const client = await PGlite.create(folder);
  for (const statement of statements) await client.exec(statement);
  await client.close();
  return await openPgliteAt(folder);
}

async function createPostgres(): Promise<TestDatabase> {
  const name = newName();
  // Copying files takes a third of the processor time of copying through the log, and dropping the copy, too.
  await asSuperuser(`create database ${name} template ${await postgresTemplate()} strategy file_copy`);
  return await openPostgresNamed(name);
}

async function openPostgresNamed(name: string): Promise<TestDatabase> {
  const { database, url } = await openNamed(name);
  return {
    database,
    url,
    drop: async () => {
      await database.close();
      await asSuperuser(`drop database ${name} with (force)`);
    },
  };
}

let template: Promise<string> | undefined;

/** Returns a database with tables and no rows: one per worker, since a copy costs less than migrations. */
function postgresTemplate(): Promise<string> {
  template ??= (async () => {
    const name = newName();
    await asSuperuser(`create database ${name}`);
    const { database } = await openNamed(name);
    await database.close();
    return name;
  })();
  return template;
}

async function openNamed(name: string): Promise<{ database: Database; url: string }> {
  const url = urlOf(name);
  const timeouts = { connectMs: PATIENCE_MS, journalMs: PATIENCE_MS, silenceMs: PATIENCE_MS };
  const options = { url, directUrl: url, timeouts, poolSizes: POOL_SIZES };
  return { url, database: await openPostgres({ ...options, onConnectionError: () => undefined }) };
}

function urlOf(name: string): string {
  const address = new URL(inject("postgresUrl"));
  address.pathname = name;
  return address.href;
}

const newName = () => `test_${randomBytes(8).toString("hex")}`;

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
