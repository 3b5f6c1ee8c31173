/** `npm run dev`: runs the server and the web application, and reloads each when it changes. */
import { ensureInstalled } from "./ensure-installed.mjs";
import { runPinned } from "./pinned-node.mjs";
import { SERVER_COMMAND } from "./server-command.mjs";

ensureInstalled();
process.env["SANDBOX_WALK_SEED"] ||= "1";
console.log("The pages are at http://localhost:5173 and reload by themselves; the API stays where the server says.\n");
// When one exits, so does the other.
await Promise.race([
  runPinned(["--watch", ...SERVER_COMMAND]),
  runPinned(["node_modules/vite/bin/vite.js", "apps/web", "--strictPort", "--port=5173", "--clearScreen=false"]),
]);
