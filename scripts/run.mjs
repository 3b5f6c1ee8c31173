/** Runs a command under the pinned Node.js, after installing what is missing: node scripts/run.mjs <file> [arguments]. */
import { ensureInstalled } from "./ensure-installed.mjs";
import { runPinned } from "./pinned-node.mjs";

ensureInstalled();
await runPinned(process.argv.slice(2));
