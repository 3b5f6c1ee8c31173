import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterContextProvider } from "react-router";
import { afterEach, describe, expect, test } from "vitest";
import { apiThatAnswers, renderRoutes, storeAt, USER } from "../../../test/app.tsx";
import { setUser } from "../../core/session/slice.ts";
import { dispatchContext } from "../../core/dispatch-context.ts";
import { Component as OverviewPage, loader } from "./page.tsx";

afterEach(cleanup);

test("the first page asks for documents that its user hasn't agreed to, and for nothing once they have", async () => {
  const api = apiThatAnswers({
    "POST /users/me/consents": () => Response.json({ missing: [], accepted: [] }),
  });
  const { store } = storeAt(api, "a-token");
  store.dispatch(setUser(USER));
  const missing = ["offer", "personal-data"];
  await renderRoutes([{ path: "/", loader: () => ({ missing }), Component: OverviewPage }], "/", store);
  const form = within(await screen.findByRole("form", { name: "Documents to agree to" }));
  const person = userEvent.setup();
  const agree = form.getByRole("button", { name: "Agree" });
  await person.click(form.getByRole("checkbox", { name: /public offer/ }));
  expect(agree).toHaveProperty("disabled", true);
  await person.click(form.getByRole("checkbox", { name: /processing of personal data/ }));
  await person.click(agree);
  await waitFor(() => expect(screen.queryByRole("form", { name: "Documents to agree to" })).toBeNull());
  expect(api.calls.at(-1)).toMatchObject({
    request: "POST /users/me/consents",
    body: { documents: ["offer", "personal-data"], place: "profile" },
  });
});

describe("on entry", () => {
  /** Enters the page, and returns the requests that the API got. */
  async function enter(token?: string) {
    const api = apiThatAnswers({});
    const { store } = storeAt(api, token);
    const router = createMemoryRouter([{ path: "/" }, { path: "/profile/overview", loader, element: null }], {
      getContext: () => new RouterContextProvider(new Map([[dispatchContext, store.dispatch]])),
    });
    await router.navigate("/profile/overview");
    return api.calls.map(({ request }) => request.replace(/\?.*/, ""));
  }

  test("the page loads the day, the latest orders, the first steps, the subscription, and which documents its user hasn't agreed to", async () => {
    expect((await enter("a-token")).toSorted()).toEqual([
      "GET /orders/me/list",
      "GET /subscriptions/me",
      "GET /users/me/consents",
      "GET /users/me/first-steps",
      "GET /users/me/overview",
    ]);
  });

  test("nothing is asked for while nobody is signed in", async () => {
    expect(await enter()).toEqual([]);
  });
});
