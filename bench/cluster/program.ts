/** The cluster's programs: they run as an unprivileged user and never outlive this process, however it ends. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unprivilegedUser, type Owner } from "../../scripts/test-postgres.ts";
import type { Machine } from "./network.ts";

const MAX_LOG_CHARACTERS = 20_000;

/** A folder that belongs to the unprivileged user, for configurations, data and the ids of processes. */
export interface Workplace {
  readonly folder: string;
  readonly owner: Owner | undefined;
  /** Writes a file that the programs may read, and returns its path. */
  write(name: string, text: string): string;
  directory(name: string): string;
  /** Removes the folder; end the programs first. */
  close(): void;
}

/** Creates it. If this process dies, a guard ends whatever runs there, and removes the folder and namespaces. */
export function openWorkplace(): Workplace {
  const folder = mkdtempSync(join(tmpdir(), "chartrelay-cluster-"));
  const owner = process.getuid?.() === 0 ? unprivilegedUser() : undefined;
  const own = (path: string) => {
    if (owner) chownSync(path, owner.uid, owner.gid);
    return path;
  };
  own(folder);
  mkdirSync(join(folder, "pids"));
  const guard = guardAgainstOrphans(folder);
  return {
    folder,
    owner,
    write(name, text) {
      const path = join(folder, name);
      writeFileSync(path, text, { mode: 0o600 });
      return own(path);
    },
    directory(name) {
      const path = join(folder, name);
      mkdirSync(path, { recursive: true, mode: 0o700 });
      return own(path);
    },
    close() {
      guard.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until this process ends, however it does. Patroni first: it would start its PostgreSQL again. */
function guardAgainstOrphans(folder: string): ChildProcess {
  const script = `
    cat
    kill -KILL $(cat "$0"/pids/*)
    for file in "$0"/data-*/postmaster.pid; do
      server=$(head -n 1 "$file") && grep -qa "$0" "/proc/$server/cmdline" && kill -KILL $(pgrep -P "$server") "$server"
    done
    ip netns list | sed -n "s/^\\\\(cluster$1-[a-z0-9]*\\\\).*/\\\\1/p" | xargs -r -n 1 ip netns del
    ip link del "cluster$1b"
    rm -rf "$0"`;
  const guard = spawn("sh", ["-c", script, folder, String(process.pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.unref();
  return guard;
}

export interface Program {
  readonly name: string;
  readonly pid: number;
  readonly isAlive: boolean;
  /** Returns the end of its output. */
  log(): string;
  /** Kills it, by SIGKILL by default, and settles when it is gone. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a program on a machine. */
export function startProgram(
  { folder, owner }: Workplace,
  machine: Machine,
  name: string,
  command: readonly string[],
): Program {
  const asOwner = owner
    ? ["setpriv", `--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups", ...command]
    : command;
  const [file = "", ...given] = machine.run(asOwner);
  const { PATH = "" } = process.env;
  // Debian keeps HAProxy and PgBouncer in sbin.
  const env = { PATH: `${PATH}:/usr/sbin:/sbin`, HOME: folder, LC_ALL: "C" };
  const child = spawn(file, given, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const pidFile = join(folder, "pids", name);
  writeFileSync(pidFile, `${child.pid}\n`);
  let log = "";
  const keep = (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-MAX_LOG_CHARACTERS);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  child.once("error", (error) => {
    log += error.message;
  });
  let isAlive = true;
  const exited = once(child, "exit").then(
    () => {
      isAlive = false;
      rmSync(pidFile, { force: true });
    },
    () => undefined,
  );
  return {
    name,
    pid: child.pid ?? 0,
    get isAlive() {
      return isAlive;
    },
    log: () => log,
    async kill(signal = "SIGKILL") {
      child.kill(signal);
      await exited;
    },
  };
}

/** Sends a signal to processes and all their descendants, parents first. */
export function signalTrees(roots: readonly number[], signal: NodeJS.Signals): void {
  // A program that couldn't be started has 0, which means this process's own group.
  const pending = roots.filter((pid) => pid > 0);
  for (let pid = pending.shift(); pid !== undefined; pid = pending.shift()) {
    const children = spawnSync("pgrep", ["-P", String(pid)], { encoding: "utf8" }).stdout;
    pending.push(...children.split("\n").filter(Boolean).map(Number));
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Returns the process id of the PostgreSQL that runs on a data directory, if one does. */
export function postmasterOf(dataDir: string): number | undefined {
  const file = join(dataDir, "postmaster.pid");
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : 0;
  // After a crash the file stays, and its number may be another process's by now.
  return isRunning(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(dataDir) ? pid : undefined;
}

/** Whether a process runs, and isn't one that ended and whose parent hasn't noticed. */
export function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return !stat.slice(stat.lastIndexOf(")")).startsWith(") Z");
  } catch {
    return false;
  }
}
