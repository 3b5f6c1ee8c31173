/** Builds the web application, unless what it is made of hasn't changed. Plain JavaScript: it runs on whatever Node there is. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pinnedNode, root } from "./ensure-installed.mjs";

const WEB = join(root, "apps", "web");
/** Stands beside the built files, and says what they were made of. */
const STAMP = join(WEB, "dist", ".made-of");
const BUILD = join(WEB, "build", "build.ts");

/** What a build depends on. Texts are part of it: pages are prerendered. */
const SOURCES = ["apps/web", "packages/contract", "packages/locales", "package-lock.json", "tsconfig.json"];
const NO_SOURCE = /[\\/](?:dist|node_modules)$|\.test\.tsx?$/;

/** Builds what is stale; ends the process with one line when that fails. */
export function ensureWebBuilt() {
  const madeOf = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === madeOf) return;
  console.log("Building the web application. This takes a few seconds, and only when it changed.");
  const { status, error, stdout, stderr } = spawnSync(pinnedNode, [BUILD], {
    cwd: WEB,
    encoding: "utf8",
    // Whoever builds: the tests' own environment would have React's development version built.
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status === 0) return writeFileSync(STAMP, madeOf);
  console.error(`The web application could not be built${error ? `: ${error.message}` : ""}.\n${stdout}${stderr}`);
  process.exit(status || 1);
}

/** Ends the process with one line when nothing was built. Whether it is stale can't be told where files were copied. */
export function requireWebBuilt() {
  if (existsSync(STAMP)) return;
  console.error(
    "The web application isn't built. Run `npm run build` first, where the development tools are installed.",
  );
  process.exit(1);
}

/** Changes with each change of a name, a size or a date. */
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
