/** `npm run admin`: the operator's commands, also in a live installation without development tools. */
import { ensureInstalled, wantsTools } from "./ensure-installed.mjs";
import { runPinned } from "./pinned-node.mjs";

ensureInstalled({ withTools: wantsTools });
await runPinned(["apps/server/src/operator/main.ts", ...process.argv.slice(2)]);
