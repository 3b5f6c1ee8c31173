import { MAX_STRATEGIES, type Strategy, type StrategyLogEntry } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { accountIdOf, saveAccounts } from "../../test/accounts.ts";
import { startServer, type SignedUp } from "../../test/server.ts";
import { createSecretBox } from "../platform/security/secret-box.ts";
import { hashToken } from "../platform/security/tokens.ts";
import { rewrapStrategyIds } from "./rotation.ts";
import { placeOfStrategyId } from "./strategy-ids.ts";

const server = await startServer();
const { database, keyRing } = server.parts;
const secretBox = createSecretBox(keyRing);

const LIST = "/strategies/me/list";
const twice = { kind: "multiplier", value: "2" };

/** Saves entries, and returns the list after the save. */
async function save({ api }: Pick<SignedUp, "api">, entries: readonly object[]): Promise<Strategy[]> {
  const { status, text, body } = await api.post(LIST, entries);
  if (status !== 200) throw new Error(`saving strategies answered ${status}: ${text}`);
  return body;
}

const listed = async ({ api }: Pick<SignedUp, "api">): Promise<Strategy[]> => (await api.get(LIST)).body;
const logOf = async ({ api }: Pick<SignedUp, "api">, id: string): Promise<StrategyLogEntry[]> =>
  (await api.get(`/strategies/${id}/log`)).body.content.toReversed();

async function trader(): Promise<{ user: SignedUp; accounts: string[] }> {
  const user = await server.signUp();
  const saved = await saveAccounts(user, [{ exchange: "ALOR_BROKER" }, { exchange: "BINANCE_FUTURES" }]);
  return { user, accounts: saved.map(({ id }) => id) };
}

test("a new strategy that says nothing else gets what a careful trader expects", async () => {
  const user = await server.signUp();
  expect(await save(user, [{ name: " Golden cross " }])).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{26}$/),
      name: "Golden cross",
      mode: "target",
      onGap: "tell",
      start: "flat",
      state: "on",
      members: [],
      protection: null,
      onProtectionRefused: "flatten",
      limits: {
        maxPosition: null,
        maxOrdersPerDay: null,
        maxDailyLoss: null,
        maxDailyDrawdown: null,
        pyramiding: null,
        tradingHours: null,
        timeZone: "UTC",
      },
      roll: { daysBeforeExpiry: 0, onDisagreement: "refuse" },
      clientCertificate: "shown",
      createdDate: expect.any(String),
      isDeleted: false,
    },
  ]);
  await user.api.post("/users/settings", { language: "ru" });
  expect((await save(user, [{ name: "Пробой" }]))[1]?.limits.timeZone).toBe("Europe/Moscow");
});

test("what an entry omits keeps its value, and what the list doesn't name stays", async () => {
  const { user, accounts } = await trader();
  const [accountId = "", other = ""] = accounts;
  const members = [
    { accountId, sizing: twice, isOn: false },
    { accountId: other, sizing: { kind: "money", value: "1000.50" } },
  ];
  const [one, two] = await save(user, [
    { name: "One", mode: "delta", members, limits: { maxPosition: "10" } },
    { name: "Two" },
  ]);
  expect(one?.members).toEqual([members[0], { ...members[1], isOn: true }]);
  const after = await save(user, [{ id: one?.id, limits: { pyramiding: 3 } }]);
  expect(after).toEqual([{ ...one, limits: { ...one?.limits, pyramiding: 3 } }, two]);
  expect(await save(user, after)).toEqual(after);
  expect((await save(user, [{ id: one?.id, members: [members[1]] }]))[0]?.members).toHaveLength(1);
  expect((await logOf(user, one?.id ?? "")).map(({ kind, details }) => [kind, details])).toEqual([
    ["created", {}],
    ["changed", { fields: "limits" }],
    ["changed", { fields: "members" }],
  ]);
});

test("a list is saved whole, or not at all", async () => {
  const user = await server.signUp();
  const { status, body } = await user.api.post(LIST, [
    { name: "Good" },
    { mode: "delta" },
    { id: "none", name: "Bad" },
  ]);
  expect([status, body.code, Object.keys(body.errors)]).toEqual([422, "validation_failed", ["1.name", "2.id"]]);
  expect(await listed(user)).toEqual([]);
});

test("another user's strategies and accounts are as unknown as those that don't exist", async () => {
  const { user: owner, accounts } = await trader();
  const [own] = await save(owner, [{ name: "Mine" }]);
  const stranger = await server.signUp();
  const id = own?.id ?? "";
  for (const named of [id, "0".repeat(26)]) {
    expect((await stranger.api.post(LIST, [{ id: named, name: "Taken" }])).body.errors).toHaveProperty(["0.id"]);
    expect(await save(stranger, [{ id: named, isDeleted: true }])).toEqual([]);
    for (const path of ["log", "signals"]) {
      const { status, body } = await stranger.api.get(`/strategies/${named}/${path}`);
      expect([status, body.code]).toEqual([404, "unknown_strategy"]);
    }
    const { status, body } = await stranger.api.post(`/strategies/${named}/state`, { state: "stopped" });
    expect([status, body.code]).toEqual([404, "unknown_strategy"]);
  }
  const ownId = await accountIdOf(database, accounts[0] ?? "");
  for (const accountId of [accounts[0], ownId, "nobody's"]) {
    const { body } = await stranger.api.post(LIST, [{ name: "Thief", members: [{ accountId, sizing: twice }] }]);
    expect(body.errors).toEqual({ "0.members.0.accountId": "There is no such account" });
  }
  expect(await listed(owner)).toEqual([own]);
});

