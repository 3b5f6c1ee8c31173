import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, realpathSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/** Another process works in the data directory. */
export class DataDirInUseError extends Error {
  override readonly name = "DataDirInUseError";
}

/**
 * Takes the data directory for this process: the embedded database survives a kill -9, but not two processes at once.
 * Gives back the function that lets go of it. The lock is a listening socket: it dies with its process, whatever kills
 * that, and a file left behind is told from a living holder by whether somebody answers.
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

/** In the temporary folder, as a socket's path may have about a hundred characters only. */
function socketAddress(dataDir: string): string {
  const name = `chartrelay-${userInfo().username}-${createHash("sha256").update(dataDir).digest("hex").slice(0, 16)}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
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
