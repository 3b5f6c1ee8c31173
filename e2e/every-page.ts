/** What every page must satisfy, in each language and at each width, however slowly it loads. */
import { LANGUAGES, type Language } from "@chartrelay/contract";
import { expect, inject } from "vitest";
import { WIDTHS, type Width } from "../bench/browser/visitor.ts";
import { NOTHING } from "./trader.ts";
import { findBarriers, findShifts, type Tab } from "./visit.ts";

/** Each language at each width, first the one at which its pages load: the longer texts on the narrow screen. */
const WIDTHS_OF: Readonly<Record<Language, readonly [Width, ...Width[]]>> = {
  ru: ["mobile", "tablet", "desktop"],
  en: ["desktop", "tablet", "mobile"],
};

/** For `describe.each`: a language, and the width of the screen on which its pages load. */
export const LOADING_VIEWS = LANGUAGES.map((language) => [language, WIDTHS_OF[language][0]] as const);

/**
 * Whether a page is looked at closely in a language: on a slow line, and by axe. `npm test` does so with every other page,
 * and with the others in the other language, where it only opens this one; `npm run test:all` does so with all in both.
 */
export const isLookedAtClosely = (page: number, language: Language): boolean =>
  inject("cells") === "all" || page % LANGUAGES.length === LANGUAGES.indexOf(language);

/**
 * Opens a page, on the screen of LOADING_VIEWS, in a tab on a slow line. Expects that nothing jumps while it loads or
 * scrolls; `whenLoaded` waits until all of it has arrived.
 */
export async function expectSteady(
  { page, open }: Tab,
  path: string,
  language: Language,
  whenLoaded: () => Promise<unknown>,
): Promise<void> {
  await page.setViewportSize({ width: WIDTHS[WIDTHS_OF[language][0]], height: 900 });
  await open(path);
  await whenLoaded();
  expect(await findShifts(page)).toEqual(NOTHING);
}

/** The files that apps/web/build/core-fonts.ts makes: the parts of our fonts that our texts need. */
const CORE_FONT = /\/(?:onest-(?:latin|cyrillic|rouble|arrow)|jetbrains-mono-(?:latin|cyrillic))-[\w-]{8}\.woff2$/;

/**
 * Expects of an open page: its language, no error so far, no more of its fonts than our texts need, and at no width
 * anything wider than the screen.
 */
export async function expectFitting({ page, troubles }: Tab, language: Language): Promise<void> {
  await expect.poll(() => page.locator("html").getAttribute("lang")).toBe(language);
  for (const width of WIDTHS_OF[language]) {
    await page.setViewportSize({ width: WIDTHS[width], height: 900 });
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  }
  await page.evaluate("document.fonts.ready");
  const fonts = await page.evaluate<string[]>(
    "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.woff2'))",
  );
  expect(fonts.length).toBeGreaterThan(0);
  expect(fonts.filter((font) => !CORE_FONT.test(font))).toEqual(NOTHING);
  expect(troubles).toEqual(NOTHING);
}

/** Expects what `expectFitting` does, and nothing that axe finds at the last width. */
export async function expectSoundAtEachWidth(tab: Tab, language: Language): Promise<void> {
  await expectFitting(tab, language);
  expect(await findBarriers(tab.page)).toEqual(NOTHING);
}
