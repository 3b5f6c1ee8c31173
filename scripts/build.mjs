/** `npm run build`: builds the web application, for a live start without development tools. */
import { ensureInstalled } from "./ensure-installed.mjs";
import { ensureWebBuilt } from "./web-build.mjs";

ensureInstalled();
ensureWebBuilt();
