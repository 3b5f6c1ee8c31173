import type { Page } from "@chartrelay/contract";
import type { UnknownAction } from "@reduxjs/toolkit";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { apiThatAnswers, storeAt, USER } from "../../test/app.tsx";
import { upsertToast } from "../core/notifications/slice.ts";
import { keepSession, loadUser, logOut, startUp } from "../core/session/api.ts";
import { logIn } from "../core/session/sign-in.ts";
import { selectIsAdmin, selectUser, setUser } from "../core/session/slice.ts";
import type { Thunk } from "../core/thunk.ts";
import { loadAccounts, selectAccounts, setAccounts } from "../features/accounts/index.ts";
import { loadAlerts, selectAlerts, setAlerts } from "../features/alerts/index.ts";
import { loadOrders, selectOrders, setOrders } from "../features/orders/index.ts";
import { loadStats, selectStats, setStats } from "../features/stats/index.ts";
import { loadSubscription, selectSubscription, setSubscription } from "../features/subscription/index.ts";
import type { Store } from "./store.ts";

const NO_ROWS: Page<never> = {
  content: [],
  totalElements: 0,
  totalPages: 0,
  pageable: { pageNumber: 0, pageSize: 15 },
};
const ONE_ROW = { ...NO_ROWS, totalElements: 1 };
const FIRST_PAGE = { page: 0, size: 15 };

beforeEach(() => {
  vi.spyOn(console, "warn").mockReturnValue();
  vi.spyOn(console, "error").mockReturnValue();
});

// @covers S3.47 S3.49 S3.50 S3.51 S3.52 S3.53
test("the store has the seven slices", () => {
  const { store } = storeAt(apiThatAnswers({}));
  expect(Object.keys(store.getState()).toSorted()).toEqual([
    "account",
    "alert",
    "application",
    "notifications",
    "order",
    "subscription",
    "user",
  ]);
});

interface Load {
  readonly name: string;
  readonly request: string;
  readonly load: Thunk<unknown>;
  /** The API's answer, if the slice stores more than that. */
  readonly answer?: unknown;
  readonly set: UnknownAction;
  readonly select: (state: ReturnType<Store["getState"]>) => unknown;
  readonly value: unknown;
}

const LOADS: readonly Load[] = [
  {
    name: "user",
    request: "GET /users/me",
    load: loadUser(),
    set: setUser(USER),
    select: selectUser,
    value: { ...USER, fullName: "other" },
  },
  {
    name: "accounts",
    request: "GET /accounts/me/list",
    load: loadAccounts(),
    set: setAccounts([]),
    select: selectAccounts,
    value: [{ id: "1" }],
  },
  {
    name: "orders",
    request: "GET /orders/me/list?page=0&size=15",
    load: loadOrders(FIRST_PAGE),
    answer: ONE_ROW,
    set: setOrders({ ...NO_ROWS, filters: {} }),
    select: selectOrders,
    value: { ...ONE_ROW, filters: {} },
  },
  {
    name: "alerts",
    request: "GET /alerts/me/list?page=0&size=15",
    load: loadAlerts(FIRST_PAGE),
    answer: ONE_ROW,
    set: setAlerts({ ...NO_ROWS, filters: {} }),
    select: selectAlerts,
    value: { ...ONE_ROW, filters: {} },
  },
  {
    name: "subscription",
    request: "GET /subscriptions/me",
    load: loadSubscription(),
    set: setSubscription({ type: "PRO", expiration: null, daysLeft: null, plans: [] }),
    select: selectSubscription,
    value: { type: "TRIAL", expiration: null, daysLeft: null, plans: [] },
  },
  {
    name: "stats",
    request: "GET /users/stats?page=0&size=15",
    load: loadStats(FIRST_PAGE),
    set: setStats(NO_ROWS),
    select: selectStats,
    value: ONE_ROW,
  },
];

describe.each(LOADS)("$name", ({ request, load, set, select, value, answer = value }) => {
  // @covers S3.49 S3.50 S3.51 S3.52 S3.53 S4.7
  test("a load asks the API and replaces the whole slice", async () => {
    const { store } = storeAt(apiThatAnswers({ [request]: () => Response.json(answer) }));
    store.dispatch(set);
    await store.dispatch(load);
    expect(select(store.getState())).toEqual(value);
  });

  // @covers S4.8
  test("a failed load stores undefined", async () => {
    const { store } = storeAt(apiThatAnswers({}));
    store.dispatch(set);
    expect(select(store.getState())).toBeDefined();
    await store.dispatch(load);
    expect(select(store.getState())).toBeUndefined();
  });
});

describe("user statistics", () => {
  const orders = { ...ONE_ROW, filters: {} };

  // @covers S7.10
  test("are set by their own action, and leave the orders alone", async () => {
    const { store } = storeAt(apiThatAnswers({ "GET /users/stats?page=0&size=15": () => Response.json(NO_ROWS) }));
    store.dispatch(setOrders(orders));
    await store.dispatch(loadStats(FIRST_PAGE));
    expect(selectStats(store.getState())).toEqual(NO_ROWS);
    expect(selectOrders(store.getState())).toEqual(orders);
  });

  // @covers S7.10
  test("set the orders to nothing, too, when they can't be loaded", async () => {
    const { store } = storeAt(apiThatAnswers({}));
    store.dispatch(setOrders(orders));
    await store.dispatch(loadStats(FIRST_PAGE));
    expect(selectStats(store.getState())).toBeUndefined();
    expect(selectOrders(store.getState())).toBeUndefined();
  });
});

