/** `npm start`: install what is missing, build what is stale, then serve. A live start without tools serves what was built. */
import { ensureInstalled, wantsTools } from "./ensure-installed.mjs";
import { runPinned } from "./pinned-node.mjs";
import { SERVER_COMMAND } from "./server-command.mjs";
import { ensureWebBuilt, requireWebBuilt } from "./web-build.mjs";

ensureInstalled({ withTools: wantsTools });
if (wantsTools) ensureWebBuilt();
else requireWebBuilt();
await runPinned([...SERVER_COMMAND, ...process.argv.slice(2)]);
