/** What Lighthouse finds on the landing page without a clock. Its score by the clock: bench/cases/lighthouse.ts. */
import { expect, test } from "vitest";
import { audit } from "../bench/browser/lighthouse.ts";
import { product } from "./product.ts";

test("Lighthouse finds nothing on the landing page: accessibility, best practices and SEO have 100 of 100", async () => {
  expect(await audit(`${product.origin}/`, ["accessibility", "best-practices", "seo"])).toEqual({
    accessibility: 100,
    "best-practices": 100,
    seo: 100,
  });
});
