import { expect, test } from "vitest";
import { insertRow, replaceRow, type LivePage, type LiveRow } from "./live-page.ts";

const row = (second: number, id = `at ${second}`): LiveRow => ({ id, createdDate: `2026-01-01T00:00:0${second}.000Z` });

/** A page of at most three rows. */
const pageOf = (...content: LiveRow[]): LivePage<LiveRow> => ({
  content,
  totalElements: content.length,
  totalPages: Math.ceil(content.length / 3),
  pageable: { pageNumber: 0, pageSize: 3 },
  filters: {},
});

test("a new row goes where its time puts it, in whatever order rows arrive", () => {
  const full = insertRow(pageOf(row(5), row(3)), row(4));
  expect(full.content).toEqual([row(5), row(4), row(3)]);
  const next = insertRow(full, row(6));
  expect(next.content).toEqual([row(6), row(5), row(4)]);
  expect(next).toMatchObject({ totalElements: 4, totalPages: 2 });
});

test("of rows with the same time, the last to arrive is on top", () => {
  const page = insertRow(pageOf(row(5, "first")), row(5, "second"));
  expect(page.content.map(({ id }) => id)).toEqual(["second", "first"]);
});

test("a changed row keeps its place; one that the page doesn't show changes nothing", () => {
  const page = [row(3, "a"), row(3, "c")].reduce(replaceRow, pageOf(row(5, "a"), row(4, "b")));
  expect(page.content).toEqual([row(3, "a"), row(4, "b")]);
});
