/** Builds the web application if its sources have changed. Plain JavaScript: it runs on whatever Node there is. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pinnedNode, root } from "./ensure-installed.mjs";

const WEB = join(root, "apps", "web");
/** A file beside the build that records a fingerprint of its sources. */
const STAMP = join(WEB, "dist", ".made-of");
const BUILD = join(WEB, "build", "build.ts");

/** Everything that a build depends on, including the translations, since pages are prerendered. */
const SOURCES = ["apps/web", "packages/contract", "packages/locales", "package-lock.json", "tsconfig.json"];
const NO_SOURCE = /[\\/](?:dist|node_modules)$|\.test\.tsx?$/;

/** Rebuilds if stale; exits with an error message if that fails. */
export function ensureWebBuilt() {
  const madeOf = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === madeOf) return;
  console.log("Building the web application. This takes a few seconds, and only when it changed.");
  const { status, error, stdout, stderr } = spawnSync(pinnedNode, [BUILD], {
    cwd: WEB,
    encoding: "utf8",
    // Always: with the tests' NODE_ENV, the build would contain React's development version.
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status === 0) return writeFileSync(STAMP, madeOf);
  console.error(`The web application could not be built${error ? `: ${error.message}` : ""}.\n${stdout}${stderr}`);
  process.exit(status || 1);
}

/** Exits with one line if there is no build. A copied build can't be checked for staleness. */
export function requireWebBuilt() {
  if (existsSync(STAMP)) return;
  console.error(
    "The web application isn't built. Run `npm run build` first, where the development tools are installed.",
  );
  process.exit(1);
}

/** Returns a hash of the names, sizes and modification times of all sources. */
function fingerprint() {
  const hash = createHash("sha256");
  const add = (path) => {
    if (NO_SOURCE.test(path)) return;
    const entry = statSync(path);
    if (entry.isFile()) hash.update(`${path} ${entry.size} ${entry.mtimeMs}\n`);
    else for (const name of readdirSync(path).toSorted()) add(join(path, name));
  };
  for (const source of SOURCES) add(join(root, source));
  return hash.digest("hex");
}
