/**
 * Installs the packages of package-lock.json unless they are already there. Plain JavaScript without dependencies: it
 * runs before anything is installed, on whatever Node (20 or newer) the machine has.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "..");

const { optionalDependencies: nodePackages } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const platform = process.platform === "win32" ? "win" : process.platform;
const nodePackage = `node-${platform}-${process.arch}`;
const isPackaged = nodePackage in nodePackages;

/**
 * The Node.js that everything runs on. It comes from the package that package.json lists for this platform; if there is
 * none, as on macOS, it is the machine's own.
 */
export const pinnedNode = isPackaged
  ? join(root, "node_modules", nodePackage, "bin", platform === "win" ? "node.exe" : "node")
  : process.execPath;

/** False for a live start, which leaves out the tools that build and test the product. */
export const wantsTools = process.env["NODE_ENV"] !== "production";

/**
 * Brings node_modules in line with package-lock.json, or exits with an error. Without tools, development dependencies
 * may be missing.
 */
export function ensureInstalled({ withTools = true } = {}) {
  requireNode();
  if (isInstalled(withTools)) return;
  console.log("Installing the packages of package-lock.json. This takes about a minute, and only when they changed.");
  // At level `error`, npm doesn't complain about the machine's own Node version.
  const npmArguments = ["ci", withTools ? "--include=dev" : "--omit=dev", "--loglevel=error"];
  const npm = process.env["npm_execpath"];
  const { status, error } = npm
    ? spawnSync(process.execPath, [npm, ...npmArguments], { cwd: root, stdio: "inherit" })
    : spawnSync("npm", npmArguments, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  if (status === 0 && isInstalled(withTools)) return;
  console.error(`npm ci failed${error ? `: ${error.message}` : ""}. See its messages above.`);
  process.exit(status || 1);
}

function requireNode() {
  const wanted = Object.values(nodePackages)[0];
  const major = (version) => Number.parseInt(version, 10);
  if (isPackaged || major(process.versions.node) >= major(wanted)) return;
  console.error(
    `There is no ${nodePackage}@${wanted}: on this platform, start with Node.js ${major(wanted)} or newer.`,
  );
  process.exit(1);
}

/** Compares package-lock.json with npm's own record of what it installed. */
function isInstalled(withTools) {
  if (!existsSync(pinnedNode)) return false;
  const wanted = readPackages(join(root, "package-lock.json"));
  const installed = readPackages(join(root, "node_modules", ".package-lock.json"));
  const mayBeMissing = (entry) => entry.optional || entry.devOptional || (entry.dev && !withTools);
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "") return true;
    return installed[path] ? isSame(entry, installed[path]) : mayBeMissing(entry);
  });
}

function isSame(wanted, installed) {
  return ["version", "integrity", "link"].every((field) => wanted[field] === installed[field]);
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}
