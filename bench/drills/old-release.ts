import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/**
 * Lays out a commit of this repository with the packages of its own lock file, and returns the folder; undefined if no
 * commit is given. It is removed when this process ends.
 * @throws if this copy of the repository lacks the commit, or its packages can't be installed.
 */
export function folderOfRelease(commit: string | undefined): string | undefined {
  if (commit === undefined || commit === "") return undefined;
  const folder = mkdtempSync(join(tmpdir(), "chartrelay-release-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const archive = execFileSync("git", ["archive", "--format=tar", commit], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  execFileSync("npm", ["ci", "--omit=dev", "--loglevel=error"], { cwd: folder, stdio: "inherit" });
  return folder;
}
