/**
 * Installs what package-lock.json names, unless it stands there already. Plain JavaScript without a dependency: it runs
 * before anything is installed, on whatever Node (20 or newer) the machine has.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "..");

/** The Node.js that everything runs on: the `node` package of package.json. */
export const pinnedNode = join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");

/** Brings node_modules in line with package-lock.json; ends the process with one line when it can't. */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.log("Installing the packages of package-lock.json. This takes about a minute, and only when they changed.");
  // NODE_ENV=production would leave out Node itself; at level `error` npm keeps quiet about the machine's own Node.
  const npmArguments = ["ci", "--include=dev", "--loglevel=error"];
  const npm = process.env["npm_execpath"];
  const { status, error } = npm
    ? spawnSync(process.execPath, [npm, ...npmArguments], { cwd: root, stdio: "inherit" })
    : spawnSync("npm", npmArguments, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  if (status === 0 && isInstalled()) return;
  console.error(`npm ci failed${error ? `: ${error.message}` : ""}. See its messages above.`);
  process.exit(status || 1);
}

/** Compares package-lock.json with the record that npm keeps of what it installed. */
function isInstalled() {
  if (!existsSync(pinnedNode)) return false;
  const wanted = readPackages(join(root, "package-lock.json"));
  const installed = readPackages(join(root, "node_modules", ".package-lock.json"));
  return Object.entries(wanted).every(([path, entry]) => path === "" || isSame(entry, installed[path]));
}

// npm leaves optional packages out where they don't fit the machine.
function isSame(wanted, installed) {
  if (!installed) return wanted.optional === true;
  return ["version", "integrity", "link"].every((field) => wanted[field] === installed[field]);
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}
