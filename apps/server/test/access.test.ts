import { expect, test } from "vitest";
import type { Answer, Api } from "./api.ts";
import { startServer } from "./server.ts";

const server = await startServer({ settings: { ADMIN_EMAIL: "admin@example.com", ADMIN_PASSWORD: "admin-password" } });
const owner = await server.signUp({ fullName: "The Owner" });
const stranger = await server.signUp();
const { body: adminSession } = await server
  .api()
  .post("/auth/login", { email: "admin@example.com", password: "admin-password" });
const { body: linked } = await owner.api.post("/accounts/me/list", [
  { exchange: "ALOR_BROKER", telegramChatId: "7001" },
]);
const account: string = linked[0].id;
const { body: order } = await server
  .api()
  .post("/orders", { account, ticker: "SBER", direction: "buy", type: "market", contracts: 1 });

const askers: Record<string, Api> = {
  anonymous: server.api(),
  stranger: stranger.api,
  owner: owner.api,
  admin: server.api(adminSession.accessToken),
};

/** What only the owner may see. */
const OWNERS = [account, order.id, "The Owner", owner.email, "7001"];

const login = { email: owner.email, password: "not-the-password" };
const password = { password: "not-the-password", newPassword: "fresh-password", confirmNewPassword: "fresh-password" };
const alert = { account, ticker: "SBER", direction: "buy", type: "market", contracts: 1 };
const open = { anonymous: 200, stranger: 200, owner: 200, admin: 200 };
const ownOnly = { anonymous: 401, stranger: 200, owner: 200, admin: 200 };

/** Each route with a call that concerns the owner's things, and what each asker gets. */
const ROUTES: Record<string, { ask: (api: Api) => Promise<Answer>; expected: Record<string, number> }> = {
  "GET /healthz": { ask: (api) => api.get("/../../healthz"), expected: open },
  "GET /readyz": { ask: (api) => api.get("/../../readyz"), expected: open },
  "POST /api/v1/auth/signup": {
    ask: (api) =>
      api.post("/auth/signup", {
        email: owner.email,
        fullName: "x",
        password: "secret-1",
        confirmPassword: "secret-1",
      }),
    expected: { anonymous: 422, stranger: 422, owner: 422, admin: 422 },
  },
  "POST /api/v1/auth/login": {
    ask: (api) => api.post("/auth/login", login),
    expected: { anonymous: 401, stranger: 401, owner: 401, admin: 401 },
  },
  "GET /api/v1/users/me": { ask: (api) => api.get("/users/me"), expected: ownOnly },
  "POST /api/v1/users/password": {
    ask: (api) => api.post("/users/password", password),
    expected: { anonymous: 401, stranger: 422, owner: 422, admin: 422 },
  },
  "POST /api/v1/users/info": {
    ask: (api) => api.post("/users/info", { email: owner.email, id: owner.id }),
    expected: ownOnly,
  },
  "GET /api/v1/accounts/me/list": { ask: (api) => api.get("/accounts/me/list"), expected: ownOnly },
  "POST /api/v1/accounts/me/list": {
    ask: (api) => api.post("/accounts/me/list", [{ id: account, allowMargin: true }]),
    expected: { anonymous: 401, stranger: 422, owner: 200, admin: 422 },
  },
  "POST /api/v1/accounts/me/check": {
    ask: (api) => api.post("/accounts/me/check", { id: account }),
    expected: { anonymous: 401, stranger: 422, owner: 200, admin: 422 },
  },
  "GET /api/v1/subscriptions/me": { ask: (api) => api.get("/subscriptions/me"), expected: ownOnly },
  "GET /api/v1/locales/{language}/{file}": { ask: (api) => api.get("/locales/en/problems.json"), expected: open },
  // The account's id is the permission: TradingView signs nothing.
  "POST /api/v1/orders": { ask: (api) => api.post("/orders", alert), expected: open },
  "POST /api/v1/orders/validate": {
    ask: (api) => api.post("/orders/validate", { ...alert, ticker: "" }),
    expected: ownOnly,
  },
  "GET /api/v1/orders/me/list": { ask: (api) => api.get("/orders/me/list"), expected: ownOnly },
  // The last, as it ends the askers' sessions.
  "POST /api/v1/auth/logout": { ask: (api) => api.post("/auth/logout"), expected: ownOnly },
};

test("the table has every route", () => {
  const described = Object.entries(server.app.http.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(Object.keys(ROUTES).toSorted()).toEqual(described.toSorted());
});

test.each(Object.keys(ROUTES))(
  "%s lets in whom it should, and shows the owner's things to the owner alone",
  async (route) => {
    for (const [asker, api] of Object.entries(askers)) {
      const answer = await ROUTES[route]?.ask(api);
      expect([asker, answer?.status]).toEqual([asker, ROUTES[route]?.expected[asker]]);
      if (asker === "owner") continue;
      expect([asker, OWNERS.filter((secret) => answer?.text.includes(secret))]).toEqual([asker, []]);
    }
  },
);

test("nothing of the owner's was changed by others", async () => {
  const { body } = await server.api().post("/auth/login", owner);
  expect(body.user).toEqual({
    email: owner.email,
    fullName: "The Owner",
    telegram: null,
    roles: ["USER"],
    isHasBonus: false,
  });
  expect((await server.api(body.accessToken).get("/accounts/me/list")).body).toEqual([
    { ...linked[0], allowMargin: true },
  ]);
});
