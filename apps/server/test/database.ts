import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import type { Database } from "../src/platform/db/database.ts";
import { openPglite } from "../src/platform/db/pglite.ts";
import { openPostgres } from "../src/platform/db/postgres.ts";

export interface TestDatabase {
  readonly database: Database;
  /** Its address, where it has one. */
  readonly url: string | undefined;
  /** Closes it and removes its data. */
  drop(): Promise<void>;
}

/** An empty database with the product's tables, on the storage that this run of the tests is for. */
export function openTestDatabase(): Promise<TestDatabase> {
  return inject("storage") === "postgres" ? createPostgres() : createPglite();
}

async function createPglite(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "chartrelay-pglite-"));
  const database = await openPglite(folder);
  return {
    database,
    url: undefined,
    drop: async () => {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createPostgres(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await asSuperuser(`create database ${name}`);
  const address = new URL(inject("postgresUrl"));
  address.pathname = name;
  const url = address.href;
  const broken: Error[] = [];
  const database = await openPostgres({ url, directUrl: url, onConnectionError: (error) => broken.push(error) });
  return {
    database,
    url,
    drop: async () => {
      await database.close();
      await asSuperuser(`drop database ${name} with (force)`);
    },
  };
}

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
