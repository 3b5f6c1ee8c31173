/** A visitor's browser: a context with their language, screen size and stored data from earlier visits. */
import type { Language } from "@chartrelay/contract";
import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";

export const WIDTHS = { mobile: 390, tablet: 820, desktop: 1440 } as const;
export type Width = keyof typeof WIDTHS;

export interface VisitorOptions {
  readonly language?: Language;
  readonly width?: Width;
  /** The session token in the browser's storage; undefined for a visitor who isn't signed in. */
  readonly token?: string | undefined;
  /** Whether the visitor has already made a choice about cookies; true by default. */
  readonly hasDecidedOnCookies?: boolean;
  /** Local storage from earlier visits. */
  readonly stored?: Readonly<Record<string, string>>;
  /** Additional Playwright options. */
  readonly context?: BrowserContextOptions;
}

/** Opens a context that shares nothing with others. The caller closes it. */
export async function openVisitor(browser: Browser, options: VisitorOptions): Promise<BrowserContext> {
  const { language = "en", width = "desktop", token, hasDecidedOnCookies = true } = options;
  const context = await browser.newContext({
    locale: language === "ru" ? "ru-RU" : "en-US",
    viewport: { width: WIDTHS[width], height: 900 },
    // Animations end at once, so that nothing is judged halfway through.
    reducedMotion: "reduce",
    ...options.context,
  });
  const stored: Record<string, string> = {
    ...(hasDecidedOnCookies && { accepted_cookies_v1: "true", accepted_cookies_list_v1: "basic" }),
    ...(token !== undefined && { accessToken: token }),
    ...options.stored,
  };
  // Only on the first load: what a page removes must stay removed after a reload.
  await context.addInitScript(`
    if (!sessionStorage.getItem("prepared")) {
      sessionStorage.setItem("prepared", "true");
      for (const [key, value] of Object.entries(${JSON.stringify(stored)})) localStorage.setItem(key, value);
    }`);
  return context;
}
