/** Puts the rendered pages into the document that Vite built. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  blankOf,
  DEFAULT_PAGE,
  DEFAULT_PAGE_SIZE,
  type NOT_FOUND_PAGE,
  type Language,
  type PagePath,
  type PrerenderedPage,
} from "@chartrelay/contract";
import { PAGE_TEXTS_ID, type PageTexts } from "../src/app/page-texts.ts";
import type { FormPage, SitePage } from "../src/app/site/pages.ts";
import type { RenderedPage } from "../src/prerender.tsx";
import { classesOf, unstyledClasses } from "./class-names.ts";

/** The part of Vite's manifest that we read. */
type Manifest = Readonly<
  Record<string, { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }>
>;

const ENTRY = "index.html";
/** The document of a public page, whose script takes over its islands. */
const SITE_ENTRY = "site.html";

/** The folder of a page's module, if its address doesn't give it. */
const FOLDERS: Partial<Record<PagePath, string>> = {
  "/profile/orders/:id": "profile-orders",
  "/profile/strategies/new": "profile-strategy-new",
  "/profile/strategies/:id": "profile-strategy",
};
/** The frame of forms and payments' ends. */
const PUBLIC_FRAME = "src/app/shell/public-frame.tsx";
/** The frame of pages behind the sign-in, their routes and their styles. */
const DASHBOARD = "src/app/dashboard-routes.tsx";

const FIRST_PART = `page=${DEFAULT_PAGE}&size=${DEFAULT_PAGE_SIZE}`;
/** What a page requests from the API before it shows anything; public/before-paint.js requests it early. */
const ASKED_FIRST: Partial<Record<PagePath, readonly string[]>> = {
  "/profile": ["/subscriptions/me"],
  "/profile/overview": ["/subscriptions/me", "/users/me/first-steps"],
  "/profile/api": ["/accounts/me/list"],
  "/profile/build": ["/accounts/me/list"],
  "/profile/orders": [`/orders/me/list?${FIRST_PART}`],
  "/profile/orders/:id": ["/orders/me/:id", `/orders/me/list?${FIRST_PART}`],
  "/profile/positions": ["/positions/me/list", "/positions/me/accounts"],
  "/profile/strategies": ["/strategies/me/list", "/strategies/me/standing"],
  "/profile/strategies/new": ["/strategies/me/list", "/accounts/me/list"],
  "/profile/strategies/:id": ["/strategies/me/list", "/accounts/me/list"],
  "/profile/alerts": [`/alerts/me/list?${FIRST_PART}`],
};

/** Code that a page's own module loads only when a click asks for it, and that this page shows at once. */
const SHOWN_AT_ONCE: Partial<Record<PagePath, readonly string[]>> = {
  "/profile/orders/:id": ["src/features/orders/order-panel.tsx"],
};

/** The font files that the first paint needs. Their names carry a hash. */
const LATIN = /^onest-latin-[\w-]{8}\.woff2$/;
const CYRILLIC = /^onest-cyrillic-[\w-]{8}\.woff2$/;
/** Pages that show the seller's details, which are in Russian whatever the page's language. */
const PAGES_WITH_RUSSIAN: ReadonlySet<PrerenderedPage> = new Set(["/offer", "/contacts", "/privacy", "/personal-data"]);

export interface Documents {
  /** Returns a public page, of which scripts take over only the islands. */
  ofSite(page: SitePage, rendered: RenderedPage): string;
  /** Returns a page that is readable before its script arrives, and then taken over as a whole. */
  ofForm(page: FormPage, rendered: RenderedPage): string;
  /** Returns a page for signed-in users: it shows the page's shape while everything it needs loads. */
  ofDashboard(page: PagePath, rendered: Omit<RenderedPage, "head">): string;
  /** @throws if a public page's markup uses a class that public pages have no styles for. */
  checkClasses(page: PrerenderedPage, markup: string): void;
}