describe("the session", () => {
  const session = { accessToken: "fresh", user: USER };

  // @covers S3.47 S3.48
  test("is initialised when there is a user", () => {
    const { store } = storeAt(apiThatAnswers({}));
    expect(store.getState().application.isInitialised).toBe(false);
    store.dispatch(setUser(USER));
    expect(store.getState().application.isInitialised).toBe(true);
    store.dispatch(setUser(undefined));
    expect(store.getState().application.isInitialised).toBe(false);
  });

  test("recognises an admin by the roles", () => {
    const { store } = storeAt(apiThatAnswers({}));
    store.dispatch(setUser(USER));
    expect(selectIsAdmin(store.getState())).toBe(false);
    store.dispatch(setUser({ ...USER, roles: ["USER", "ADMIN"] }));
    expect(selectIsAdmin(store.getState())).toBe(true);
  });

  // @covers S2.21
  test("asks who is signed in on startup, if there is a token", async () => {
    const api = apiThatAnswers({ "GET /users/me": () => Response.json(USER) });
    await storeAt(api).store.dispatch(startUp());
    expect(api.calls).toEqual([]);
    const { store } = storeAt(api, "stored");
    await store.dispatch(startUp());
    expect(selectUser(store.getState())).toEqual(USER);
    expect(api.calls[0]?.headers.get("authorization")).toBe("Bearer stored");
  });

  // @covers S4.1 S4.3
  test("stores the token and sets the user on sign-in", async () => {
    const { store, accessToken } = storeAt(apiThatAnswers({ "POST /auth/login": () => Response.json(session) }));
    await store.dispatch(logIn({ email: USER.email, password: "secret" }));
    expect(accessToken.read()).toBe("fresh");
    expect(selectUser(store.getState())).toEqual(USER);
  });

  test("clears the user, logs a failed sign-in, and throws what the API said", async () => {
    const refusal = { code: "invalid_login" };
    const api = apiThatAnswers({ "POST /auth/login": () => Response.json(refusal, { status: 401 }) });
    const { store, accessToken } = storeAt(api);
    store.dispatch(setUser(USER));
    await expect(store.dispatch(logIn({ email: USER.email, password: "wrong-one" }))).rejects.toEqual(refusal);
    expect(selectUser(store.getState())).toBeUndefined();
    expect(accessToken.read()).toBeUndefined();
    expect(console.error).toHaveBeenCalledWith("signing in failed", refusal);
  });

  // @covers S4.5 E5
  test("tells the API, removes the token and clears the user on sign-out", async () => {
    const api = apiThatAnswers({ "POST /auth/logout": () => Response.json({}) });
    const { store, accessToken } = storeAt(api);
    await store.dispatch(keepSession(session));
    await store.dispatch(logOut());
    expect(api.calls.map(({ request }) => request)).toEqual(["POST /auth/logout"]);
    expect(api.calls[0]?.headers.get("authorization")).toBe("Bearer fresh");
    expect(accessToken.read()).toBeUndefined();
    expect(selectUser(store.getState())).toBeUndefined();
  });

  test("isn't brought back by a load that was in flight at sign-out", async () => {
    const answer = Promise.withResolvers<Response>();
    const { store } = storeAt(apiThatAnswers({ "GET /users/me": () => answer.promise }), "stored");
    const loaded = store.dispatch(loadUser());
    await store.dispatch(logOut());
    answer.resolve(Response.json(USER));
    await loaded;
    expect(selectUser(store.getState())).toBeUndefined();
  });

  // @covers E5
  test("ends without waiting for the API's answer", async () => {
    const { store, accessToken } = storeAt(
      apiThatAnswers({ "POST /auth/logout": () => new Promise<never>(() => undefined) }),
      "stored",
    );
    store.dispatch(setUser(USER));
    void store.dispatch(logOut());
    expect(accessToken.read()).toBeUndefined();
    expect(selectUser(store.getState())).toBeUndefined();
  });

  test("takes the user's data with it: the next user to sign in doesn't see it", async () => {
    const { store } = storeAt(apiThatAnswers({}));
    store.dispatch(setUser(USER));
    store.dispatch(setOrders({ ...ONE_ROW, filters: {} }));
    store.dispatch(setAccounts([]));
    store.dispatch(setUser({ ...USER, fullName: "renamed" }));
    expect(selectOrders(store.getState())).toBeDefined();
    store.dispatch(upsertToast({ status: "info", title: "signed out" }));
    await store.dispatch(logOut());
    expect(selectOrders(store.getState())).toBeUndefined();
    expect(selectAccounts(store.getState())).toBeUndefined();
    expect(store.getState().notifications.toasts).toHaveLength(1);
  });

  test("ends in this browser even if the API is unreachable", async () => {
    const { store, accessToken } = storeAt(apiThatAnswers({}), "stored");
    await store.dispatch(logOut());
    expect(accessToken.read()).toBeUndefined();
  });
});

test("a toast without a position appears at the top right and disappears after 7 seconds; one that loads stays", () => {
  const { store } = storeAt(apiThatAnswers({}));
  store.dispatch(upsertToast({ status: "info", title: "saved" }));
  store.dispatch(upsertToast({ status: "loading", title: "saving" }));
  expect(store.getState().notifications.toasts).toMatchObject([
    { position: "top-right", dismissAfterMs: 7_000 },
    { position: "top-right", dismissAfterMs: 0 },
  ]);
});
