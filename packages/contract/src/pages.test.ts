import { expect, test } from "vitest";
import { barsThirdParties, PAGES } from "./pages.ts";

test("third parties are barred from every page where a session starts or is used, and from no other", () => {
  expect(PAGES.filter(barsThirdParties)).toEqual([
    "/profile",
    "/profile/overview",
    "/profile/settings",
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
  "%s isn't mistaken for another page because of how it is written",
  (path) => expect(barsThirdParties(path)).toBe(true),
);
