import { expect, test } from "vitest";
import { readTableState, writeTableState } from "./table-state.ts";

const NAMES = ["status", "q"] as const;
const read = (search: string) => readTableState(new URLSearchParams(search), NAMES);

test("an empty address means the first page of 15 rows, unfiltered", () => {
  expect(read("")).toEqual({ page: 0, size: 15, filters: {} });
});

test("an address counts pages from one, the API from zero", () => {
  expect(read("page=3&size=50")).toMatchObject({ page: 2, size: 50 });
});

test.each(["page=0", "page=-1", "page=1.5", "page=x", "size=0", "size=101", "size=1e1", "page=99999999999"])(
  "%s makes no sense and becomes the default",
  (search) => {
    expect(read(search)).toEqual({ page: 0, size: 15, filters: {} });
  },
);

test("what is written can be read back, and defaults aren't written", () => {
  const state = { page: 4, size: 20, filters: { status: "REJECTED", q: "SBER & co" } };
  expect(readTableState(writeTableState(state), NAMES)).toEqual(state);
  expect(writeTableState({ page: 0, size: 15, filters: { q: "" } }).toString()).toBe("");
});
