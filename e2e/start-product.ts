/** Starts the product as `npm start` does: a process in sandbox mode, with every venue simulated inside it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { stablePort } from "../bench/product/ports.ts";
import { startServer } from "../bench/product/server.ts";

/** Where a running product is. */
export interface ProductAddress {
  readonly origin: string;
  /** Where its simulators are controlled and read: packages/sandbox/src/control.ts, mail/pages.ts, telegram/controls.ts. */
  readonly controlUrl: string;
  /** Undefined: the embedded database. */
  readonly databaseUrl?: string | undefined;
}

export interface StartedProduct extends ProductAddress {
  end(): Promise<void>;
}

const SEED_POLL_MS = 20;

/** Settles when the product is ready and has its demo users. @throws with the product's log when it ends before. */
export async function startProduct(
  settings: Readonly<Record<string, string>>,
  databaseUrl?: string,
): Promise<StartedProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), "chartrelay-e2e-"));
  const port = await stablePort();
  const server = startServer({ port, dataDir, databaseUrl, sandbox: { settings: {} }, more: settings });
  const end = async () => {
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await server.ready;
    // What it prints for its operator when the demo users have been made: apps/server/src/sandbox-mode.ts.
    const announced = () => /(\S+)\/__sandbox\/mail$/m.exec(server.log())?.[1];
    while (announced() === undefined && server.isAlive) await delay(SEED_POLL_MS);
    const controlUrl = announced();
    if (controlUrl === undefined) throw new Error(`the product ended before it announced itself:\n${server.log()}`);
    return { origin: server.origin, controlUrl, databaseUrl, end };
  } catch (error) {
    await end();
    throw error;
  }
}
