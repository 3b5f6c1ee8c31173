/** `npm start`: install what is missing, then serve. A build of the web application takes its place between the two. */
import { ensureInstalled } from "./ensure-installed.mjs";
import { runPinned } from "./pinned-node.mjs";
import { SERVER_COMMAND } from "./server-command.mjs";

ensureInstalled();
await runPinned([...SERVER_COMMAND, ...process.argv.slice(2)]);
