/** A line that is as slow as can be, without the wait: each thing comes when what came before it has been seen. */
import type { Page } from "playwright-core";

/** A page shows the shape of what is on its way after 150 ms; this is longer. */
const UNTIL_SHAPED_MS = 200;

/** public/before-paint.js gives the typeface a second, by the clock. Here it waits as long as the line takes. */
const WAIT_FOR_TYPEFACE = `{
  const { setTimeout } = window;
  window.setTimeout = (then, ms, ...rest) => setTimeout(then, ms === 1_000 ? 2 ** 31 - 1 : ms, ...rest);
}`;

/**
 * Has a page load what it asks for one by one: nothing arrives before a frame has been painted without it, and no answer of the
 * API before the page has shown its shape. For `prepare` of a visit or a tab.
 */
export async function slowLine(page: Page): Promise<void> {
  await page.addInitScript(WAIT_FOR_TYPEFACE);
  let before = Promise.resolve();
  // Not the document, nor what it runs before its first paint: no frame is painted without them.
  await page.route(/\/(?:assets|api)\//, async (route) => {
    const isAnswer = new URL(route.request().url()).pathname.startsWith("/api/");
    before = before.then(() => painted(page, isAnswer ? UNTIL_SHAPED_MS : 0));
    await before;
    return await route.continue();
  });
}

/** Two frames later: what had arrived by then stands on the screen. */
async function painted(page: Page, restMs: number): Promise<void> {
  const frames = `new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(seen, ${restMs}))))`;
  // A page that is left is asked no more.
  await page.evaluate(frames).catch(() => undefined);
}
