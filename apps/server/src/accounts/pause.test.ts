/** Pausing all accounts at once, and resuming them. */
import type { Account, AuditEntry } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { startServer, type SignedUp } from "../../test/server.ts";
import { linkTrader } from "../../test/trader.ts";

const server = await startServer();

const LIST = "/accounts/me/list";

const pauseAll = async ({ api }: SignedUp, isPaused = true): Promise<Account[]> => {
  const { status, body } = await api.post("/accounts/me/pause", { isPaused });
  expect(status).toBe(200);
  return body;
};
const pausedSince = async ({ api }: SignedUp): Promise<string | null> => (await api.get("/users/me")).body.allPausedAt;
const paused = (accounts: readonly Account[]) => accounts.map(({ isPaused }) => isPaused);

async function userWithAccounts(count: number): Promise<{ user: SignedUp; accounts: Account[] }> {
  const user = await server.signUp();
  const entries = Array.from({ length: count }, () => ({ exchange: "ALOR_BROKER" }));
  return { user, accounts: (await user.api.post(LIST, entries)).body };
}

test("once all accounts are paused, their alerts are refused with ACCOUNT_PAUSED; another user's trade on", async () => {
  const trader = await linkTrader(server);
  const second = await linkTrader(server, { user: trader.user, venue: "BINANCE_SPOT" });
  const stranger = await linkTrader(server);
  const before = Date.now();
  expect(paused(await pauseAll(trader.user))).toEqual([true, true]);
  // One after another and at once: whatever is posted after the answer.
  for (const { alert } of [trader, second]) expect((await alert()).body.status).toBe("REJECTED");
  await Promise.all([trader.alert(), second.alert(), stranger.alert()]);
  expect(await trader.ended(2)).toMatchObject([{ reason: "ACCOUNT_PAUSED" }, { reason: "ACCOUNT_PAUSED" }]);
  expect(await second.ended(2)).toMatchObject([{ reason: "ACCOUNT_PAUSED" }, { reason: "ACCOUNT_PAUSED" }]);
  expect([...trader.executed(), ...second.executed()]).toEqual([]);
  expect(await stranger.ended(1)).toMatchObject([{ status: "CREATED" }]);
  expect(Date.parse((await pausedSince(trader.user)) ?? "")).toBeGreaterThanOrEqual(before - 1);
  expect(await pausedSince(stranger.user)).toBeNull();
});

test("pausing all ends what hasn't been sent; what the venue may have is looked up, and stays", async () => {
  const trader = await linkTrader(server);
  const { faults } = server.sandbox;
  faults.set(
    { kind: "accept-then-drop", account: trader.portfolio, times: 1 },
    { kind: "5xx", operation: "find", account: trader.portfolio },
  );
  await trader.alert();
  await eventually(async () => expect(await trader.orders()).toMatchObject([{ stage: "unresolved" }]));
  await trader.alert();
  await pauseAll(trader.user);
  await eventually(async () =>
    expect(await trader.orders()).toMatchObject([{ reason: "ACCOUNT_PAUSED" }, { stage: "unresolved" }]),
  );
  faults.reset();
  expect(await trader.ended(2)).toMatchObject([{ status: "CREATED" }, { status: "REJECTED" }]);
  expect(trader.executed()).toHaveLength(1);
});

test("resuming all leaves an account paused that was paused by itself before", async () => {
  const { user, accounts } = await userWithAccounts(3);
  await user.api.post(LIST, [{ id: accounts[1]?.id, isPaused: true }]);
  expect(await pausedSince(user)).toBeNull();
  expect((await pauseAll(user)).map(({ isPausedWithAll }) => isPausedWithAll)).toEqual([true, false, true]);
  expect(await pausedSince(user)).not.toBeNull();
  expect(paused(await pauseAll(user, false))).toEqual([false, true, false]);
  expect(await pausedSince(user)).toBeNull();
});

test("if all were paused by themselves, resuming all resumes all", async () => {
  const { user, accounts } = await userWithAccounts(2);
  for (const { id } of accounts) await user.api.post(LIST, [{ id, isPaused: true }]);
  expect(await pausedSince(user)).not.toBeNull();
  expect(paused(await pauseAll(user, false))).toEqual([false, false]);
});

test("all are paused until the first is resumed; pausing again keeps since when", async () => {
  const { user, accounts } = await userWithAccounts(2);
  await pauseAll(user);
  const since = await pausedSince(user);
  await pauseAll(user);
  expect(await pausedSince(user)).toBe(since);
  await user.api.post(LIST, [{ id: accounts[0]?.id, isPaused: false }]);
  expect(await pausedSince(user)).toBeNull();
  // The other one is still among those that are resumed together.
  expect(paused(await pauseAll(user, false))).toEqual([false, false]);
});

test("an account that is added while all are paused is paused with them", async () => {
  const { user } = await userWithAccounts(1);
  await pauseAll(user);
  const { body } = await user.api.post(LIST, [{ exchange: "TINKOFF", isPaused: false }]);
  expect(paused(body)).toEqual([true, true]);
  expect(paused(await pauseAll(user, false))).toEqual([false, false]);
  // One that is paused by itself doesn't pause others.
  const { user: other, accounts } = await userWithAccounts(1);
  await other.api.post(LIST, [{ id: accounts[0]?.id, isPaused: true }]);
  expect(paused((await other.api.post(LIST, [{ exchange: "TINKOFF" }])).body)).toEqual([true, false]);
});

test("a user without accounts has nothing to pause, and a removed account leaves nothing paused", async () => {
  const user = await server.signUp();
  expect(await pauseAll(user)).toEqual([]);
  expect(await pausedSince(user)).toBeNull();
  const { user: other, accounts } = await userWithAccounts(1);
  await pauseAll(other);
  await other.api.post(LIST, [{ id: accounts[0]?.id, isDeleted: true }]);
  expect(await pausedSince(other)).toBeNull();
});

test("the audit log has one entry for all accounts, and none if nothing changed", async () => {
  const { user } = await userWithAccounts(3);
  await pauseAll(user);
  await pauseAll(user);
  await pauseAll(user, false);
  const log: AuditEntry[] = (await user.api.get("/users/me/audit?size=100")).body.content;
  expect(log.filter(({ action }) => action.startsWith("accounts_"))).toMatchObject([
    { action: "accounts_resumed", details: { accounts: "3" }, address: "127.0.0.1" },
    { action: "accounts_paused", details: { accounts: "3" } },
  ]);
});

test.each([{}, { isPaused: "yes" }, { isPaused: null }, []])("%j pauses nothing", async (body) => {
  const { user } = await userWithAccounts(1);
  expect((await user.api.post("/accounts/me/pause", body)).status).toBe(422);
  expect(await pausedSince(user)).toBeNull();
});
