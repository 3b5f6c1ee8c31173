/** Starts the product as `npm start` does: a process in sandbox mode that simulates every venue itself. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { stablePort } from "../bench/product/ports.ts";
import { copyPglite } from "../scripts/pglite-templates.ts";
import { startServer } from "../bench/product/server.ts";

/** The addresses of a running product. */
export interface ProductAddress {
  readonly origin: string;
  /** Base URL for controlling its simulators: packages/sandbox/src/control.ts, mail/pages.ts, telegram/controls.ts. */
  readonly controlUrl: string;
  /** Undefined for the embedded database. */
  readonly databaseUrl?: string | undefined;
}

export interface StartedProduct extends ProductAddress {
  end(): Promise<void>;
}

const SEED_POLL_MS = 20;

/**
 * Settles once the product is ready and has its demo users. Without a database or a template to copy, it creates an embedded
 * database. @throws with the product's log if it exits first.
 */
export async function startProduct(
  settings: Readonly<Record<string, string>>,
  { databaseUrl, pgliteTemplate }: { readonly databaseUrl?: string; readonly pgliteTemplate?: string } = {},
): Promise<StartedProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), "chartrelay-e2e-"));
  if (pgliteTemplate !== undefined) copyPglite(pgliteTemplate, join(dataDir, "db"));
  const port = await stablePort();
  const server = startServer({ port, dataDir, databaseUrl, sandbox: { settings: {} }, more: settings });
  const end = async () => {
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await server.ready;
    // apps/server/src/sandbox-mode.ts prints this address once the demo users exist.
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
