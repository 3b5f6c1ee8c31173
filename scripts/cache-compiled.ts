/**
 * Workers, and the servers that tests and benchmarks start, compile the same modules, so Node.js keeps what one of them
 * compiled. The product's modules come first, because a server can't add them: most are killed, and Node.js writes the
 * cache when a process ends. Each run begins anew: the tests' own files get new entries every time.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const CACHE = join(root, "node_modules/.cache/chartrelay/compiled");
const MODULES = ["serve.ts", "sandbox-mode.ts"].map((name) => join(root, "apps/server/src", name));

/**
 * Fills the cache for the programs that this process starts. Settles when it is filled: who starts a server earlier compiles
 * once more. Leaves a cache that the caller has set as it is.
 */
export async function cacheCompiled(): Promise<void> {
  if (process.env["NODE_COMPILE_CACHE"] !== undefined) return;
  rmSync(CACHE, { recursive: true, force: true });
  process.env["NODE_COMPILE_CACHE"] = CACHE;
  const load = "await Promise.all(process.argv.slice(1).map((file) => import(file))); process.exit();";
  await once(
    spawn(process.execPath, ["--input-type=module", "--eval", load, ...MODULES], { stdio: "ignore" }),
    "close",
  );
}
