/** The commands as an operator uses them, on the embedded database; `npm run drill` has them on PostgreSQL. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, onTestFinished, test } from "vitest";
import { cleanEnvironment } from "../../../../../scripts/clean-environment.ts";
import { copyPglite } from "../../../../../scripts/pglite-templates.ts";
import { lockDataDir } from "../../platform/data-dir.ts";
import { claimDatabase } from "../../platform/db/mode.ts";
import { openPglite } from "../../platform/db/pglite.ts";
import { sandboxKeyRing } from "../../platform/security/key-ring.ts";
import { findProgram, withoutPassword } from "./programs.ts";
import { run } from "./run.ts";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "chartrelay-backup-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function command(words: readonly string[], settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [MAIN, ...words], { env: { ...cleanEnvironment(), ...settings } });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  child.stderr.on("data", (chunk) => (said += chunk));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, said: said.trim() };
}

const ADD_USERS = `insert into users (id, email, full_name, roles, password_hash)
  select gen_random_uuid(), n || '@example.com', 'Ivan Petrov', '{USER}', 'none' from generate_series(1, 2) n`;

test(
  "an embedded database is copied without its keys, and the copy starts elsewhere with the same rows",
  { timeout: 90_000 },
  async () => {
    const [DATA_DIR, safe, elsewhere] = [folder(), folder(), folder()];
    copyPglite(inject("pgliteTemplates").migrated, join(DATA_DIR, "db"));
    const original = await openPglite(join(DATA_DIR, "db"));
    await claimDatabase(original, "sandbox");
    await original.query(ADD_USERS);
    await original.close();
    sandboxKeyRing(DATA_DIR);

    const unlock = await lockDataDir(DATA_DIR);
    const busy = await run({ kind: "backup", folder: safe }, { DATA_DIR });
    expect(busy).toMatchObject({ isDone: false, said: expect.stringContaining("Stop the server") });
    unlock();
    expect(await run({ kind: "backup", folder: safe }, { DATA_DIR })).toMatchObject({ isDone: true });
    const [name = ""] = readdirSync(safe);
    expect(name).toMatch(/^chartrelay-\d{8}T\d{6}Z\.pglite$/);
    expect(readdirSync(join(safe, name))).not.toContain("credentials-keys");

    const restore = { kind: "restore", path: join(safe, name) } as const;
    const keyless = await run(restore, { DATA_DIR: elsewhere });
    expect(keyless).toMatchObject({
      isDone: false,
      said: expect.stringContaining("Put the file credentials-keys back"),
    });
    sandboxKeyRing(elsewhere);
    const restored = await run(restore, { DATA_DIR: elsewhere });
    expect(restored).toMatchObject({ isDone: true, said: expect.stringContaining("Restored: 2 users, 0 orders") });
    const again = await run(restore, { DATA_DIR: elsewhere });
    expect(again).toMatchObject({ isDone: false, said: expect.stringContaining("never overwrites a database") });
  },
);

test("a folder that holds the keys is refused for a backup: whoever took it would have both", async () => {
  const [DATA_DIR, safe] = [folder(), folder()];
  mkdirSync(join(DATA_DIR, "db"));
  const key = Buffer.alloc(32, 9).toString("base64");
  const CREDENTIALS_KEYS = `one:${key}`;
  writeFileSync(join(safe, "chartrelay.env"), `CREDENTIALS_KEYS=${CREDENTIALS_KEYS}\n`);
  const refused = await run({ kind: "backup", folder: safe }, { DATA_DIR, CREDENTIALS_KEYS });
  expect(refused.isDone).toBe(false);
  expect(refused.said).toContain(`${join(safe, "chartrelay.env")} holds CREDENTIALS_KEYS`);
  expect(refused.said).not.toContain(key);
  expect(readdirSync(safe)).toEqual(["chartrelay.env"]);
});

test("an invalid command line explains the usage with exit code 2, and a missing folder is named", async () => {
  const wrong = [["backup"], ["restore"], ["restore", "a", "b"], ["backup", "a", "--after-recovery"], ["delete", "a"]];
  for (const refused of await Promise.all(wrong.map((words) => command(words)))) {
    expect(refused).toMatchObject({ code: 2, said: expect.stringContaining("npm run backup -- <folder>") });
  }
  const DATA_DIR = folder();
  sandboxKeyRing(DATA_DIR);
  const missing = await command(["backup", join(DATA_DIR, "none")], { DATA_DIR });
  expect(missing).toMatchObject({ code: 1, said: expect.stringContaining("is no folder that can be read") });
});

test("a missing program of PostgreSQL is named in one line, with what to install", () => {
  expect(() => findProgram("pg_dump", 99)).toThrow(
    "pg_dump of PostgreSQL 99 is missing, the version of the server: install postgresql-client-99",
  );
});

test("a password isn't among a program's arguments, where every user of the machine could read it", () => {
  expect(withoutPassword("postgres://me:s%40fe@a:5432,b:5432/relay?sslmode=verify-full")).toEqual({
    address: "postgres://me@a:5432,b:5432/relay?sslmode=verify-full",
    password: "s@fe",
  });
  expect(withoutPassword("postgres://me@a/relay")).toEqual({ address: "postgres://me@a/relay" });
});
