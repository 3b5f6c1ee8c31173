/** `npm start`: install what is missing, build what is stale, then serve. */
import { ensureInstalled } from "./ensure-installed.mjs";
import { runPinned } from "./pinned-node.mjs";
import { SERVER_COMMAND } from "./server-command.mjs";
import { ensureWebBuilt } from "./web-build.mjs";

ensureInstalled();
ensureWebBuilt();
await runPinned([...SERVER_COMMAND, ...process.argv.slice(2)]);
