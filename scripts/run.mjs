/** Installs what is missing, then runs a script on the pinned Node.js: node scripts/run.mjs <file> [arguments]. */
import { ensureInstalled } from "./ensure-installed.mjs";
import { runPinned } from "./pinned-node.mjs";

ensureInstalled();
await runPinned(process.argv.slice(2));
