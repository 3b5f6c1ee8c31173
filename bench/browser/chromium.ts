/** The machine's own Chromium, for tests and benchmarks. No package downloads a browser. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

/** Chromium without the parts that draw on a screen: a page takes 40 % of the CPU time it needs in the full browser. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
const KNOWN_PATHS = [
  HEADLESS_SHELL,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const find = () => [process.env["CHROMIUM_PATH"], ...KNOWN_PATHS].find((path) => path && existsSync(path));

/**
 * Installs Chromium if it is missing and we may. Returns what settles once it is installed; undefined if there is nothing
 * to install.
 * @throws with one line that says what to install, if we may not; and rejects with it if that failed.
 */
export function ensureChromium(): Promise<void> | undefined {
  const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (mayInstall && !process.env["CHROMIUM_PATH"] && !existsSync(HEADLESS_SHELL)) return installChromium();
  requireChromium();
  return undefined;
}

async function installChromium(): Promise<void> {
  console.log("Installing Chromium for the browser tests.");
  await install("chromium-headless-shell");
  // Not every distribution has chromium-headless-shell.
  if (!find()) await install("chromium");
  requireChromium();
}

function requireChromium(): void {
  if (!find())
    throw new Error(
      "The browser tests need Chromium: install it (apt-get install chromium-headless-shell), or set CHROMIUM_PATH.",
    );
}

async function install(name: string): Promise<void> {
  for (const command of [["update"], ["install", "-y", name]]) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await once(spawn("apt-get", command, { stdio: "ignore", env }), "close");
  }
}

/** Starts Chromium with a throw-away profile; it ends with this process. `more` is added to its command line. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return await chromium.launch({
    executablePath: find() ?? "",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...more,
    ],
  });
}
