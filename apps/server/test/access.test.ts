import { expect, test } from "vitest";
import type { Answer, Api } from "./api.ts";
import { startServer } from "./server.ts";

const server = await startServer({ settings: { ADMIN_EMAIL: "admin@example.com", ADMIN_PASSWORD: "admin-password" } });
server.sandbox.telegram.chat({ id: 700170017001 });
const owner = await server.signUp({ fullName: "The Owner" });
const otherUser = await server.signUp();
const { body: adminSession } = await server
  .api()
  .post("/auth/login", { email: "admin@example.com", password: "admin-password" });
const { body: linked } = await owner.api.post("/accounts/me/list", [
  { exchange: "ALOR_BROKER", telegramChatId: "700170017001" },
]);
const account: string = linked[0].id;
const { body: order } = await server
  .api()
  .post("/orders", { account, ticker: "SBER", direction: "buy", type: "market", contracts: 1 });

await server.api().post("/auth/login", owner);
const { body: ownersFilters } = await owner.api.post("/saved-filters/me", {
  list: "alerts",
  name: "refused",
  filters: { status: "REJECTED" },
});
const ownersFilter: string = ownersFilters[0].id;
const { body: ownersSessions } = await owner.api.get("/auth/sessions");
const otherSession = ownersSessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);

const { body: ownersStrategies } = await owner.api.post("/strategies/me/list", [
  { name: "The Owner's" },
  { name: "Stopped" },
]);
const [strategy, stoppedStrategy]: readonly string[] = ownersStrategies.map(({ id }: { id: string }) => id);
const { body: ownersStop } = await owner.api.post("/stops", { scope: "strategy", id: stoppedStrategy, level: "stop" });

const askers: Record<string, Api> = {
  anonymous: server.api(),
  otherUser: otherUser.api,
  owner: owner.api,
  admin: server.api(adminSession.accessToken),
};

/** What only the owner may see. */
const OWNERS = [
  account,
  strategy ?? "",
  ownersStop.id,
  order.id,
  otherSession.id,
  "The Owner",
  owner.email,
  "700170017001",
];

const login = { email: owner.email, password: "not-the-password" };
const password = { password: "not-the-password", newPassword: "fresh-password", confirmNewPassword: "fresh-password" };
const alert = { account, ticker: "SBER", direction: "buy", type: "market", contracts: 1 };
const withBody = (body: object) => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
const DELETE = { method: "DELETE" };
const open = { anonymous: 200, otherUser: 200, owner: 200, admin: 200 };
const adminOnly = { anonymous: 401, otherUser: 403, owner: 403, admin: 200 };
const ownOnly = { anonymous: 401, otherUser: 200, owner: 200, admin: 200 };

