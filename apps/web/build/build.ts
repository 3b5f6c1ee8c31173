/** Builds the web application: its scripts and styles, then each page in both languages. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isPublic, LANGUAGES, NOT_FOUND_PAGE, pageFile, PAGES } from "@chartrelay/contract";
import { build, type InlineConfig } from "vite";
import type * as Prerender from "../src/prerender.tsx";
import { isSitePage } from "../src/app/site/pages.ts";
import type * as LiveFigures from "../src/app/site/figures.tsx";
import { createDocuments } from "./documents.ts";
import { SAMPLE_STATUS } from "./sample-status.ts";
import { fetchTexts, readTexts } from "./texts.ts";

const ROOT = join(import.meta.dirname, "..");
const DIST = join(ROOT, "dist");
/** The code that renders pages; nothing else needs it. */
const PRERENDER = join(DIST, ".prerender");
const SHARED: InlineConfig = { root: ROOT, logLevel: "warn" };

await build({ ...SHARED, build: { manifest: true } });
await build({ ...SHARED, build: { ssr: "src/prerender.tsx", outDir: PRERENDER } });
// The server renders the status page's figures where no development tools are installed: all in one file.
await build({
  ...SHARED,
  define: { "process.env.NODE_ENV": '"production"' },
  ssr: { noExternal: true },
  build: { ssr: "src/app/site/figures.tsx", outDir: DIST, emptyOutDir: false, copyPublicDir: false },
});
const { renderShape, renderPage } = (await import(join(PRERENDER, "prerender.js"))) as typeof Prerender;

const { renderFigures } = (await import(join(DIST, "figures.js"))) as typeof LiveFigures;

const documents = createDocuments(DIST);
documents.checkClasses("/status", renderFigures(SAMPLE_STATUS, "en", readTexts("en", "status", "trading")));
for (const language of LANGUAGES) {
  const folder = join(DIST, "pages", language);
  mkdirSync(folder, { recursive: true });
  for (const page of [...PAGES, NOT_FOUND_PAGE] as const) {
    const html = !isPublic(page)
      ? documents.ofDashboard(page, await renderShape(page, language, fetchTexts))
      : isSitePage(page)
        ? documents.ofSite(page, await renderPage(page, language, fetchTexts))
        : documents.ofForm(page, await renderPage(page, language, fetchTexts));
    writeFileSync(join(folder, pageFile(page)), html);
  }
}
for (const leftOver of [PRERENDER, join(DIST, ".vite"), join(DIST, "index.html"), join(DIST, "site.html")]) {
  rmSync(leftOver, { recursive: true });
}
