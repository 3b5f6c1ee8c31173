import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ephemeral range. While its server is dead, a client that dials an ephemeral port could be assigned that
 * same port as its own and connect to itself.
 */
const FIRST_PORT = 20_000;
const PORTS = 12_000;

/** Finds a free port on 127.0.0.1 for a server that will be killed and restarted on it. */
export async function stablePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    const probe = createServer().listen(port, "127.0.0.1");
    const isFree = await Promise.race([
      once(probe, "listening").then(() => true),
      new Promise<boolean>((resolve) => probe.once("error", () => resolve(false))),
    ]).catch(() => false);
    if (!isFree) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
}
