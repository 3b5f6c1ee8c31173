/** `npm start`: install what is missing, then serve. A build of the web application takes its place between the two. */
import { ensureInstalled } from "./ensure-installed.mjs";
import { runPinned } from "./pinned-node.mjs";

ensureInstalled();
await runPinned(["apps/server/src/main.ts", ...process.argv.slice(2)]);
