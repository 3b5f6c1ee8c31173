/** Serves the public pages in development, where no build has rendered them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  FIGURES_PLACE,
  isPublic,
  LANGUAGES,
  PAGES,
  type Language,
  type PrerenderedPage,
  type ServiceStatus,
} from "@chartrelay/contract";
import type { Plugin, ViteDevServer } from "vite";
import { isSitePage } from "../src/app/site/pages.ts";
import type * as Prerender from "../src/prerender.tsx";
import type * as LiveFigures from "../src/app/site/figures.tsx";
import { compose, textsElement } from "./documents.ts";
import { fetchTexts, readTexts } from "./texts.ts";

const TEMPLATE = join(import.meta.dirname, "../site.html");
const SITE = { brand: "Chartrelay" };

interface DevPagesOptions {
  /** http://host of the running server. */
  readonly api: string;
}

/** Renders a public page each time it is requested, so that it always shows the current code and texts. */
export function devPages({ api }: DevPagesOptions): Plugin {
  return {
    name: "dev-pages",
    apply: "serve",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
        const page = sitePageAt(pathname);
        if (!page) return next();
        const language =
          LANGUAGES.find((known) => known === searchParams.get("lng")) ?? cookieLanguage(request.headers);
        void render(page, language, server, api).then(
          (html) => response.setHeader("content-type", "text/html; charset=utf-8").end(html),
          (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.stack : String(error)),
        );
        return undefined;
      });
    },
  };
}

async function render(page: PrerenderedPage, language: Language, server: ViteDevServer, api: string): Promise<string> {
  const { renderPage } = (await server.ssrLoadModule("/src/prerender.tsx")) as typeof Prerender;
  const { head, body, texts } = await renderPage(page, language, fetchTexts, SITE);
  const html = await server.transformIndexHtml(page, readFileSync(TEMPLATE, "utf8"));
  const figures = page === "/status" ? await renderFiguresOf(api, language, server) : "";
  const root = `<div id="root">${body.replace(FIGURES_PLACE, () => figures)}</div>${textsElement(texts)}`;
  return compose(html, language, head, root);
}

async function renderFiguresOf(api: string, language: Language, server: ViteDevServer): Promise<string> {
  const { renderFigures } = (await server.ssrLoadModule("/src/app/site/figures.tsx")) as typeof LiveFigures;
  const status = (await (await fetch(`${api}/api/v1/status`)).json()) as ServiceStatus;
  return renderFigures(status, language, readTexts(language, "status", "trading"));
}

function sitePageAt(path: string): PrerenderedPage | undefined {
  const page = PAGES.find((known) => known === path);
  return page && isPublic(page) && isSitePage(page) ? page : undefined;
}

function cookieLanguage({ cookie = "" }: { readonly cookie?: string | undefined }): Language {
  return LANGUAGES.find((language) => cookie.includes(`i18next=${language}`)) ?? "en";
}