/** Each route with a call that concerns the owner's data, and the status that each caller gets. */
const ROUTES: Record<string, { ask: (api: Api) => Promise<Answer>; expected: Record<string, number> }> = {
  "GET /healthz": { ask: (api) => api.get("/../../healthz"), expected: open },
  "GET /readyz": { ask: (api) => api.get("/../../readyz"), expected: open },
  "GET /api/v1/status": { ask: (api) => api.get("/status"), expected: open },
  "POST /api/v1/auth/signup": {
    ask: (api) =>
      api.post("/auth/signup", {
        email: owner.email,
        fullName: "x",
        password: "secret-1",
        confirmPassword: "secret-1",
      }),
    expected: { anonymous: 422, otherUser: 422, owner: 422, admin: 422 },
  },
  "POST /api/v1/auth/login": {
    ask: (api) => api.post("/auth/login", login),
    expected: { anonymous: 401, otherUser: 401, owner: 401, admin: 401 },
  },
  "POST /api/v1/auth/email-confirmation": { ask: (api) => api.post("/auth/email-confirmation"), expected: ownOnly },
  "POST /api/v1/auth/email-confirmation/confirm": {
    // All callers have confirmed their addresses: there is nothing left to do.
    ask: (api) => api.post("/auth/email-confirmation/confirm", { token: "not-the-token" }),
    expected: ownOnly,
  },
  "POST /api/v1/auth/confirm-password": {
    ask: (api) => api.post("/auth/confirm-password", { password: "not-the-password" }),
    expected: { anonymous: 401, otherUser: 422, owner: 422, admin: 422 },
  },
  "GET /api/v1/auth/sessions": { ask: (api) => api.get("/auth/sessions"), expected: ownOnly },
  "DELETE /api/v1/auth/sessions/{id}": {
    ask: (api) => api.request(`/auth/sessions/${otherSession.id}`, DELETE),
    // The owner's other session.
    expected: { anonymous: 401, otherUser: 404, owner: 200, admin: 404 },
  },
  "DELETE /api/v1/auth/sessions": { ask: (api) => api.request("/auth/sessions", DELETE), expected: ownOnly },
  "GET /api/v1/users/me/overview": { ask: (api) => api.get("/users/me/overview"), expected: ownOnly },
  "GET /api/v1/users/me/first-steps": { ask: (api) => api.get("/users/me/first-steps"), expected: ownOnly },
  "POST /api/v1/users/me/first-steps": {
    ask: (api) => api.post("/users/me/first-steps", { report: "shown" }),
    expected: ownOnly,
  },
  "GET /api/v1/users/me/audit": { ask: (api) => api.get("/users/me/audit"), expected: ownOnly },
  "GET /api/v1/admin/relay": {
    ask: (api) => api.get("/admin/relay"),
    expected: { anonymous: 401, otherUser: 403, owner: 403, admin: 200 },
  },
  "GET /api/v1/users/me/export": { ask: (api) => api.get("/users/me/export"), expected: ownOnly },
  "DELETE /api/v1/users/me": {
    ask: (api) => api.request("/users/me", { ...DELETE, ...withBody({ password: "not-the-password" }) }),
    expected: { anonymous: 401, otherUser: 422, owner: 422, admin: 422 },
  },
  "GET /api/v1/users/me/two-factor": { ask: (api) => api.get("/users/me/two-factor"), expected: ownOnly },
  "POST /api/v1/users/me/two-factor/setup": {
    ask: (api) => api.post("/users/me/two-factor/setup", { password: "not-the-password" }),
    expected: { anonymous: 401, otherUser: 422, owner: 422, admin: 422 },
  },
  "POST /api/v1/users/me/two-factor/enable": {
    ask: (api) => api.post("/users/me/two-factor/enable", { code: "000000" }),
    expected: { anonymous: 401, otherUser: 409, owner: 409, admin: 409 },
  },
  "POST /api/v1/users/me/two-factor/disable": {
    ask: (api) => api.post("/users/me/two-factor/disable", { password: "not-the-password", code: "000000" }),
    expected: { anonymous: 401, otherUser: 422, owner: 422, admin: 422 },
  },
  "POST /api/v1/users/me/two-factor/recovery-codes": {
    ask: (api) => api.post("/users/me/two-factor/recovery-codes", { password: "not-the-password", code: "000000" }),
    expected: { anonymous: 401, otherUser: 409, owner: 409, admin: 409 },
  },
  "POST /api/v1/auth/password-reset": {
    ask: (api) => api.post("/auth/password-reset", { email: owner.email }),
    expected: open,
  },
  "POST /api/v1/auth/password-reset/confirm": {
    ask: (api) =>
      api.post("/auth/password-reset/confirm", {
        token: "not-the-token",
        newPassword: "fresh-password",
        confirmNewPassword: "fresh-password",
      }),
    expected: { anonymous: 410, otherUser: 410, owner: 410, admin: 410 },
  },
  "POST /api/v1/alerts": {
    ask: (api) => api.post(`/alerts?account=${account}&chat_id=1`, "hello"),
    expected: open,
  },
  "GET /api/v1/alerts/me/csv": { ask: (api) => api.get("/alerts/me/csv"), expected: ownOnly },
  "GET /api/v1/alerts/me/reasons": { ask: (api) => api.get("/alerts/me/reasons"), expected: ownOnly },
  "GET /api/v1/alerts/me/list": { ask: (api) => api.get("/alerts/me/list"), expected: ownOnly },
  "GET /api/v1/users/stats": { ask: (api) => api.get("/users/stats?search=nobody"), expected: adminOnly },
  "GET /api/v1/users/stats/csv": { ask: (api) => api.get("/users/stats/csv?search=nobody"), expected: adminOnly },
  "GET /api/v1/users/me": { ask: (api) => api.get("/users/me"), expected: ownOnly },
  "POST /api/v1/users/password": {
    ask: (api) => api.post("/users/password", password),
    expected: { anonymous: 401, otherUser: 422, owner: 422, admin: 422 },
  },
  "POST /api/v1/users/info": {
    ask: (api) => api.post("/users/info", { email: owner.email, id: owner.id }),
    expected: ownOnly,
  },
  "POST /api/v1/users/settings": { ask: (api) => api.post("/users/settings", { id: owner.id }), expected: ownOnly },
  "GET /api/v1/accounts/me/list": { ask: (api) => api.get("/accounts/me/list"), expected: ownOnly },
  "POST /api/v1/accounts/me/list": {
    ask: (api) => api.post("/accounts/me/list", [{ id: account, allowMargin: true }]),
    expected: { anonymous: 401, otherUser: 422, owner: 200, admin: 422 },
  },
  "POST /api/v1/accounts/me/end-old-id": {
    ask: (api) => api.post("/accounts/me/end-old-id", { id: account }),
    expected: { anonymous: 401, otherUser: 422, owner: 200, admin: 422 },
  },
  "POST /api/v1/accounts/me/change-id": {
    // For later calls the old id still names the account.
    ask: (api) => api.post("/accounts/me/change-id", { id: account }),
    expected: { anonymous: 401, otherUser: 422, owner: 200, admin: 422 },
  },
  // Everybody's own accounts.
  "POST /api/v1/accounts/me/pause": {
    ask: (api) => api.post("/accounts/me/pause", { isPaused: false }),
    expected: { anonymous: 401, otherUser: 200, owner: 200, admin: 200 },
  },
  "POST /api/v1/accounts/me/check": {
    ask: (api) => api.post("/accounts/me/check", { id: account }),
    expected: { anonymous: 401, otherUser: 422, owner: 200, admin: 422 },
  },
  "POST /api/v1/accounts/me/link-telegram": {
    ask: (api) => api.post("/accounts/me/link-telegram", { id: account }),
    expected: { anonymous: 401, otherUser: 422, owner: 200, admin: 422 },
  },
  "GET /api/v1/saved-filters/me": { ask: (api) => api.get("/saved-filters/me"), expected: ownOnly },
  "POST /api/v1/saved-filters/me": {
    // Naming another user's account would say that it exists.
    ask: (api) => api.post("/saved-filters/me", { list: "orders", name: "mine", filters: { account } }),
    expected: { anonymous: 401, otherUser: 422, owner: 200, admin: 422 },
  },
  "DELETE /api/v1/saved-filters/me/{id}": {
    ask: (api) => api.request(`/saved-filters/me/${ownersFilter}`, DELETE),
    expected: { anonymous: 401, otherUser: 404, owner: 200, admin: 404 },
  },
  "GET /api/v1/subscriptions/me": { ask: (api) => api.get("/subscriptions/me"), expected: ownOnly },
  "GET /api/v1/subscriptions/me/checkout": {
    ask: (api) => api.get("/subscriptions/me/checkout"),
    expected: ownOnly,
  },
  "POST /api/v1/subscriptions/me/checkout": {
    ask: (api) => api.post("/subscriptions/me/checkout", { plan: "1m" }),
    expected: { anonymous: 401, otherUser: 409, owner: 409, admin: 409 },
  },
  "GET /api/v1/users/me/consents": { ask: (api) => api.get("/users/me/consents"), expected: ownOnly },
  "POST /api/v1/users/me/consents": {
    ask: (api) => api.post("/users/me/consents", { documents: [] }),
    expected: { anonymous: 401, otherUser: 422, owner: 422, admin: 422 },
  },
  ...Object.fromEntries(
    ["check", "pay", "fail", "refund", "cancel", "chargeback"].map((kind) => [
      `POST /api/v1/payments/cloudpayments/${kind}`,
      // The signature is the permission.
      {
        ask: (api: Api) => api.post(`/payments/cloudpayments/${kind}`, { TransactionId: 1 }),
        expected: { anonymous: 403, otherUser: 403, owner: 403, admin: 403 },
      },
    ]),
  ),
  "GET /api/v1/locales/{language}/{file}": { ask: (api) => api.get("/locales/en/problems.json"), expected: open },
  // The account's id is the permission: TradingView signs nothing.
  "POST /api/v1/orders": { ask: (api) => api.post("/orders", alert), expected: open },
  "POST /api/v1/orders/test": {
    ask: (api) => api.post("/orders/test", { account }),
    expected: { anonymous: 401, otherUser: 422, owner: 200, admin: 422 },
  },
  "POST /api/v1/orders/validate": {
    ask: (api) => api.post("/orders/validate", { ...alert, ticker: "" }),
    expected: ownOnly,
  },
  "GET /api/v1/orders/me/list": { ask: (api) => api.get("/orders/me/list"), expected: ownOnly },
  "GET /api/v1/orders/me/reasons": { ask: (api) => api.get("/orders/me/reasons"), expected: ownOnly },
  "GET /api/v1/orders/me/csv": { ask: (api) => api.get("/orders/me/csv"), expected: ownOnly },
  "GET /api/v1/orders/me/{id}": {
    ask: (api) => api.get(`/orders/me/${order.id}`),
    expected: { anonymous: 401, otherUser: 404, owner: 200, admin: 404 },
  },
  "GET /api/v1/strategies/me/list": { ask: (api) => api.get("/strategies/me/list"), expected: ownOnly },
  "POST /api/v1/strategies/me/list": {
    ask: (api) => api.post("/strategies/me/list", [{ id: strategy, mode: "delta" }]),
    expected: { anonymous: 401, otherUser: 422, owner: 200, admin: 422 },
  },
  "POST /api/v1/strategies/{id}/replay": {
    ask: (api) => api.post(`/strategies/${strategy}/replay`, { log: "{}" }),
    expected: { anonymous: 401, otherUser: 404, owner: 200, admin: 404 },
  },
  "POST /api/v1/strategies/{id}/state": {
    ask: (api) => api.post(`/strategies/${strategy}/state`, { state: "paused" }),
    expected: { anonymous: 401, otherUser: 404, owner: 200, admin: 404 },
  },
  "GET /api/v1/strategies/me/standing": { ask: (api) => api.get("/strategies/me/standing"), expected: ownOnly },
  "GET /api/v1/strategies/{id}/positions": {
    ask: (api) => api.get(`/strategies/${strategy}/positions`),
    expected: { anonymous: 401, otherUser: 404, owner: 200, admin: 404 },
  },
  "GET /api/v1/strategies/{id}/report": {
    ask: (api) => api.get(`/strategies/${strategy}/report`),
    expected: { anonymous: 401, otherUser: 404, owner: 200, admin: 404 },
  },
  "GET /api/v1/strategies/{id}/log": {
    ask: (api) => api.get(`/strategies/${strategy}/log`),
    expected: { anonymous: 401, otherUser: 404, owner: 200, admin: 404 },
  },
  "GET /api/v1/strategies/{id}/signals": {
    ask: (api) => api.get(`/strategies/${strategy}/signals`),
    expected: { anonymous: 401, otherUser: 404, owner: 200, admin: 404 },
  },
  "GET /api/v1/positions/me/list": { ask: (api) => api.get("/positions/me/list"), expected: ownOnly },
  "GET /api/v1/positions/me/accounts": { ask: (api) => api.get("/positions/me/accounts"), expected: ownOnly },
  "GET /api/v1/stops/me/list": { ask: (api) => api.get("/stops/me/list"), expected: ownOnly },
  "POST /api/v1/stops": {
    ask: (api) => api.post("/stops", { scope: "strategy", id: strategy, level: "stop" }),
    expected: { anonymous: 401, otherUser: 404, owner: 200, admin: 404 },
  },
  "POST /api/v1/stops/{id}/lift": {
    ask: (api) => api.post(`/stops/${ownersStop.id}/lift`),
    expected: { anonymous: 401, otherUser: 404, owner: 200, admin: 404 },
  },
  "POST /api/v1/positions/me/close": {
    // The owner's account has no key.
    ask: (api) => api.post("/positions/me/close", { accountId: account, ticker: "SBER" }),
    expected: { anonymous: 401, otherUser: 404, owner: 409, admin: 404 },
  },
  "POST /api/v1/orders/{id}/cancel": {
    ask: (api) => api.post(`/orders/${order.id}/cancel`),
    // It was refused for the want of a key: there is nothing to cancel.
    expected: { anonymous: 401, otherUser: 404, owner: 409, admin: 404 },
  },
  "GET /api/v1/reports/me": { ask: (api) => api.get(`/reports/me?account=${account}`), expected: ownOnly },
  "GET /api/v1/reports/me/orders": {
    ask: (api) => api.get(`/reports/me/orders?account=${account}`),
    expected: ownOnly,
  },
  "GET /api/v1/reports/me/csv": { ask: (api) => api.get(`/reports/me/csv?account=${account}`), expected: ownOnly },
  "GET /api/v1/events": { ask: (api) => api.opening("/events"), expected: ownOnly },
  // Last, since it ends the callers' sessions.
  "POST /api/v1/auth/logout": { ask: (api) => api.post("/auth/logout"), expected: ownOnly },
};

