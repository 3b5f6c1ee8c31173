import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { delimiter, join } from "node:path";
import { pinnedNode, root } from "./ensure-installed.mjs";

/**
 * Runs the pinned Node.js from the repository's root, forwards signals to it, and ends this process with its exit code.
 */
export async function runPinned(nodeArguments) {
  const PATH = [join(root, "node_modules", ".bin"), process.env["PATH"]].join(delimiter);
  const child = spawn(pinnedNode, nodeArguments, { cwd: root, stdio: "inherit", env: { ...process.env, PATH } });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      // On Ctrl-C, a terminal signals the child as well.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  // However this process exits, it leaves no child behind.
  process.on("exit", () => child.kill());
  // If npm is killed with SIGKILL, the only sign is that our parent process changes.
  const npm = process.env["npm_lifecycle_event"] && process.ppid;
  const watch = setInterval(() => npm && process.ppid !== npm && child.kill("SIGTERM"), 500);
  const [code, signal] = await once(child, "exit");
  clearInterval(watch);
  process.exit(code ?? 128 + constants.signals[signal]);
}
