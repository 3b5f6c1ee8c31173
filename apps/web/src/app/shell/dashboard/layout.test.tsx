import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventually } from "../../../../../../scripts/eventually.ts";
import { apiThatAnswers, renderRoutes, storeAt, USER } from "../../../../test/app.tsx";
import { selectUser, setUser } from "../../../core/session/slice.ts";
import { Component as Layout, shouldRevalidate } from "./layout.tsx";

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => 0, removeEventListener: () => 0 }));
});
afterEach(cleanup);

/** The layout as the router has it, except that its login screen needs no preloading here. */
const LAYOUT = { Component: Layout, loader: () => ({}), shouldRevalidate };

test("a user who signs in in place of a page sees that page once it has loaded for them, and no failure before", async () => {
  const { promise: isThere, resolve: arrive } = Promise.withResolvers<null>();
  let isAsked = false;
  const load = () => (isAsked ? isThere : null);
  const routes = [
    {
      ...LAYOUT,
      children: [{ path: "/profile/orders", loader: load, Component: () => <p>the orders</p> }],
    },
  ];
  const session = { accessToken: "fresh", user: USER };
  const { store } = storeAt(apiThatAnswers({ "POST /auth/login": () => Response.json(session) }));
  await renderRoutes(routes, "/profile/orders", store);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText("E-mail"), USER.email);
  await user.type(screen.getByLabelText("Password"), "secret-1");
  isAsked = true;
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await eventually(() => expect(selectUser(store.getState())).toEqual(USER));
  expect(screen.getByLabelText("Password")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Orders" })).toBeNull();
  arrive(null);
  expect(await screen.findByText("the orders")).toBeTruthy();
  act(() => void store.dispatch(setUser(undefined)));
  expect(await screen.findByLabelText("Password")).toBeTruthy();
});

test("a page that takes time to load is shown by its title and shape", async () => {
  const { promise: isThere, resolve: arrive } = Promise.withResolvers<null>();
  const routes = [
    {
      ...LAYOUT,
      children: [
        { path: "/profile/orders", Component: () => <p>the orders</p> },
        { path: "/profile/alerts", loader: () => isThere, Component: () => <p>the alerts</p> },
      ],
    },
  ];
  const { store } = storeAt(apiThatAnswers({}));
  store.dispatch(setUser(USER));
  await renderRoutes(routes, "/profile/orders", store);
  await screen.findByText("the orders");
  const user = userEvent.setup();
  await user.click(screen.getByRole("link", { name: "Alerts" }));
  expect(screen.queryByRole("heading", { name: "Alerts" })).toBeNull();
  expect(await screen.findByRole("heading", { name: "Alerts" })).toBeTruthy();
  expect(screen.getByText("the orders").closest("[hidden]")).not.toBeNull();
  arrive(null);
  expect(await screen.findByText("the alerts")).toBeTruthy();
  expect(screen.queryByText("the orders")).toBeNull();
});
