import { expect, test } from "vitest";
import { barsThirdParties, PAGES } from "./pages.ts";

test("third parties are kept from every page where a session begins or is used, and from no other", () => {
  expect(PAGES.filter(barsThirdParties)).toEqual([
    "/profile",
    "/profile/api",
    "/profile/orders",
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
  "%s isn't taken for another page for the way in which it is written",
  (path) => expect(barsThirdParties(path)).toBe(true),
);
