/** Puts what was rendered into the document that Vite built. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  blankOf,
  DEFAULT_PAGE,
  DEFAULT_PAGE_SIZE,
  NOT_FOUND_PAGE,
  type Language,
  type PagePath,
  type PrerenderedPage,
} from "@chartrelay/contract";
import { PAGE_TEXTS_ID, type PageTexts } from "../src/app/page-texts.ts";
import type { RenderedPage } from "../src/prerender.tsx";

/** Vite's manifest, as far as it is read here. */
type Manifest = Readonly<
  Record<string, { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }>
>;

const ENTRY = "index.html";
/** The folder of each page's module, where its address doesn't say it. */
const FOLDERS: Partial<Record<PagePath, string>> = { "/": "landing", "/faq-test": "faq" };
/** What stands around pages that aren't prerendered. */
const FOOTER = "src/app/shell/footer.tsx";
const DASHBOARD = "src/pages/profile/layout.tsx";

const FIRST_PART = `page=${DEFAULT_PAGE}&size=${DEFAULT_PAGE_SIZE}`;
/** What a page asks the API for before it shows anything: public/before-paint.js does so in its place. */
const ASKED_FIRST: Partial<Record<PagePath, readonly string[]>> = {
  "/profile": ["/subscriptions/me"],
  "/profile/api": ["/accounts/me/list"],
  "/profile/orders": [`/orders/me/list?${FIRST_PART}`],
  "/profile/alerts": [`/alerts/me/list?${FIRST_PART}`],
};

/** What the first paint needs of the fonts. The file names carry a hash. */
const LATIN = /^onest-latin-[\w-]{8}\.woff2$/;
const CYRILLIC = /^onest-cyrillic-[\w-]{8}\.woff2$/;
/** Pages that show who sells, in Russian, whatever their language. */
const PAGES_WITH_RUSSIAN: ReadonlySet<PrerenderedPage> = new Set(["/offer", "/contacts", "/privacy", "/personal-data"]);

export interface Documents {
  /** A page that is there before its script is. */
  of(page: PrerenderedPage, rendered: RenderedPage): string;
  /** A page of who is signed in: it shows its shape, and has all that it needs on its way. */
  ofDashboard(page: PagePath, rendered: Omit<RenderedPage, "head">): string;
}

/** Reads what Vite wrote to `dist`. The styles stand in each page from now on, and no longer in a file. */
export function createDocuments(dist: string): Documents {
  const manifest = JSON.parse(readFileSync(join(dist, ".vite", "manifest.json"), "utf8")) as Manifest;
  const assets = readdirSync(join(dist, "assets"));
  const template = inlineStyles(readFileSync(join(dist, ENTRY), "utf8"), dist);

  /** The files of a module and of all that it imports, its styles among them. */
  function chunksOf(key: string): Set<string> {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the build made nothing of ${key}`);
    const imported = (chunk.imports ?? []).flatMap((each) => [...chunksOf(each)]);
    return new Set([chunk.file, ...imported, ...(chunk.css ?? [])]);
  }

  const moduleOf = (page: PagePath) => `src/pages/${FOLDERS[page] ?? page.slice(1).replaceAll("/", "-")}/page.tsx`;

  /** Loads in parallel what the page's script would ask for one after another. */
  function preloadsOf(modules: readonly string[]): string[] {
    const ofEveryPage = chunksOf(ENTRY);
    return [...new Set(modules.flatMap((module) => [...chunksOf(module)]))]
      .filter((file) => !ofEveryPage.has(file))
      .map((file) =>
        file.endsWith(".css")
          ? `<link rel="stylesheet" crossorigin href="/${file}">`
          : `<link rel="modulepreload" crossorigin href="/${file}">`,
      );
  }

  function fontsOf(language: Language, page: PagePath | typeof NOT_FOUND_PAGE): string {
    const isCyrillicShown = language === "ru" || (PAGES_WITH_RUSSIAN as ReadonlySet<string>).has(page);
    const fonts = isCyrillicShown ? [LATIN, CYRILLIC] : [LATIN];
    return fonts
      .map((name) => assets.find((file) => name.test(file)))
      .map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${file}">`)
      .join("\n    ");
  }

  const document = (html: string, language: Language, head: string, root: string) =>
    replace(
      replace(replace(html, /<html lang="en">/, `<html lang="${language}">`), /<title>.*<\/title>/, head),
      /<div id="root"><\/div>/,
      root,
    );

  return {
    of: (page, { head, body, texts }) =>
      document(
        scriptsLast(template, page === NOT_FOUND_PAGE ? [] : preloadsOf([moduleOf(page)])),
        texts.language,
        [head, fontsOf(texts.language, page)].join("\n    "),
        `<div id="root" data-page="${page}" data-unhydrated>${body}</div>
    ${textsElement(texts)}`,
      ),
    ofDashboard: (page, { body, texts }) => {
      const asks = ["/users/me", ...(ASKED_FIRST[page] ?? [])].join(" ").replaceAll("&", "&amp;");
      const modules = [DASHBOARD, moduleOf(page), FOOTER];
      // What every page needs is larger than all of these together: it goes first.
      const preloads = [...preloadsOf(modules), fontsOf(texts.language, page), "<style>"].join("\n    ");
      return document(
        replace(
          replace(template, /<script src="\/before-paint.js"/, `<script src="/before-paint.js" data-asks="${asks}"`),
          /<style>/,
          preloads,
        ),
        texts.language,
        `<title>${blankOf("brand")}</title>\n    <meta name="robots" content="noindex">`,
        `<div id="root">${body}</div>
    ${textsElement(texts)}`,
      );
    },
  };
}

/** The page paints without a request for styles; they are smaller than what a request costs. */
function inlineStyles(html: string, dist: string): string {
  return html.replaceAll(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (_, file: string) => {
    const styles = readFileSync(join(dist, file), "utf8").trim();
    for (const name of [file, `${file}.br`, `${file}.gz`]) rmSync(join(dist, name), { force: true });
    return `<style>${styles}</style>`;
  });
}

/**
 * A page that can be read before its script arrives is painted first, and what it is painted with goes alone. Its scripts, and
 * `preloads`, stand in a template until then: public/before-paint.js.
 */
function scriptsLast(html: string, preloads: readonly string[]): string {
  const scripts: string[] = [];
  const rest = html.replaceAll(
    /\s*<(?:link rel="modulepreload"[^>]*|script type="module"[^>]*><\/script)>/g,
    (script) => {
      scripts.push(script.trim());
      return "";
    },
  );
  const template = `<template id="scripts">${[...preloads, ...scripts].join("")}</template>`;
  return replace(rest, /<\/body>/, `${template}\n  </body>`);
}

const textsElement = (texts: PageTexts) =>
  `<script type="application/json" id="${PAGE_TEXTS_ID}">${toJson(texts)}</script>`;

/** As JSON that doesn't end the element which holds it. */
const toJson = (value: unknown) => JSON.stringify(value).replaceAll("<", String.raw`\u003c`);

function replace(html: string, place: RegExp, value: string): string {
  if (!place.test(html)) throw new Error(`the built page has no ${place.source}`);
  return html.replace(place, () => value);
}
