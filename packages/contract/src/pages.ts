/**
 * The addresses of the pages: specification, section 2, and the consent that the law wants apart. Whoever serves, links or
 * tests a page takes it from here.
 */
export const PAGES = [
  "/",
  "/profile",
  "/profile/api",
  "/profile/orders",
  "/profile/alerts",
  "/profile/users",
  "/profile/relay",
  "/profile/checkout",
  "/registration",
  "/about",
  "/tariffs",
  "/faq",
  "/contacts",
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

/** What anybody may read without signing in: it is prerendered. The others need to know who asks. */
export const PUBLIC_PAGES = [
  "/",
  "/registration",
  "/about",
  "/tariffs",
  "/faq",
  "/contacts",
  "/privacy",
  "/offer",
  "/personal-data",
  "/reset-password",
  "/failed-payment",
  "/successful-payment",
  "/faq-test",
] as const satisfies readonly PagePath[];
export type PublicPath = (typeof PUBLIC_PAGES)[number];

/** Where a session begins or is used: a script of somebody else's could read what is typed there, and the token. */
const WITHOUT_THIRD_PARTIES = [
  "/profile",
  "/orders-test",
  "/registration",
  "/reset-password",
] as const satisfies readonly PagePath[];

/** Whether nothing of a third party may be loaded at a path of ours, however it is written: `/%70rofile` is `/profile`. */
export function barsThirdParties(path: string): boolean {
  try {
    const plain = decodeURI(path).toLowerCase();
    return WITHOUT_THIRD_PARTIES.some((page) => plain.startsWith(page));
  } catch {
    return true;
  }
}

/** Those that a search engine should list; the rest are steps of something, or the same screen once more. */
export const LISTED_PAGES = [
  "/",
  "/about",
  "/tariffs",
  "/faq",
  "/contacts",
  "/privacy",
  "/offer",
  "/personal-data",
] as const satisfies readonly PublicPath[];

/** The page that is shown at an unknown address, as its route calls it. */
export const NOT_FOUND_PAGE = "*";
export type PrerenderedPage = PublicPath | typeof NOT_FOUND_PAGE;

/** The name of the built file of a page. */
export function pageFile(page: PagePath | typeof NOT_FOUND_PAGE): string {
  if (page === NOT_FOUND_PAGE) return "not-found.html";
  return page === "/" ? "index.html" : `${page.slice(1).replaceAll("/", "-")}.html`;
}

/** Whether a page is there before its script is. The others show what only who is signed in may see. */
export function isPublic(page: PagePath | typeof NOT_FOUND_PAGE): page is PrerenderedPage {
  return page === NOT_FOUND_PAGE || (PUBLIC_PAGES as readonly PagePath[]).includes(page);
}
