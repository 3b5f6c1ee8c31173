import { expect, test } from "vitest";
import { barsThirdParties, orderPath, pageAt, PAGES } from "./pages.ts";

test("third parties are barred from every page where a session starts or is used, and from no other", () => {
  expect(PAGES.filter(barsThirdParties)).toEqual([
    "/profile",
    "/profile/overview",
    "/profile/settings",
    "/profile/api",
    "/profile/build",
    "/profile/orders",
    "/profile/orders/:id",
    "/profile/positions",
    "/profile/strategies",
    "/profile/strategies/new",
    "/profile/strategies/:id",
    "/profile/reports",
    "/profile/alerts",
    "/profile/users",
    "/profile/relay",
    "/profile/checkout",
    "/registration",
    "/reset-password",
    "/orders-test",
  ]);
});

test.each(["/%70rofile/api", "/PROFILE", "/%50ROFILE/orders", "/profile%2Fapi", "/%"])(
  "%s isn't mistaken for another page because of how it is written",
  (path) => expect(barsThirdParties(path)).toBe(true),
);

test("a path leads to one page: a page's own path to itself, an order's to the page of open orders", () => {
  for (const page of PAGES) expect(pageAt(page)).toBe(page);
  expect(pageAt(orderPath("0198c0de-0000-7000-8000-000000000001"))).toBe("/profile/orders/:id");
  for (const path of ["/profile/orders/", "/profile/orders/1/2", "/Profile", "/profile/nothing", "/.*"]) {
    expect([path, pageAt(path)]).toEqual([path, undefined]);
  }
});
