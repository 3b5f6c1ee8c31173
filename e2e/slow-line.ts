/** The slowest possible connection, without the wait: each file arrives only once the previous one has been painted. */
import type { Page } from "playwright-core";

/** Pages show a placeholder after 150 ms of loading; this is longer. */
const UNTIL_SHAPED_MS = 200;

/** public/before-paint.js waits a second for the typeface. Here it waits as long as the connection takes. */
const WAIT_FOR_TYPEFACE = `{
  const { setTimeout } = window;
  window.setTimeout = (then, ms, ...rest) => setTimeout(then, ms === 1_000 ? 2 ** 31 - 1 : ms, ...rest);
}`;

/**
 * Makes a page load its files one by one: each arrives only after a frame has been painted without it, and each API
 * response only after the page has shown its placeholder. For `prepare` of a visit or a tab.
 */
export async function slowLine(page: Page): Promise<void> {
  await page.addInitScript(WAIT_FOR_TYPEFACE);
  let before = Promise.resolve();
  // Not the document, nor styles and scripts that run before the first paint: no frame is painted without them.
  await page.route(/\/(?:assets|api)\//, async (route) => {
    if (route.request().resourceType() === "stylesheet") return await route.continue();
    const isAnswer = new URL(route.request().url()).pathname.startsWith("/api/");
    before = before.then(() => painted(page, isAnswer ? UNTIL_SHAPED_MS : 0));
    await before;
    return await route.continue();
  });
}

/** Waits two frames, so that what has arrived is on the screen, and then `restMs`. */
async function painted(page: Page, restMs: number): Promise<void> {
  const frames = `new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(seen, ${restMs}))))`;
  // Fails if the page has been left meanwhile.
  await page.evaluate(frames).catch(() => undefined);
}
