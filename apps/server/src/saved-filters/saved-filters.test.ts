import { MAX_SAVED_FILTERS, type SavedFilter } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { accountIdOf } from "../../test/accounts.ts";
import { startServer, type SignedUp } from "../../test/server.ts";

const server = await startServer();

const save = (user: SignedUp, payload: object) =>
  user.api.post("/saved-filters/me", { list: "orders", name: "Refused", filters: { status: "REJECTED" }, ...payload });
const listed = async (user: SignedUp): Promise<SavedFilter[]> => (await user.api.get("/saved-filters/me")).body;
const named = async (user: SignedUp) => (await listed(user)).map(({ name }) => name);
/** Signs the same user in again, as on another device. */
async function elsewhere(user: SignedUp) {
  const { body } = await server.api().post("/auth/login", user);
  return { ...user, api: server.api(body.accessToken) };
}

test("a filter saved on one device can be applied on another", async () => {
  const user = await server.signUp();
  const filters = {
    period: "today",
    reason: "MARKET_CLOSED,CLEARING",
    side: "BUY",
    environment: "live",
    sort: "oldest",
  };
  expect(await save(user, { name: " Closed today ", filters: { ...filters, ticker: "" } })).toMatchObject({
    status: 200,
  });
  await save(user, { list: "alerts", name: "Closed today", filters: { search: "SBER" } });
  expect(await listed(await elsewhere(user))).toEqual([
    { id: expect.any(String), list: "orders", name: "Closed today", filters },
    { id: expect.any(String), list: "alerts", name: "Closed today", filters: { search: "SBER" } },
  ]);
});

test("saving under a name that exists replaces that filter; with its id, a filter is renamed", async () => {
  const user = await server.signUp();
  await save(user, {});
  await save(user, { filters: { status: "CREATED" } });
  const [only, ...others] = await listed(user);
  expect([only?.filters, others]).toEqual([{ status: "CREATED" }, []]);
  const renamed = await save(user, { id: only?.id, name: "Accepted", filters: only?.filters });
  expect(renamed.body).toEqual([{ ...only, name: "Accepted" }]);
  await save(user, {});
  const clash = await save(user, { id: only?.id });
  expect([clash.status, clash.body.errors]).toEqual([422, { name: "You already have a filter with this name" }]);
  expect(await named(user)).toEqual(["Accepted", "Refused"]);
});

test("a deleted filter is gone, and only its owner can delete or change it", async () => {
  const [owner, other] = [await server.signUp(), await server.signUp()];
  const [{ id }] = (await save(owner, {})).body;
  expect(await listed(other)).toEqual([]);
  expect((await other.api.request(`/saved-filters/me/${id}`, { method: "DELETE" })).status).toBe(404);
  expect((await save(other, { id, name: "Mine" })).status).toBe(404);
  expect(await named(owner)).toEqual(["Refused"]);
  expect((await owner.api.request(`/saved-filters/me/${id}`, { method: "DELETE" })).body).toEqual([]);
  expect((await owner.api.request(`/saved-filters/me/${id}`, { method: "DELETE" })).status).toBe(404);
});

test("a filter by account follows the account's id, which isn't stored in the clear", async () => {
  const [user, other] = [await server.signUp(), await server.signUp()];
  const { body: accounts } = await user.api.post("/accounts/me/list", [{ exchange: "ALOR_BROKER" }]);
  const { id } = accounts[0];
  await save(user, { filters: { account: id } });
  const [row] = await server.parts.database.query<{ filters: object }>(
    "select filters from saved_filters where user_id = $1",
    [user.id],
  );
  expect(row?.filters).toEqual({ account: await accountIdOf(server.parts.database, id) });
  const { body: changed } = await user.api.post("/accounts/me/change-id", { id });
  expect((await listed(user))[0]?.filters).toEqual({ account: changed[0].id });
  const refused = await save(other, { filters: { account: changed[0].id } });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["filters.account"]]);
});

test.each([
  ["no name", { name: "  " }],
  ["a long name", { name: "x".repeat(41) }],
  ["a name with a line break", { name: "a\nb" }],
  ["another list", { list: "users" }],
  ["nothing to filter by", { filters: { status: "", unknown: "x" } }],
  ["an unknown status", { filters: { status: "GONE" } }],
  ["an unknown reason", { filters: { reason: "MARKET_CLOSED,BECAUSE" } }],
  ["an unknown period", { filters: { period: "1y" } }],
  ["a moment for a day", { filters: { from: "2026-01-01T00:00:00Z" } }],
  ["NUL in a search", { filters: { search: "a\u0000" } }],
  ["filters that the list doesn't have", { list: "alerts", filters: { venue: "TINKOFF" } }],
  ["an id that is none", { id: "1" }],
])("%s is refused, and nothing is stored", async (_, payload) => {
  const user = await server.signUp();
  const { status, body } = await save(user, payload);
  expect([status, body.code]).toEqual([422, "validation_failed"]);
  expect(await listed(user)).toEqual([]);
});

test("a list has at most 30 filters, however many requests come at once", async () => {
  const user = await server.signUp();
  const answers = await Promise.all(
    Array.from({ length: MAX_SAVED_FILTERS + 5 }, (_, index) => save(user, { name: `Filter ${index}` })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_SAVED_FILTERS);
  expect(await listed(user)).toHaveLength(MAX_SAVED_FILTERS);
  expect((await save(user, { name: "One more" })).body.errors).toEqual({ name: "No more than 30 saved filters" });
  expect((await save(user, { name: "Filter 1" })).status).toBe((await named(user)).includes("Filter 1") ? 200 : 422);
  expect((await save(user, { list: "alerts" })).status).toBe(200);
});
