import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterContextProvider } from "react-router";
import { afterEach, describe, expect, test } from "vitest";
import { apiThatAnswers, renderPart, renderRoutes, storeAt, USER } from "../../../test/app.tsx";
import { dispatchContext } from "../../core/thunk.ts";
import { selectUser, setUser } from "../../core/session/slice.ts";
import { selectSubscription } from "../../features/subscription/index.ts";
import { Component as Profile, loader } from "./page.tsx";

afterEach(cleanup);

// @covers S2.54
test("without a user the profile says 'no data'", async () => {
  const { store } = storeAt(apiThatAnswers({}));
  await renderPart(<Profile />, store, "ru");
  expect(screen.getByText("Нет данных")).toBeTruthy();
});

test("the first page asks for documents that its user hasn't agreed to, and for nothing once they have", async () => {
  const api = apiThatAnswers({
    "POST /users/me/consents": () => Response.json({ missing: [], accepted: [] }),
  });
  const { store } = storeAt(api, "a-token");
  store.dispatch(setUser(USER));
  const missing = ["offer", "personal-data"];
  await renderRoutes([{ path: "/profile", loader: () => ({ missing }), Component: Profile }], "/profile", store);
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
  const SUBSCRIPTION = { type: "TRIAL", expiration: null, daysLeft: null, plans: ["1m"] };

  /** Enters the profile, and returns the requests that the API got. */
  async function enter(token?: string) {
    const api = apiThatAnswers({
      "GET /users/me": () => Response.json(USER),
      "GET /subscriptions/me": () => Response.json(SUBSCRIPTION),
    });
    const { store } = storeAt(api, token);
    const router = createMemoryRouter([{ path: "/" }, { path: "/profile", loader, element: null }], {
      getContext: () => new RouterContextProvider(new Map([[dispatchContext, store.dispatch]])),
    });
    await router.navigate("/profile");
    return { state: store.getState(), requests: api.calls.map(({ request }) => request) };
  }

  // @covers S2.45
  test("the profile loads the user's data", async () => {
    const { state, requests } = await enter("a-token");
    expect(requests).toContain("GET /users/me");
    expect(selectUser(state)).toEqual(USER);
  });

  // @covers S2.46
  test("the profile's second load is the subscription", async () => {
    const { state, requests } = await enter("a-token");
    expect(requests).toContain("GET /subscriptions/me");
    expect(selectSubscription(state)).toEqual(SUBSCRIPTION);
  });

  test("the profile asks which documents its user hasn't agreed to", async () => {
    expect((await enter("a-token")).requests).toContain("GET /users/me/consents");
  });

  test("nothing is asked for while nobody is signed in", async () => {
    expect((await enter()).requests).toEqual([]);
  });
});
