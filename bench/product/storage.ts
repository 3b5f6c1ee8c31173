/** Databases for servers under test: a folder for PGlite, or a fresh database on a throw-away PostgreSQL. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { copyPglite } from "../../scripts/pglite-templates.ts";

export const STORAGES = ["pglite", "postgres"] as const;
export type StorageKind = (typeof STORAGES)[number];

const folders = new Set<string>();
process.on("exit", () => folders.forEach(removeFolder));

export interface Storage {
  readonly kind: StorageKind;
  /** Undefined for the embedded database. */
  readonly databaseUrl: string | undefined;
  /** One data folder per node. */
  readonly dataDirs: readonly string[];
  remove(): void;
}

/**
 * Creates an empty storage for `nodes` servers. `postgresUrl` is a superuser's, undefined for the embedded one, of which a
 * server's first start makes a new one unless there is a template.
 */
export async function createStorage(
  name: string,
  nodes: number,
  postgresUrl: string | undefined,
  pgliteTemplate?: string,
): Promise<Storage> {
  const databaseUrl = postgresUrl === undefined ? undefined : await createDatabase(postgresUrl, name);
  const { paths: dataDirs, remove } = createFolders(nodes);
  if (pgliteTemplate !== undefined) for (const folder of dataDirs) copyPglite(pgliteTemplate, join(folder, "db"));
  return { kind: postgresUrl === undefined ? "pglite" : "postgres", databaseUrl, dataDirs, remove };
}

/** Creates empty folders, which are removed at the latest when this process ends. */
export function createFolders(count: number): { readonly paths: readonly string[]; remove(): void } {
  const paths = Array.from({ length: count }, () => mkdtempSync(join(tmpdir(), "chartrelay-bench-")));
  for (const folder of paths) folders.add(folder);
  return { paths, remove: () => paths.forEach(removeFolder) };
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
}

/** Creates an empty database and returns its address. `postgresUrl` is a superuser's. */
export async function createDatabase(postgresUrl: string, name: string): Promise<string> {
  await withClient(postgresUrl, (client) => client.query(`create database ${pg.escapeIdentifier(name)}`));
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs `work` with its own connection. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // If the server is killed, a running query rejects anyway; this event only reports a broken idle connection.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
