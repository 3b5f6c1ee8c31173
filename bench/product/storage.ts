/** Databases for servers under test: a folder for the embedded one, or a fresh database on a throw-away PostgreSQL. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

export const STORAGES = ["pglite", "postgres"] as const;
export type StorageKind = (typeof STORAGES)[number];

const folders = new Set<string>();
process.on("exit", () => folders.forEach(removeFolder));

export interface Storage {
  readonly kind: StorageKind;
  /** Undefined: the embedded one. */
  readonly databaseUrl: string | undefined;
  /** A data folder for each node. */
  readonly dataDirs: readonly string[];
  remove(): void;
}

/** Makes an empty storage for `nodes` servers; `postgresUrl` is a superuser's, and undefined for the embedded database. */
export async function createStorage(name: string, nodes: number, postgresUrl: string | undefined): Promise<Storage> {
  const databaseUrl = postgresUrl === undefined ? undefined : await createDatabase(postgresUrl, name);
  const dataDirs = Array.from({ length: nodes }, () => mkdtempSync(join(tmpdir(), "chartrelay-bench-")));
  for (const folder of dataDirs) folders.add(folder);
  return {
    kind: postgresUrl === undefined ? "pglite" : "postgres",
    databaseUrl,
    dataDirs,
    remove: () => dataDirs.forEach(removeFolder),
  };
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
}

async function createDatabase(postgresUrl: string, name: string): Promise<string> {
  await withClient(postgresUrl, (client) => client.query(`create database ${pg.escapeIdentifier(name)}`));
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs `work` with a connection of its own. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // A server that is killed under us ends the query too; this is only the idle connection's end.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
