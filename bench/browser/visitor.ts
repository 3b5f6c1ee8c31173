/** Somebody's browser: a context with the language, the screen and the memory of earlier visits that they have. */
import type { Language } from "@chartrelay/contract";
import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";

export const WIDTHS = { mobile: 390, tablet: 820, desktop: 1440 } as const;
export type Width = keyof typeof WIDTHS;

export interface VisitorOptions {
  readonly language?: Language;
  readonly width?: Width;
  /** The session that the browser keeps; undefined for a visitor who isn't signed in. */
  readonly token?: string | undefined;
  /** Whether the visitor has already decided about cookies; true by default. */
  readonly hasDecidedOnCookies?: boolean;
  /** What the browser keeps for us from earlier visits, by its key in local storage. */
  readonly stored?: Readonly<Record<string, string>>;
  /** Playwright's options beyond these. */
  readonly context?: BrowserContextOptions;
}

/** Opens a context that shares nothing with others. The caller closes it. */
export async function openVisitor(browser: Browser, options: VisitorOptions): Promise<BrowserContext> {
  const { language = "en", width = "desktop", token, hasDecidedOnCookies = true } = options;
  const context = await browser.newContext({
    locale: language === "ru" ? "ru-RU" : "en-US",
    viewport: { width: WIDTHS[width], height: 900 },
    // The end of every animation, so that nothing is judged half way.
    reducedMotion: "reduce",
    ...options.context,
  });
  const stored: Record<string, string> = {
    ...(hasDecidedOnCookies && { accepted_cookies_v1: "true", accepted_cookies_list_v1: "basic" }),
    ...(token !== undefined && { accessToken: token }),
    ...options.stored,
  };
  // Only where nothing is stored yet: what a page removes must stay removed after a reload.
  await context.addInitScript(`
    if (!sessionStorage.getItem("prepared")) {
      sessionStorage.setItem("prepared", "true");
      for (const [key, value] of Object.entries(${JSON.stringify(stored)})) localStorage.setItem(key, value);
    }`);
  return context;
}
