/** `npm run build`: the web application, for a live start without tools. */
import { ensureInstalled } from "./ensure-installed.mjs";
import { ensureWebBuilt } from "./web-build.mjs";

ensureInstalled();
ensureWebBuilt();
