/**
 * Embedded databases to copy: to create one takes 7 s of processor time, a copy a hundredth of that. They are kept between
 * runs, under a name that changes with what they are made from.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const CACHE = join(ROOT, "node_modules/.cache/chartrelay");
const SERVER = join(ROOT, "apps/server");
const DATABASE = join(SERVER, "src/platform/db");
/** Creates both in a folder. The server's own code migrates the second. */
const MAKE = `
  const [folder, opener] = process.argv.slice(1);
  const { cpSync } = await import("node:fs");
  const { PGlite } = await import("@electric-sql/pglite");
  await (await PGlite.create(folder + "/empty")).close();
  cpSync(folder + "/empty", folder + "/migrated", { recursive: true });
  const { openPglite } = await import(opener);
  await (await openPglite(folder + "/migrated")).close();
  process.exit();`;

export interface PgliteTemplates {
  /** The data folder of a database without tables. */
  readonly empty: string;
  /** The data folder of one with the product's tables and no rows. */
  readonly migrated: string;
}

/** Returns the templates, and creates them first if this is the first run with them. @throws if that fails. */
export async function pgliteTemplates(): Promise<PgliteTemplates> {
  const templates = join(CACHE, `pglite-${fingerprint()}`);
  if (!existsSync(templates)) await make(templates);
  return { empty: join(templates, "empty"), migrated: join(templates, "migrated") };
}

/** Copies a template to `folder`, where a server or PGlite can open it. */
export function copyPglite(template: string, folder: string): void {
  cpSync(template, folder, { recursive: true });
}

function fingerprint(): string {
  const { dependencies } = JSON.parse(readFileSync(join(SERVER, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const hash = createHash("sha256")
    .update(MAKE)
    .update(dependencies["@electric-sql/pglite"] ?? "");
  // The journal too: a migration with a new date would be applied to the kept tables again.
  for (const file of globSync(join(DATABASE, "migrations/{*.sql,meta/_journal.json}")).toSorted())
    hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

async function make(templates: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const unfinished = mkdtempSync(join(CACHE, "unfinished-"));
  const words = [unfinished, join(DATABASE, "pglite.ts")];
  const child = spawn(process.execPath, ["--input-type=module", "--eval", MAKE, ...words], {
    cwd: SERVER,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`the embedded databases for tests could not be created: exit code ${code}`);
  try {
    renameSync(unfinished, templates);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    // Another run was faster.
    if (!existsSync(templates)) throw error;
  }
}
