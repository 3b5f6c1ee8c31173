import { cleanup, screen } from "@testing-library/react";
import { createMemoryRouter, RouterContextProvider } from "react-router";
import { afterEach, describe, expect, test } from "vitest";
import { apiThatAnswers, renderPart, storeAt, USER } from "../../../test/app.tsx";
import { dispatchContext } from "../../core/router-context.ts";
import { selectUser } from "../../core/session/slice.ts";
import { selectSubscription } from "../../features/subscription/index.ts";
import { Component as Profile, loader } from "./page.tsx";

afterEach(cleanup);

test("without a user the profile says 'no data'", async () => {
  const { store } = storeAt(apiThatAnswers({}));
  await renderPart(<Profile />, store, "ru");
  expect(screen.getByText("Нет данных")).toBeTruthy();
});

describe("on entry", () => {
  const SUBSCRIPTION = { type: "TRIAL", expiration: null, daysLeft: null, plans: ["1m"] };

  /** Enters the profile, and says what the API was asked for. */
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

  test("the profile loads the user's data", async () => {
    const { state, requests } = await enter("a-token");
    expect(requests).toContain("GET /users/me");
    expect(selectUser(state)).toEqual(USER);
  });

  test("the profile's second load is the subscription", async () => {
    const { state, requests } = await enter("a-token");
    expect(requests).toContain("GET /subscriptions/me");
    expect(selectSubscription(state)).toEqual(SUBSCRIPTION);
  });

  test("nothing is asked for while nobody is signed in", async () => {
    expect((await enter()).requests).toEqual([]);
  });
});