test("an account is a member once, however it is named", async () => {
  const { user, accounts } = await trader();
  const [accountId = ""] = accounts;
  const members = [accountId, await accountIdOf(database, accountId)].map((named) => ({
    accountId: named,
    sizing: twice,
  }));
  expect((await user.api.post(LIST, [{ name: "Twice", members }])).body.errors).toEqual({
    "0.members.1.accountId": "This account is already in the list",
  });
});

test.each([
  ["a size of zero", { members: [{ accountId: "a", sizing: { kind: "fixed", value: "0" } }] }],
  [
    "a size by risk, which needs protective orders",
    { members: [{ accountId: "a", sizing: { kind: "riskPercent", value: "1" } }] },
  ],
  ["protective orders", { protection: { stopLossPercent: "1" } }],
  ["a time zone that doesn't exist", { limits: { timeZone: "Mars/Olympus" } }],
  ["a name of blanks", { name: "   " }],
  ["trading on no day", { limits: { tradingHours: { timeZone: "UTC", days: [], from: "10:00", to: "18:00" } } }],
])("%s is refused by the field's name", async (_, fields) => {
  const user = await server.signUp();
  const { status, body } = await user.api.post(LIST, [{ name: "Strange", ...fields }]);
  expect([status, Object.keys(body.errors).every((field) => field.startsWith("0."))]).toEqual([422, true]);
  expect(await listed(user)).toEqual([]);
});

test("a user has no more strategies than the limit; one that is deleted makes room", async () => {
  const user = await server.signUp();
  const all = await save(
    user,
    Array.from({ length: MAX_STRATEGIES }, (_, number) => ({ name: `No. ${number}` })),
  );
  expect(all.map(({ name }) => name)).toEqual(Array.from({ length: MAX_STRATEGIES }, (_, number) => `No. ${number}`));
  expect((await user.api.post(LIST, [{ name: "One more" }])).body.errors).toEqual({
    "0.name": "No more than 100 strategies",
  });
  const [first] = all;
  expect(await save(user, [{ id: first?.id, isDeleted: true }, { name: "One more" }])).toHaveLength(MAX_STRATEGIES);
});

test("an account that is deleted is a member of nothing any more", async () => {
  const { user, accounts } = await trader();
  const members = accounts.map((accountId) => ({ accountId, sizing: twice }));
  const [saved] = await save(user, [{ name: "Both", members }]);
  const directory = server.app.http.strategyDirectory;
  expect((await directory.named(saved?.id ?? ""))?.members).toHaveLength(2);
  await user.api.post("/accounts/me/list", [{ id: accounts[0], isDeleted: true }]);
  expect((await listed(user))[0]?.members.map(({ accountId }) => accountId)).toEqual([accounts[1]]);
  expect((await directory.named(saved?.id ?? ""))?.members).toHaveLength(1);
});

test("a strategy's id is stored hashed and sealed, and never logged; a rotated key rewraps it", async () => {
  const user = await server.signUp();
  const [saved] = await save(user, [{ name: "Secret" }]);
  const id = saved?.id ?? "";
  await user.api.post(`/strategies/${id}/state`, { state: "paused" });
  const idHash = hashToken(id);
  const rows = await database.query<{ sealed_id: string }>(
    "select strategies.*, (select json_agg(log) from strategy_log log), (select json_agg(a) from audit_log a) from strategies where id_hash = $1",
    [idHash],
  );
  expect(JSON.stringify(rows)).not.toContain(id);
  expect(server.log.filter((line) => line.includes(id))).toEqual([]);
  expect(server.log.some((line) => line.includes("/strategies/[redacted]/state"))).toBe(true);
  expect((await user.api.get("/users/me/export")).text).not.toContain(id);
  const next = { current: "next", keys: new Map([...keyRing.keys, ["next", Buffer.alloc(32, 7)]]) };
  const rotated = createSecretBox(next);
  expect((await rewrapStrategyIds({ database, secretBox: rotated, keyRing: next })).unreadable).toBe(0);
  const [row] = await database.query<{ sealed_id: string }>("select sealed_id from strategies where id_hash = $1", [
    idHash,
  ]);
  expect(rotated.needsRewrap(row?.sealed_id ?? "")).toBe(false);
  expect(rotated.open(row?.sealed_id ?? "", placeOfStrategyId(user.id, idHash))).toBe(id);
  await rewrapStrategyIds({ database, secretBox, keyRing: { current: keyRing.current } });
});

