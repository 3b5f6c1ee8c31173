/** Audits a page with Lighthouse, on its slow phone. */
import lighthouse from "lighthouse";
import { stablePort } from "../product/ports.ts";
import { withChromium } from "./with-chromium.ts";

export type LighthouseCategory = "performance" | "accessibility" | "best-practices" | "seo";

/** Returns the score of each category, from 0 to 100, in one run. @throws if Lighthouse has no result. */
export async function audit<Category extends LighthouseCategory>(
  address: string,
  categories: readonly Category[],
): Promise<Record<Category, number>> {
  for (;;) {
    const port = await stablePort();
    const { lhr } = await withChromium(async () => {
      const onlyCategories: string[] = [...categories];
      const result = await lighthouse(address, { port, logLevel: "silent", onlyCategories });
      if (!result) throw new Error("Lighthouse gave no result");
      return result;
    }, [`--remote-debugging-port=${port}`]);
    // Now and then Lighthouse misses the start of the page in Chromium's trace and judges nothing.
    if (lhr.runtimeError?.code === "NO_NAVSTART") continue;
    if (lhr.runtimeError) throw new Error(`Lighthouse: ${lhr.runtimeError.message}`);
    const scores = categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]);
    return Object.fromEntries(scores) as Record<Category, number>;
  }
}
