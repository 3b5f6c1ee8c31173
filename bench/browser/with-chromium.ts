import type { Browser } from "playwright-core";
import { ensureChromium, launchChromium } from "./chromium.ts";

/** Runs `work` with its own Chromium and closes it afterwards. `more` is added to its command line. */
export async function withChromium<Result>(
  work: (browser: Browser) => Promise<Result>,
  more: readonly string[] = [],
): Promise<Result> {
  await ensureChromium();
  const browser = await launchChromium(more);
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}
