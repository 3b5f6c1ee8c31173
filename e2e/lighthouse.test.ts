/** What Lighthouse finds on the landing page, timing aside. For its performance score see bench/cases/lighthouse.ts. */
import { expect, test } from "vitest";
import { audit } from "../bench/browser/lighthouse.ts";
import { product } from "./product.ts";

/** Lighthouse loads the page several times, in its own Chromium. */
const TIMEOUT_MS = 180_000;

test(
  "Lighthouse gives the landing page 100 of 100 for accessibility, best practices and SEO",
  async () => {
    expect(await audit(`${product.origin}/`, ["accessibility", "best-practices", "seo"])).toEqual({
      accessibility: 100,
      "best-practices": 100,
      seo: 100,
    });
  },
  TIMEOUT_MS,
);
