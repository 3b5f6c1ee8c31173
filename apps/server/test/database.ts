import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { inject } from "vitest";
import { copyPglite } from "../../../scripts/pglite-templates.ts";
import type { Database } from "../src/platform/db/database.ts";
import { openPglite } from "../src/platform/db/pglite.ts";
import { openPostgres } from "../src/platform/db/postgres.ts";

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
  copyPglite(inject("pgliteTemplates").migrated, folder);
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
  copyPglite(inject("pgliteTemplates").empty, folder);
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
