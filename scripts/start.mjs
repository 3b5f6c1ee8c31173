/** `npm start`: installs what is missing, builds what is stale, then serves. Without tools it serves the last build. */
import { join } from "node:path";
import { ensureInstalled, root, wantsTools } from "./ensure-installed.mjs";
import { runPinned } from "./pinned-node.mjs";
import { SERVER_COMMAND } from "./server-command.mjs";
import { ensureWebBuilt, requireWebBuilt } from "./web-build.mjs";

ensureInstalled({ withTools: wantsTools });
// Simulated prices move for people; whoever starts the server without this script, as tests do, has prices that stand still.
process.env["SANDBOX_WALK_SEED"] ||= "1";
// A later start takes a sixth (on PostgreSQL a third) less processor time if Node.js needn't compile the modules again.
process.env["NODE_COMPILE_CACHE"] ||= join(root, "node_modules/.cache/chartrelay/server");
if (wantsTools) ensureWebBuilt();
else requireWebBuilt();
await runPinned([...SERVER_COMMAND, ...process.argv.slice(2)]);
