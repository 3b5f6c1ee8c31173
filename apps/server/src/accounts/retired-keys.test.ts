import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { startServer } from "../../test/server.ts";
import { linkTrader, type Trader } from "../../test/trader.ts";
import { createSecretBox } from "../platform/security/secret-box.ts";
import { createAccountDirectory } from "./directory.ts";
import { createKeyErasure } from "./retired-keys.ts";
import { rewrapKeys } from "./rotation.ts";
import { failingLog } from "../../test/retry-log.ts";

const server = await startServer();
const { database, keyRing } = server.parts;
const { faults } = server.sandbox;

const retiredOf = (trader: Trader) =>
  database.query<{ key_version: number; api_key: string; secret_key: string }>(
    "select key_version, api_key, secret_key from retired_keys where user_id = $1 order by key_version",
    [trader.user.id],
  );
const replaceKey = (trader: Trader, secretKey: string) =>
  trader.user.api.post("/accounts/me/list", [{ id: trader.account, apiKey: "D0", secretKey }]);

/** Waits until nothing is left to learn of the trader's orders at the venue. */
async function untilExecuted({ user }: Trader): Promise<void> {
  const followed = () => database.query("select from orders where user_id = $1 and is_followed", [user.id]);
  await expect.poll(followed).toEqual([]);
}

/** Erases as if a minute had passed, when no attempt with a key retired now can still be on its way into the tables. */
async function eraseInAMinute(): Promise<void> {
  await database.query("update retired_keys set retired_at = retired_at - interval '1 minute'");
  await createKeyErasure({ db: database, clock: server.parts.clock, log: failingLog }).erase();
}

/** Creates a trader with an order that can't be looked up. */
async function unresolvedOrder(): Promise<Trader> {
  const trader = await linkTrader(server);
  faults.set(
    { kind: "accept-then-drop", account: trader.portfolio, times: 1 },
    { kind: "5xx", operation: "find", account: trader.portfolio },
  );
  await trader.alert();
  await expect.poll(async () => (await trader.orders())[0]?.stage).toBe("unresolved");
  return trader;
}

test("a replaced key stays, sealed, as long as an order needs it, and is erased afterwards", async () => {
  const trader = await unresolvedOrder();
  await replaceKey(trader, "token-2");
  await replaceKey(trader, "token-3");
  expect((await retiredOf(trader)).map(({ key_version }) => key_version)).toEqual([1, 2]);
  expect(JSON.stringify(await retiredOf(trader))).not.toContain(trader.portfolio);
  await eraseInAMinute();
  expect((await retiredOf(trader)).map(({ key_version }) => key_version)).toEqual([1]);
  faults.reset();
  await trader.ended(1);
  await untilExecuted(trader);
  await eraseInAMinute();
  expect(await retiredOf(trader)).toEqual([]);
});

test("a key that no order needs isn't kept when it is replaced", async () => {
  const trader = await linkTrader(server);
  await trader.alert();
  await trader.ended(1);
  await untilExecuted(trader);
  await replaceKey(trader, "token-2");
  expect(await retiredOf(trader)).toEqual([]);
});

test("a replaced key stays as long as an order that was sent with it works at the venue", async () => {
  const trader = await linkTrader(server);
  await trader.alert(trader.message({ type: "limit", price: "270.05" }));
  await trader.ended(1);
  await replaceKey(trader, "token-2");
  await eraseInAMinute();
  expect((await retiredOf(trader)).map(({ key_version }) => key_version)).toEqual([1]);
});

// @covers E12
test("after a rotation retired keys open without the old key, too", async () => {
  const trader = await unresolvedOrder();
  await replaceKey(trader, "token-2");
  const fresh = randomBytes(32);
  const rotated = createSecretBox({ current: "next", keys: new Map([["next", fresh], ...keyRing.keys]) });
  await rewrapKeys({ database, secretBox: rotated, keyRing: { current: "next" } });
  const nextAlone = createSecretBox({ current: "next", keys: new Map([["next", fresh]]) });
  const directory = createAccountDirectory({ storage: database, secretBox: nextAlone, clock: server.parts.clock });
  const { accountId } = trader;
  const pinned = { accountId, userId: trader.user.id };
  expect(await directory.webhookIdOf(accountId)).toBe(trader.account);
  expect(await directory.credentialsOf({ ...pinned, keyVersion: 1 })).toMatchObject({ apiKey: trader.portfolio });
  expect(await directory.credentialsOf({ ...pinned, keyVersion: 2 })).toMatchObject({ secretKey: "token-2" });
  expect(await directory.credentialsOf({ ...pinned, keyVersion: 3 })).toBeUndefined();
});

test("a deleted user's key stays until their unresolved order has ended, and is then erased with everything else", async () => {
  const trader = await unresolvedOrder();
  const { api, password, id } = trader.user;
  const body = JSON.stringify({ password });
  const headers = { "content-type": "application/json" };
  expect((await api.request("/users/me", { method: "DELETE", headers, body })).status).toBe(200);
  expect(await retiredOf(trader)).toHaveLength(1);
  faults.reset();
  await expect.poll(() => retiredOf(trader), { timeout: 10_000 }).toEqual([]);
  expect(trader.executed()).toHaveLength(1);
  expect(await database.query("select id from orders where user_id = $1 and status = 'NEW'", [id])).toEqual([]);
});
