import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { pageOf, pageQuery, toPage } from "./page.ts";

// @covers S9.7 S9.8
test("a query without page and size requests the first 15 rows", () => {
  expect(z.parse(pageQuery, {})).toEqual({ page: 0, size: 15 });
});

test.each([
  { page: "-1" },
  { page: "1.5" },
  { page: "second" },
  { page: "1e99" },
  { size: "0" },
  { size: "101" },
  { size: "all" },
])("the query %o is refused", (query) => {
  expect(z.safeParse(pageQuery, query).success).toBe(false);
});

// @covers S3.26 S3.27
test("a paged result has content, totalElements, totalPages and a pageable with zero-based pageNumber and pageSize", () => {
  expect(toPage(["16th"], 16, { page: 1, size: 15 })).toEqual({
    content: ["16th"],
    totalElements: 16,
    totalPages: 2,
    pageable: { pageNumber: 1, pageSize: 15 },
  });
});

test("an empty result has no pages", () => {
  expect(toPage([], 0, { page: 0, size: 15 }).totalPages).toBe(0);
});

test("the pages together contain every row once", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 300 }), fc.integer({ min: 1, max: 100 }), (rows, size) => {
      const slice = (page: number) => toPage(rows.slice(page * size, (page + 1) * size), rows.length, { page, size });
      const pages = Array.from({ length: slice(0).totalPages }, (_, page) => slice(page));
      expect(pages.flatMap(({ content }) => content)).toEqual(rows);
      expect(pages.every(({ content }) => content.length > 0)).toBe(true);
    }),
  );
});

test("a page of rows matches its own schema", () => {
  expect(z.safeParse(pageOf(z.string()), toPage(["row"], 1, { page: 0, size: 15 })).success).toBe(true);
});
