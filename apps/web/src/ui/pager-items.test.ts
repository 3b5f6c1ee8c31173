import fc from "fast-check";
import { expect, test } from "vitest";
import { pagerItems } from "./pager-items.ts";

const shown = (current: number, pages: number, isCompact = false) =>
  pagerItems(current, pages, isCompact)
    .map(({ kind, page }) => (kind === "page" ? page : kind === "back" ? `<${page}` : `${page}>`))
    .join(" ");

test("a pager shows all of a few pages; of many, the first, the last, and those around the current one", () => {
  expect(shown(1, 7)).toBe("1 2 3 4 5 6 7");
  expect(shown(1, 50)).toBe("1 2 3 4 5 6> 50");
  expect(shown(20, 50)).toBe("1 <15 19 20 21 25> 50");
  expect(shown(50, 50)).toBe("1 <45 46 47 48 49 50");
  expect(shown(1, 5, true)).toBe("1 2 3 4 5");
  expect(shown(20, 50, true)).toBe("1 <17 19 20 21 23> 50");
});

test("whatever the page, the first, the current and the last appear once, in order, within nine places", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.nat(9_999), fc.boolean(), (pages, at, isCompact) => {
      const current = 1 + (at % pages);
      const items = pagerItems(current, pages, isCompact);
      const numbers = items.flatMap(({ kind, page }) => (kind === "page" ? [page] : []));
      expect(items.length).toBeLessThanOrEqual(9);
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
      expect(numbers).toEqual(expect.arrayContaining([1, current, pages]));
      for (const { page } of items) expect(page >= 1 && page <= pages).toBe(true);
    }),
  );
});
