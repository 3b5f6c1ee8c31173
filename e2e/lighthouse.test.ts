/** What Lighthouse finds on the landing page without a clock. Its score by the clock: bench/cases/lighthouse.ts. */
import { expect, test } from "vitest";
import { audit } from "../bench/browser/lighthouse.ts";
import { product } from "./product.ts";

/** Lighthouse loads the page several times in a Chromium of its own. */
const TIMEOUT_MS = 180_000;

test(
  "Lighthouse finds nothing on the landing page: accessibility, best practices and SEO have 100 of 100",
  async () => {
    expect(await audit(`${product.origin}/`, ["accessibility", "best-practices", "seo"])).toEqual({
      accessibility: 100,
      "best-practices": 100,
      seo: 100,
    });
  },
  TIMEOUT_MS,
);
