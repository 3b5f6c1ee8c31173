import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { apiThatAnswers, renderRoutes, storeAt } from "../../../test/app.tsx";
import { AuthTabs } from "./index.ts";

afterEach(cleanup);

const openAt = (address: string, current: "authorization" | "registration") =>
  renderRoutes(
    [
      {
        path: "*",
        Component: () => (
          <AuthTabs title="" current={current}>
            the form
          </AuthTabs>
        ),
      },
    ],
    address,
    storeAt(apiThatAnswers({})).store,
  );

const tabs = () =>
  within(screen.getByRole("navigation", { name: "Sign in or register" }))
    .getAllByRole<HTMLAnchorElement>("link")
    .map((tab) => [tab.textContent, tab.getAttribute("href"), tab.getAttribute("aria-current")]);

// @covers S2.47 S2.48
test.each(["/profile", "/profile/orders", "/orders-test"])(
  "the login screen in place of %s shows its own tab as the current one",
  async (address) => {
    await openAt(address, "authorization");
    expect(tabs()).toEqual([
      ["Sign in", address, "page"],
      ["Registration", "/registration", null],
    ]);
  },
);

test("a plan chosen earlier is carried over from one tab to the other", async () => {
  await openAt("/registration?plan=6m", "registration");
  expect(tabs()).toEqual([
    ["Sign in", "/profile/overview?plan=6m", null],
    ["Registration", "/registration?plan=6m", "page"],
  ]);
});