test("a strategy whose id doesn't open can still be stopped and deleted", async () => {
  const user = await server.signUp();
  await save(user, [{ name: "Lost" }]);
  await database.query("update strategies set sealed_id = '1.gone.a.b.c.d' where user_id = $1", [user.id]);
  const [saved] = await listed(user);
  const { status, body } = await user.api.post(`/strategies/${saved?.id}/state`, { state: "stopped" });
  expect([status, body.state]).toEqual([200, "stopped"]);
  expect(await save(user, [{ id: saved?.id, isDeleted: true }])).toEqual([]);
});

test("pausing, stopping and turning on are logged, with who did it; asking for what is the case changes nothing", async () => {
  const user = await server.signUp();
  const [saved] = await save(user, [{ name: "Switch" }]);
  const id = saved?.id ?? "";
  for (const state of ["paused", "paused", "stopped", "on"]) {
    const { status, body } = await user.api.post(`/strategies/${id}/state`, { state });
    expect([status, body]).toEqual([200, { ...saved, state }]);
    expect((await server.app.http.strategyDirectory.named(id))?.state).toBe(state);
  }
  const byHand = (await logOf(user, id)).filter(({ kind }) => kind !== "created" && kind !== "stopProven");
  expect(byHand.map(({ kind, details }) => [kind, details])).toEqual([
    ["paused", { from: "on", by: "page" }],
    ["stopPulled", { level: "stop", by: "page" }],
    ["stopLifted", { by: "page" }],
    ["on", { from: "paused", by: "page" }],
  ]);
  // A save has no say in it.
  await user.api.post(`/strategies/${id}/state`, { state: "stopped" });
  expect((await save(user, [{ id, name: "Renamed", state: "on" }]))[0]).toMatchObject({ state: "stopped" });
  const { body: audit } = await user.api.get("/users/me/audit");
  const about = audit.content.filter(({ action }: { action: string }) => /^(strategy|stop)_/.test(action)).toReversed();
  expect(about.map(({ action, details }: { action: string; details: object }) => [action, details])).toEqual([
    ["strategy_added", { strategy: "Switch" }],
    ["strategy_state_changed", { strategy: "Switch", from: "on", to: "paused" }],
    ["stop_pulled", { scope: "strategy", level: "stop" }],
    ["stop_lifted", { scope: "strategy" }],
    ["strategy_state_changed", { strategy: "Switch", from: "paused", to: "on" }],
    ["stop_pulled", { scope: "strategy", level: "stop" }],
    ["strategy_changed", { strategy: "Renamed", fields: "name" }],
  ]);
});

test("stopping with flatten pulls the kill switch at that level; only its user's hand lifts it", async () => {
  const user = await server.signUp();
  const [saved] = await save(user, [{ name: "Flat" }]);
  const id = saved?.id ?? "";
  const { body } = await user.api.post(`/strategies/${id}/state`, { state: "stopped", flatten: true });
  expect(body.state).toBe("stopped");
  const stops = async () => (await user.api.get("/stops/me/list")).body;
  expect(await stops()).toMatchObject([{ scope: "strategy", subjectId: id, level: "flatten", liftedAt: null }]);
  expect((await user.api.post(`/strategies/${id}/state`, { state: "on" })).body.state).toBe("on");
  expect(await stops()).toMatchObject([{ liftedAt: expect.any(String) }]);
});

// @covers E19
test("TradingView's certificate can't be required where the installation doesn't see it; a strategy from when it did can still be changed, and told not to require it", async () => {
  const user = await server.signUp();
  const { status, body } = await user.api.post(LIST, [{ name: "Guarded", clientCertificate: "required" }]);
  const error = expect.stringContaining("doesn't see TradingView's certificate");
  expect([status, body.errors]).toEqual([422, { "0.clientCertificate": error }]);
  expect(await listed(user)).toEqual([]);

  const [{ id } = { id: "" }] = await save(user, [{ name: "Guarded" }]);
  expect((await user.api.post(LIST, [{ id, clientCertificate: "required" }])).status).toBe(422);
  await database.query("update strategies set client_certificate = 'required' where user_id = $1", [user.id]);
  const [kept] = await save(user, [{ id, name: "Renamed", clientCertificate: "required" }]);
  expect(kept).toMatchObject({ name: "Renamed", clientCertificate: "required" });
  expect((await save(user, [{ id, clientCertificate: "shown" }]))[0]?.clientCertificate).toBe("shown");
  expect((await logOf(user, id)).at(-1)).toMatchObject({ kind: "changed", details: { fields: "clientCertificate" } });
});

test("two pages that save at the same time lose nothing", async () => {
  const user = await server.signUp();
  await Promise.all(Array.from({ length: 8 }, (_, number) => save(user, [{ name: `Page ${number}` }])));
  expect(new Set((await listed(user)).map(({ name }) => name)).size).toBe(8);
});
