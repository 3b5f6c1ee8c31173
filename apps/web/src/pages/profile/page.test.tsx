import { cleanup, screen } from "@testing-library/react";
import { createMemoryRouter, RouterContextProvider } from "react-router";
import { afterEach, describe, expect, test } from "vitest";
import { apiThatAnswers, renderPart, storeAt, USER } from "../../../test/app.tsx";
import { dispatchContext } from "../../core/dispatch-context.ts";
import { selectUser, setUser } from "../../core/session/slice.ts";
import { selectSubscription, setSubscription } from "../../features/subscription/index.ts";
import { Component as Profile, loader } from "./page.tsx";

afterEach(cleanup);

// @covers S2.54
test("without a user the profile says 'no data'", async () => {
  const { store } = storeAt(apiThatAnswers({}));
  await renderPart(<Profile />, store, "ru");
  expect(screen.getByText("Нет данных")).toBeTruthy();
});

// @covers S2.51 S2.52 S2.53
test("the profile has three blocks in the specification's order: account data, personal data, subscription", async () => {
  const { store } = storeAt(apiThatAnswers({}));
  store.dispatch(setUser(USER));
  store.dispatch(setSubscription({ type: "TRIAL", expiration: null, daysLeft: null, plans: ["1m"] }));
  await renderPart(<Profile />, store);
  expect(screen.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
    "Profile",
    "Account data",
    "Personal data",
    "Subscription",
  ]);
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

  test("nothing is asked for while nobody is signed in", async () => {
    expect((await enter()).requests).toEqual([]);
  });
});
