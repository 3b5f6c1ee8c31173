import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DataDirInUseError, lockDataDir } from "./data-dir.ts";

test.each([
  ["short", "data"],
  ["longer than a socket's may be", join("d".repeat(120), "e".repeat(120))],
])("a data directory whose path is %s is locked from within, where only its owner may write", async (_, name) => {
  const folder = mkdtempSync(join(tmpdir(), "chartrelay-data-dir-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, name);
  const unlock = await lockDataDir(dataDir);
  expect(readdirSync(dataDir)).toEqual(["lock"]);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  await expect(lockDataDir(dataDir)).rejects.toThrow(DataDirInUseError);
  unlock();
  expect(readdirSync(dataDir)).toEqual([]);
  (await lockDataDir(dataDir))();
});
