import { cleanup, screen } from "@testing-library/react";
import { RouterContextProvider, type LoaderFunctionArgs } from "react-router";
import { afterEach, expect, test } from "vitest";
import { renderRoutes, storeAt, USER, type Api } from "../../test/app.tsx";
import * as alerts from "../pages/profile-alerts/page.tsx";
import * as orders from "../pages/profile-orders/page.tsx";
import * as reports from "../pages/profile-reports/page.tsx";
import * as users from "../pages/profile-users/page.tsx";
import { dispatchContext } from "../core/dispatch-context.ts";
import { setUser } from "../core/session/slice.ts";

afterEach(cleanup);

test.each(Object.entries({ alerts, orders, reports, users }))(
  "a list that can't be loaded says why, in the API's words: %s",
  async (_, { loader, Component }) => {
    const detail = "Choose a shorter span of dates.";
    const refusal = { type: "about:blank", title: "Too long", status: 503, code: "list_too_long", detail };
    const api: Api = { calls: [], fetch: async () => Response.json(refusal, { status: 503 }) };
    const { store } = storeAt(api, "a-token");
    store.dispatch(setUser({ ...USER, roles: ["ADMIN"] }));
    const context = new RouterContextProvider(new Map([[dispatchContext, store.dispatch]]));
    const load = (args: LoaderFunctionArgs) => (typeof loader === "function" ? loader({ ...args, context }) : null);
    await renderRoutes([{ path: "/", loader: load, Component }], "/", store);
    expect((await screen.findByRole("alert")).textContent).toContain(detail);
    expect(screen.getByText("list_too_long")).toBeTruthy();
  },
);
