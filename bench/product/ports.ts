import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below what systems hand out for outgoing connections. A port that is dialled while its server is dead must not be one
 * of those: the dialling socket could be given it as its own and connect to itself.
 */
const FIRST_PORT = 20_000;
const PORTS = 12_000;

/** A free port of 127.0.0.1 for a server that is killed and started again on it. */
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
