/** A page for each venue; its manifest says which. They are here because every page's routes need them. */
export const VENUE_PAGES = [
  "/brokers/alor",
  "/brokers/t-invest",
  "/brokers/binance-spot",
  "/brokers/binance-futures",
] as const;
export type VenuePath = (typeof VENUE_PAGES)[number];

/**
 * The paths of the pages: specification, section 2, plus the page for the consent that the law requires separately and
 * a page for each venue. Code that serves, links to or tests a page takes its path from here. A part that begins with a
 * colon stands for any text, as in a route.
 */
export const PAGES = [
  "/",
  "/profile",
  "/profile/overview",
  "/profile/settings",
  "/profile/api",
  "/profile/build",
  "/profile/orders",
  "/profile/orders/:id",
  "/profile/positions",
  "/profile/strategies",
  "/profile/strategies/new",
  "/profile/strategies/:id",
  "/profile/reports",
  "/profile/alerts",
  "/profile/users",
  "/profile/relay",
  "/profile/checkout",
  "/registration",
  "/about",
  "/tariffs",
  "/faq",
  "/tradingview-alert",
  ...VENUE_PAGES,
  "/contacts",
  "/status",
  "/privacy",
  "/offer",
  "/personal-data",
  "/reset-password",
  "/failed-payment",
  "/successful-payment",
  "/orders-test",
  "/faq-test",
] as const;
export type PagePath = (typeof PAGES)[number];

/** Where a sign-in leads if no other page asked for it, and where registration leads: the first page of the dashboard. */
export const HOME_PAGE = "/profile/overview" satisfies PagePath;

/** Returns whether a path is behind the sign-in: there, a signed-out visitor sees the login screen. */
export const isBehindSignIn = (path: string) => path.startsWith("/profile") || path === "/orders-test";

/** Pages that anyone may read without signing in; they are prerendered. The others depend on who is signed in. */
export const PUBLIC_PAGES = [
  "/",
  "/registration",
  "/about",
  "/tariffs",
  "/faq",
  "/tradingview-alert",
  ...VENUE_PAGES,
  "/contacts",
  "/status",
  "/privacy",
  "/offer",
  "/personal-data",
  "/reset-password",
  "/failed-payment",
  "/successful-payment",
  "/faq-test",
] as const satisfies readonly PagePath[];
export type PublicPath = (typeof PUBLIC_PAGES)[number];

/**
 * Pages where a session starts or is used: a third-party script could read what the user types there, and the token.
 */
const WITHOUT_THIRD_PARTIES = [
  "/profile",
  "/orders-test",
  "/registration",
  "/reset-password",
] as const satisfies readonly PagePath[];

/**
 * Returns whether third-party content is barred from one of our paths, however it is written: `/%70rofile` is
 * `/profile`.
 */
export function barsThirdParties(path: string): boolean {
  try {
    const plain = decodeURI(path).toLowerCase();
    return WITHOUT_THIRD_PARTIES.some((page) => plain.startsWith(page));
  } catch {
    return true;
  }
}

/** Pages that a search engine should list; the rest are steps of a flow, or repeat another screen. */
export const LISTED_PAGES = [
  "/",
  "/about",
  "/tariffs",
  "/faq",
  "/tradingview-alert",
  ...VENUE_PAGES,
  "/contacts",
  "/status",
  "/privacy",
  "/offer",
  "/personal-data",
] as const satisfies readonly PublicPath[];

/** The page for unknown paths, as its route calls it. */
export const NOT_FOUND_PAGE = "*";
export type PrerenderedPage = PublicPath | typeof NOT_FOUND_PAGE;

/** Returns the file name of a built page. */
export function pageFile(page: PagePath | typeof NOT_FOUND_PAGE): string {
  if (page === NOT_FOUND_PAGE) return "not-found.html";
  return page === "/" ? "index.html" : `${page.slice(1).replaceAll("/", "-").replaceAll(":", "")}.html`;
}

/** Returns the page at a path, which must be written exactly as the page's own; undefined if there is none. */
export function pageAt(path: string): PagePath | undefined {
  return PAGES.find((page) => new RegExp(`^${page.replaceAll(/:\w+/g, "[^/]+")}$`).test(path));
}

/** Returns the path of an open order. */
export function orderPath(id: string): string {
  return `/profile/orders/${id}`;
}

/** Returns the path of a strategy. `tab` names a part of its page. */
export function strategyPath(id: string, tab?: string): string {
  return `/profile/strategies/${id}${tab === undefined ? "" : `?tab=${tab}`}`;
}

/** Returns whether a page is prerendered. The others show what only a signed-in user may see. */
export function isPublic(page: PagePath | typeof NOT_FOUND_PAGE): page is PrerenderedPage {
  return page === NOT_FOUND_PAGE || (PUBLIC_PAGES as readonly PagePath[]).includes(page);
}