// @covers S7.1 E7
test("the table covers every route", () => {
  const described = Object.entries(server.app.http.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(Object.keys(ROUTES).toSorted()).toEqual(described.toSorted());
});

// @covers S6.1 S6.2 S6.7 S9.14 E7
test.each(Object.keys(ROUTES))(
  "%s lets in the right callers, and shows the owner's data only to the owner",
  async (route) => {
    for (const [asker, api] of Object.entries(askers)) {
      const answer = await ROUTES[route]?.ask(api);
      expect([asker, answer?.status]).toEqual([asker, ROUTES[route]?.expected[asker]]);
      if (asker === "owner") continue;
      expect([asker, OWNERS.filter((secret) => answer?.text.includes(secret))]).toEqual([asker, []]);
    }
  },
);

test("other callers changed nothing of the owner's", async () => {
  const { body } = await server.api().post("/auth/login", owner);
  expect(body.user).toEqual({
    email: owner.email,
    isEmailConfirmed: true,
    fullName: "The Owner",
    telegram: null,
    roles: ["USER"],
    isHasBonus: false,
    language: "en",
    notifications: "all",
    allPausedAt: null,
  });
  // The owner changed the account's id once.
  expect((await server.api(body.accessToken).get("/accounts/me/list")).body).toEqual([
    {
      ...linked[0],
      id: expect.any(String),
      oldId: expect.objectContaining({ id: account }),
      allowMargin: true,
      chatProblem: expect.toBeOneOf([null, "CHAT_NOT_FOUND"]),
    },
  ]);
});
