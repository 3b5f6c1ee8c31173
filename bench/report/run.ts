/** What a report says about the run that measured a line: where, when, of which commit, and by which command. */
import { execFileSync } from "node:child_process";
import { availableParallelism, cpus, loadavg, release, totalmem, type as system } from "node:os";
import { startPostgres } from "../../scripts/test-postgres.ts";
import { withClient } from "../product/storage.ts";

/** Everything that can be compared between machines, and nothing that names one: no host name, no paths. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly kernel: string;
  readonly node: string;
  readonly postgres: string;
}

export interface Run {
  /** When it began; ISO 8601. */
  readonly at: string;
  /** The commit that was checked out, with a plus sign if files had changed since. */
  readonly commit: string;
  /** What repeats it. */
  readonly command: string;
  /** The average number of runnable processes in the minute before: what else the machine was doing. */
  readonly load: number;
  readonly machine: Machine;
}

/** Describes this run. Starts a PostgreSQL for a moment, to learn the version that the run uses. */
export async function describeRun(command: string): Promise<Run> {
  return {
    at: new Date().toISOString(),
    commit: git("rev-parse", "--short=10", "HEAD") + (git("status", "--porcelain") === "" ? "" : "+"),
    command,
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    machine: {
      processor: cpus()[0]?.model.trim() ?? "unknown",
      cores: availableParallelism(),
      memoryGb: Math.round(totalmem() / 2 ** 30),
      // What follows the version may name a provider, or a machine.
      kernel: `${system()} ${/^[\d.]+/.exec(release())?.[0] ?? ""}`,
      node: process.versions.node,
      postgres: await postgresVersion(),
    },
  };
}

function git(...words: readonly string[]): string {
  try {
    return execFileSync("git", words, { cwd: import.meta.dirname, encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return "unknown";
  }
}

async function postgresVersion(): Promise<string> {
  const postgres = await startPostgres();
  try {
    return await withClient(postgres.url, async (client) => {
      const { rows } = await client.query<{ server_version: string }>("show server_version");
      // Packages add their own version after a space.
      return rows[0]?.server_version.split(" ")[0] ?? "unknown";
    });
  } finally {
    await postgres.stop();
  }
}