/** Reads what Vite wrote to `dist`. Moves the styles of public pages from their file into each of them. */
export function createDocuments(dist: string): Documents {
  const manifest = JSON.parse(readFileSync(join(dist, ".vite", "manifest.json"), "utf8")) as Manifest;
  const assets = readdirSync(join(dist, "assets"));
  const allClasses = classesOf(
    [...chunksOf(DASHBOARD)]
      .filter((file) => file.endsWith(".css"))
      .map((file) => readFileSync(join(dist, file), "utf8"))
      .join(""),
  );
  const html = readFileSync(join(dist, ENTRY), "utf8");
  const siteHtml = readFileSync(join(dist, SITE_ENTRY), "utf8");
  const [template, siteTemplate] = [inlineStyles(html, dist), inlineStyles(siteHtml, dist)];
  removeStyles(html + siteHtml, dist);
  const styledClasses = classesOf(/<style>(.*)<\/style>/s.exec(siteTemplate)?.[1] ?? "");
  /** What the application's pages load anyway. */
  const ofEveryPage = new Set(Array.from(html.matchAll(/ (?:src|href)="\/([^"]+)"/g), ([, file]) => file));

  /** Returns the files of a module and of everything that it imports, styles included. */
  function chunksOf(key: string): Set<string> {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the build made nothing of ${key}`);
    const imported = (chunk.imports ?? []).flatMap((each) => [...chunksOf(each)]);
    return new Set([chunk.file, ...imported, ...(chunk.css ?? [])]);
  }

  const moduleOf = (page: PagePath) => `src/pages/${FOLDERS[page] ?? page.slice(1).replaceAll("/", "-")}/page.tsx`;

  /** Loads in parallel what the page's script would request one after another. */
  function preloadsOf(modules: readonly string[]): string[] {
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

  function checkClasses(page: PrerenderedPage, markup: string): void {
    const unstyled = unstyledClasses(markup, styledClasses, allClasses);
    if (unstyled.length > 0) throw new Error(`styles/index.css lacks what ${page} uses: ${unstyled.join(", ")}`);
  }

  /** Returns a page whose content is readable at once, in `root`; its scripts come after the first paint. */
  function readable(page: PrerenderedPage, rendered: RenderedPage, html: string, root: string): string {
    const { head, body, texts } = rendered;
    checkClasses(page, body);
    return compose(
      html,
      texts.language,
      [head, fontsOf(texts.language, page)].join("\n    "),
      `<div id="root"${root}>${body}</div>
    ${textsElement(texts)}`,
    );
  }

  return {
    checkClasses,
    ofSite: (page, rendered) => readable(page, rendered, scriptsLast(siteTemplate, []), ""),
    ofForm: (page, rendered) =>
      readable(
        page,
        rendered,
        scriptsLast(template, preloadsOf([PUBLIC_FRAME, moduleOf(page)])),
        ` data-page="${page}" data-unhydrated`,
      ),
    ofDashboard: (page, { body, texts }) => {
      const asks = ["/users/me", ...(ASKED_FIRST[page] ?? [])].join(" ").replaceAll("&", "&amp;");
      // What every page needs is larger than all of these together, so it goes first.
      const modules = [DASHBOARD, moduleOf(page), ...(SHOWN_AT_ONCE[page] ?? [])];
      const preloads = [...preloadsOf(modules), fontsOf(texts.language, page)].join("\n    ");
      return compose(
        replace(
          replace(template, /<script src="\/before-paint.js"/, `<script src="/before-paint.js" data-asks="${asks}"`),
          /<style>.*<\/style>/s,
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

const STYLESHEET = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/g;

/** Lets a page paint without a request for styles: they are smaller than what a request costs. */
function inlineStyles(html: string, dist: string): string {
  return html.replaceAll(
    STYLESHEET,
    (_, file: string) => `<style>${readFileSync(join(dist, file), "utf8").trim()}</style>`,
  );
}

/** Removes the files of styles that documents linked to, until they were inline. */
function removeStyles(html: string, dist: string): void {
  const files = Array.from(html.matchAll(STYLESHEET), ([, file = ""]) => [file, `${file}.br`, `${file}.gz`]);
  for (const file of files.flat()) rmSync(join(dist, file), { force: true });
}

/**
 * A page that is readable before its script arrives is painted first, and only what the paint needs is loaded until
 * then. Its scripts and `preloads` wait in a template: public/before-paint.js.
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

/** Puts a page's head and body into the document that Vite made. */
export function compose(html: string, language: Language, head: string, root: string): string {
  return replace(
    replace(replace(html, /<html lang="en">/, `<html lang="${language}">`), /<title>.*<\/title>/, head),
    /<div id="root"><\/div>/,
    root,
  );
}

/** The texts that the page's script needs first. */
export const textsElement = (texts: PageTexts) =>
  `<script type="application/json" id="${PAGE_TEXTS_ID}">${toJson(texts)}</script>`;

/** Returns JSON that doesn't close the element around it. */
const toJson = (value: unknown) => JSON.stringify(value).replaceAll("<", String.raw`\u003c`);

function replace(html: string, place: RegExp, value: string): string {
  if (!place.test(html)) throw new Error(`the built page has no ${place.source}`);
  return html.replace(place, () => value);
}
