import { expect, test } from "vitest";
import { nameOrder, nextOrder, statsOrder, statsQuery } from "./filters.ts";

test("the newest users come first unless the address names a valid order", () => {
  const newest = { sort: "createdDate", direction: "desc" };
  expect(statsOrder({})).toEqual(newest);
  expect(statsOrder({ sort: "height", direction: "asc" })).toEqual(newest);
  expect(statsOrder({ sort: "email", direction: "up" })).toEqual({ sort: "email", direction: "desc" });
  expect(statsOrder({ sort: "email", direction: "asc" })).toEqual({ sort: "email", direction: "asc" });
});

test("a column head first sorts the most useful end to the top, and then the other end", () => {
  const most = nextOrder({ sort: "createdDate", direction: "desc" }, "countOrders");
  expect(most).toEqual({ sort: "countOrders", direction: "desc" });
  expect(nextOrder(most, "countOrders")).toEqual({ sort: "countOrders", direction: "asc" });
  expect(nextOrder(most, "email")).toEqual({ sort: "email", direction: "asc" });
});

test("the address doesn't name the default order", () => {
  expect(nameOrder(statsOrder({}))).toEqual({ sort: "", direction: "" });
  expect(nameOrder({ sort: "email", direction: "asc" })).toEqual({ sort: "email", direction: "asc" });
});

test("the order isn't part of the filter that the CSV file uses", () => {
  expect(statsQuery({ search: "ivan", tariff: "", sort: "email", direction: "asc" })).toEqual({ search: "ivan" });
});
