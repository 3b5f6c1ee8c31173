/** Runs PostgreSQL's own programs, in the version that fits the server. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { OperatorError } from "../commands.ts";

/** Enough of a program's complaint to act on. */
const MOST_CHARACTERS = 2_000;

/**
 * Returns the path of a program that is as new as the server, or else the next newer one: pg_dump refuses a server that
 * is newer than itself, and what a newer pg_restore writes, an older server may not understand.
 * @throws {OperatorError} saying what to install.
 */
export function findProgram(name: "pg_dump" | "pg_restore", serverMajor: number): string {
  const candidates = [...globSync(`/usr/lib/postgresql/*/bin/${name}`), name];
  const [fitting] = candidates
    .map((path) => ({ path, major: majorOf(path) }))
    .filter(({ major }) => major >= serverMajor)
    .toSorted((a, b) => a.major - b.major);
  if (fitting) return fitting.path;
  throw new OperatorError(
    `${name} of PostgreSQL ${serverMajor} is missing, the version of the server: install postgresql-client-${serverMajor}`,
  );
}

/** Returns the program's major version; NaN if it can't be run. */
function majorOf(path: string): number {
  const { stdout } = spawnSync(path, ["--version"], { encoding: "utf8" });
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? "")?.[1] ?? Number.NaN);
}

/**
 * Runs a program on a database.
 * @throws {OperatorError} with what it said, if it fails.
 */
export async function runProgram(path: string, args: readonly string[], url: string): Promise<void> {
  const { address, password } = withoutPassword(url);
  const child = spawn(path, [...args, `--dbname=${address}`], {
    stdio: ["ignore", "ignore", "pipe"],
    // oxlint-disable-next-line node/no-process-env -- the program's environment, not a setting of ours
    env: { ...process.env, ...(password !== undefined && { PGPASSWORD: password }) },
  });
  let said = "";
  child.stderr.on("data", (chunk) => (said = `${said}${chunk}`.slice(-MOST_CHARACTERS)));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new OperatorError(`${path} failed: ${said.trim()}`);
}

/** Takes the password out of a connection string: arguments are in the list of processes, which everybody may read. */
export function withoutPassword(url: string): { readonly address: string; readonly password?: string } {
  const [, scheme, user, password, rest] = /^(\w+:\/\/)([^:@/?]*):([^@/?]*)@(.*)$/s.exec(url) ?? [];
  if (password === undefined) return { address: url };
  return { address: `${scheme}${user}@${rest}`, password: decodeURIComponent(password) };
}
