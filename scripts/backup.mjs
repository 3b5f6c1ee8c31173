/** `npm run backup` and `npm run restore`, also in a live installation without development tools. */
import { ensureInstalled, wantsTools } from "./ensure-installed.mjs";
import { runPinned } from "./pinned-node.mjs";

ensureInstalled({ withTools: wantsTools });
await runPinned(["apps/server/src/operator/backup/main.ts", ...process.argv.slice(2)]);
