/** Renders what pages contain before their script arrives. Runs when the web application is built: build/build.ts. */
import {
  blankOf,
  isPublic,
  MONTH_PRICE_KOPECKS,
  NOT_FOUND_PAGE,
  type Language,
  type PagePath,
  type PrerenderedPage,
} from "@chartrelay/contract";
import type { ResourceKey } from "i18next";
import { prerender } from "react-dom/static";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, RouterContextProvider, StaticRouterProvider } from "react-router";
import { App } from "./app/app.tsx";
import { createDashboardRoutes } from "./app/dashboard-routes.tsx";
import { Head } from "./app/head.tsx";
import { createI18nIn, type FetchTexts } from "./app/i18n.ts";
import type { PageTexts } from "./app/page-texts.ts";
import { createRoutes } from "./app/routes.tsx";
import { DashboardPlaceholder } from "./app/shell/dashboard/placeholder.tsx";
import { islandTexts } from "./app/site/island-texts.ts";
import { ISLAND_TEXTS } from "./app/site/islands.tsx";
import { isSitePage } from "./app/site/pages.ts";
import { islandRenderer } from "./app/site/render-islands.tsx";
import { createSiteRoutes } from "./app/site/routes.tsx";
import { createStore } from "./app/store.ts";
import { IslandRenderer } from "./core/island.tsx";
import { dispatchContext } from "./core/dispatch-context.ts";
import type { SiteView } from "./core/site.ts";
import type { AppDispatch } from "./core/thunk.ts";

/** A page with blanks for the operator's details. */
export interface RenderedPage {
  /** The content of the document's head. */
  readonly head: string;
  /** The content of #root. */
  readonly body: string;
  readonly texts: PageTexts;
}

const BLANK_SITE: SiteView = {
  isBlank: true,
  brand: blankOf("brand"),
  contactEmail: blankOf("contactEmail"),
  contactTelegram: blankOf("contactTelegram"),
  supportBotUrl: blankOf("supportBotUrl"),
  seller: {
    name: blankOf("seller.name"),
    inn: blankOf("seller.inn"),
    ogrnip: blankOf("seller.ogrnip"),
    address: blankOf("seller.address"),
    bank: blankOf("seller.bank"),
    bik: blankOf("seller.bik"),
    account: blankOf("seller.account"),
    correspondentAccount: blankOf("seller.correspondentAccount"),
  },
};

/** Creates a store for prerendering: nobody is signed in, and there is no API. */
function createEmptyStore() {
  const refuse = () => Promise.reject(new Error("a prerendered page can't ask the API"));
  return createStore({
    client: { get: refuse, post: refuse, postText: refuse, delete: refuse, open: refuse, leave: () => undefined },
    accessToken: { read: () => undefined, write: () => undefined, remove: () => undefined },
  });
}

/** Loads neither data nor what only signed-out visitors need: a page's shape has neither. */
const loadNothing: AppDispatch = () => undefined;

/** Loads everything that a page loads before it is shown. @throws what its route throws. */
async function loadPage(
  page: PagePath | typeof NOT_FOUND_PAGE,
  language: Language,
  fetchTexts: FetchTexts,
  dispatch?: AppDispatch,
) {
  const store = createEmptyStore();
  const i18n = await createI18nIn(language, fetchTexts);
  const parts = { i18n, start: () => Promise.resolve() };
  const isOfSite = isPublic(page) && isSitePage(page);
  const routes = createStaticHandler(
    isOfSite ? createSiteRoutes(parts) : createRoutes(parts, createDashboardRoutes(parts)),
  );
  const context = await routes.query(new Request(`http://localhost${page === NOT_FOUND_PAGE ? "/not-found" : page}`), {
    requestContext: new RouterContextProvider(new Map([[dispatchContext, dispatch ?? store.dispatch]])),
  });
  if (context instanceof Response) throw new Error(`${page} leads elsewhere, and can't be prerendered`);
  const [failure] = Object.values(context.errors ?? {});
  if (failure) throw failure;
  return { store, i18n, routes, context };
}

/** Returns the shape and texts of a page that depends on who asks for it. @throws what its route throws. */
export async function renderShape(
  page: PagePath,
  language: Language,
  fetchTexts: FetchTexts,
): Promise<Omit<RenderedPage, "head">> {
  const { i18n } = await loadPage(page, language, fetchTexts, loadNothing);
  return {
    body: renderToStaticMarkup(<DashboardPlaceholder page={page} />),
    texts: { language, texts: i18n.getDataByLanguage(language) ?? {} },
  };
}

/** Renders `page` in one language, of a site that isn't known yet by default. @throws what its route throws. */
export async function renderPage(
  page: PrerenderedPage,
  language: Language,
  fetchTexts: FetchTexts,
  site: SiteView = BLANK_SITE,
): Promise<RenderedPage> {
  const loaded = { ...(await loadPage(page, language, fetchTexts)), site };
  const { body, texts } = await (isSitePage(page) ? renderSitePage : renderForm)(loaded, language);
  const { i18n } = loaded;
  await i18n.loadNamespaces("descriptions");
  const head = renderToStaticMarkup(
    <Head page={page} i18n={i18n} language={language} brand={site.brand} price={MONTH_PRICE_KOPECKS / 100} />,
  );
  return { head, body, texts: { language, texts } };
}

type LoadedPage = Awaited<ReturnType<typeof loadPage>> & { readonly site: SiteView };
type Rendered = Pick<RenderedPage, "body"> & Pick<PageTexts, "texts">;

/** Renders a page of the public site: a document, of which React takes over the islands only, with their texts. */
async function renderSitePage(page: LoadedPage, language: Language): Promise<Rendered> {
  const { i18n, store, site } = page;
  await i18n.loadNamespaces(Object.values(ISLAND_TEXTS));
  const texts: Record<string, ResourceKey> = {};
  const render = islandRenderer({
    store,
    site,
    texts: islandTexts({ language, texts: i18n.getDataByLanguage(language) ?? {} }),
  });
  const body = renderToStaticMarkup(
    <IslandRenderer
      value={(name, props) => {
        const namespace = ISLAND_TEXTS[name];
        if (namespace) texts[namespace] = i18n.getResourceBundle(language, namespace) as ResourceKey;
        return render(name, props);
      }}
    >
      <Page {...page} />
    </IslandRenderer>,
  );
  return { body, texts };
}

/** Renders a page that the application takes over as a whole. */
async function renderForm(page: LoadedPage, language: Language): Promise<Rendered> {
  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <Page {...page} />,
    // Renders every part in its place, however large: React would move a large one by script, which the page may not
    // have.
    { onError: (error) => void failures.push(error), progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  if (failures.length > 0) throw new AggregateError(failures, "a page can't be prerendered");
  // Only now has the page loaded all of its texts.
  return { body: await new Response(prelude).text(), texts: { ...page.i18n.getDataByLanguage(language) } };
}

function Page({ store, i18n, site, routes, context }: LoadedPage) {
  return (
    <App store={store} i18n={i18n} site={site}>
      <StaticRouterProvider router={createStaticRouter(routes.dataRoutes, context)} context={context} hydrate={false} />
    </App>
  );
}
