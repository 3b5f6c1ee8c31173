import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, openSync, realpathSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join, relative } from "node:path";

/** macOS allows 104 bytes including the final zero, Linux 108. */
const MAX_SOCKET_PATH_BYTES = 103;

/** Another process is using the data directory. */
export class DataDirInUseError extends Error {
  override readonly name = "DataDirInUseError";
}

/**
 * Locks the data directory for this process: the embedded database survives a kill -9, but not two processes at once.
 * Returns the function that unlocks it. The lock is a listening socket: it dies with its process, however that ends,
 * and a connection attempt tells a stale file from a live owner.
 * @throws {DataDirInUseError}
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const address = socketAddress(realpathSync(dataDir));
  const unlock = await tryListen(address);
  if (unlock) return unlock;
  if (!(await isAnswered(address))) {
    rmSync(address, { force: true });
    const unlockAfterClearing = await tryListen(address);
    if (unlockAfterClearing) return unlockAfterClearing;
  }
  throw new DataDirInUseError(`another process already works in ${dataDir}: stop it, or set another DATA_DIR`);
}

/**
 * Returns an address inside the data directory: in the temporary folder, which all users of a machine share, somebody
 * else could take the name. A socket's path is limited to about a hundred bytes, so it uses the first spelling that
 * fits.
 */
function socketAddress(dataDir: string): string {
  if (process.platform === "win32") {
    return String.raw`\\.\pipe\chartrelay-${createHash("sha256").update(dataDir).digest("hex").slice(0, 16)}`;
  }
  const absolute = join(dataDir, "lock");
  const fitting = [absolute, relative(process.cwd(), absolute)].find(
    (path) => Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES,
  );
  if (fitting !== undefined) return fitting;
  if (process.platform !== "linux") throw new Error(`DATA_DIR: the path ${dataDir} is too long for a socket`);
  // The folder stays open for the life of the process, so this path stays valid.
  return `/proc/self/fd/${openSync(dataDir, "r")}/lock`;
}

async function tryListen(address: string): Promise<(() => void) | undefined> {
  const server = createServer((socket) => socket.destroy());
  server.listen(address);
  try {
    await once(server, "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return undefined;
    throw error;
  }
  server.unref();
  return () => server.close();
}

async function isAnswered(address: string): Promise<boolean> {
  const socket = connect(address);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
