/** Vitest's global setup: what the browser tests need before the first of them. */
import { ensureWebBuilt } from "../scripts/web-build.mjs";
import { ensureChromium } from "./chromium.ts";

export default function prepare(): void {
  ensureChromium();
  ensureWebBuilt();
}
