import { randomBytes } from "node:crypto";
import type { Account } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { accountIdOf, saveAccounts } from "../../test/accounts.ts";
import { startServer } from "../../test/server.ts";
import { systemClock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { createSecretBox, SecretUnreadable } from "../platform/security/secret-box.ts";
import { type AccountDirectoryParts, createAccountDirectory } from "./directory.ts";
import { ACCOUNTS_CHANGED } from "./store.ts";
import { newWebhookId } from "./webhook-ids.ts";

const server = await startServer();
const { database, keyRing } = server.parts;
const secretBox = createSecretBox(keyRing);

const directoryOf = (parts: Partial<AccountDirectoryParts> & Pick<AccountDirectoryParts, "storage">) =>
  createAccountDirectory({ secretBox, clock: systemClock, ...parts });

const LIST = "/accounts/me/list";
const entry = {
  exchange: "ALOR_BROKER",
  apiKey: "D39002",
  secretKey: "refresh-token-1",
  telegramChatId: "100",
  allowMargin: true,
};

/** Wraps the database: counts queries, and holds them while the gate is shut. */
function countingStorage() {
  const storage = { queries: 0, gate: Promise.resolve() };
  const query: Queryable["query"] = async (text, values) => {
    storage.queries += 1;
    await storage.gate;
    return database.query(text, values);
  };
  return Object.assign(storage, { query });
}

async function linkAccounts(count: number) {
  const user = await server.signUp();
  const saved = await saveAccounts(
    user,
    Array.from({ length: count }, () => entry),
  );
  const ids = saved.map(({ id }) => id);
  return { user, ids, accountIds: await Promise.all(ids.map((id) => accountIdOf(database, id))) };
}

test("an account is read from the storage once, and from memory after that", async () => {
  const { user, ids, accountIds } = await linkAccounts(1);
  const storage = countingStorage();
  const directory = directoryOf({ storage });
  const [id = ""] = ids;
  const [accountId = ""] = accountIds;
  const expected = {
    id: accountId,
    userId: user.id,
    language: "en",
    name: null,
    venue: "ALOR_BROKER",
    keyEnding: "9002",
    isDemo: true,
    allowMargin: true,
    keyRefusal: "CREDENTIALS_REFUSED",
    telegramChatId: "100",
    isPaused: false,
    isStopped: false,
    stoppedStrategies: [],
    onUnknownOutcome: "wait",
    keyVersion: 1,
    proUntil: null,
  };
  expect(await directory.named(id)).toEqual({ account: expected, usedOldId: false });
  expect(await directory.named(id)).toEqual({ account: expected, usedOldId: false });
  expect(await directory.lookup(accountId)).toEqual(expected);
  expect(await directory.webhookIdOf(accountId)).toBe(id);
  expect(await directory.credentialsOf({ accountId, userId: user.id, keyVersion: 1 })).toEqual({
    apiKey: "D39002",
    secretKey: "refresh-token-1",
    isDemo: true,
  });
  expect(storage.queries).toBe(1);
});

test("a burst of lookups of unread accounts takes two queries, however many there are", async () => {
  const { ids, accountIds } = await linkAccounts(50);
  const storage = countingStorage();
  const directory = directoryOf({ storage });
  const found = await Promise.all([...ids, ...ids, ...ids].map((id) => directory.named(id)));
  expect(found.map((named) => named?.account.id)).toEqual([...accountIds, ...accountIds, ...accountIds]);
  expect(storage.queries).toBe(2);
});

test("an id that no account has is unknown, and a string that can't be an id isn't looked up", async () => {
  const storage = countingStorage();
  const directory = directoryOf({ storage });
  for (const nonsense of ["", "x".repeat(26).toUpperCase(), "' or true --", "\u0000".repeat(26), "0".repeat(27)]) {
    expect(await directory.named(nonsense)).toBeUndefined();
  }
  expect(storage.queries).toBe(0);
  expect(await directory.named(newWebhookId())).toBeUndefined();
});

test("a change notifies listeners, and the directory then returns the new state", async () => {
  const { user, ids, accountIds } = await linkAccounts(2);
  const [changed = "", removed = ""] = ids;
  const directory = directoryOf({ storage: database });
  await Promise.all(ids.map((id) => directory.named(id)));

  const notified = new Set<string>();
  const { promise: bothNotified, resolve } = Promise.withResolvers<void>();
  const session = await database.openSession();
  await session.listen(ACCOUNTS_CHANGED.name, (id) => {
    notified.add(id);
    directory.invalidate(id);
    if (accountIds.every((each) => notified.has(each))) resolve();
  });
  await user.api.post(LIST, [
    { id: changed, secretKey: "refresh-token-2" },
    { id: removed, isDeleted: true },
  ]);
  await bothNotified;
  await session.close();
  const [accountId = ""] = accountIds;
  const { keyVersion = 0 } = (await directory.lookup(accountId)) ?? {};
  const pinned = { accountId, userId: user.id, keyVersion };
  expect(await directory.credentialsOf(pinned)).toMatchObject({ secretKey: "refresh-token-2" });
  expect(await directory.named(removed)).toBeUndefined();
});

test("an account that changes while it is being read isn't cached", async () => {
  const { user, ids, accountIds } = await linkAccounts(1);
  const [id = ""] = ids;
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  let reads = 0;
  const storage: Queryable = {
    query: async (text, values) => {
      const rows = await database.query(text, values);
      reads += 1;
      if (reads === 1) await gate;
      return rows as never;
    },
  };
  const directory = directoryOf({ storage });
  const early = directory.named(id);
  await expect.poll(() => reads).toBe(1);
  await user.api.post(LIST, [{ id, telegramChatId: "200" }]);
  directory.invalidate(accountIds[0]);
  const late = directory.named(id);
  open();
  expect((await early)?.account.telegramChatId).toBe("100");
  expect((await late)?.account.telegramChatId).toBe("200");
  expect((await directory.named(id))?.account.telegramChatId).toBe("200");
});

test("a cleared directory reads everything again", async () => {
  const { ids } = await linkAccounts(1);
  const storage = countingStorage();
  const directory = directoryOf({ storage });
  await directory.named(ids[0] ?? "");
  directory.invalidate();
  await directory.named(ids[0] ?? "");
  expect(storage.queries).toBe(2);
});

test("beyond its capacity the directory evicts the least recently used account", async () => {
  const { ids } = await linkAccounts(3);
  const storage = countingStorage();
  const directory = directoryOf({ storage, capacity: 2 });
  const [a = "", b = "", c = ""] = ids;
  for (const id of [a, b, a, c]) await directory.named(id);
  expect(storage.queries).toBe(3);
  await directory.named(a);
  expect(storage.queries).toBe(3);
  await directory.named(b);
  expect(storage.queries).toBe(4);
});

test("after a storage failure the next lookup tries again", async () => {
  const { ids, accountIds } = await linkAccounts(1);
  let fails = true;
  const storage: Queryable = {
    query: (text, values) => (fails ? Promise.reject(new Error("the storage is away")) : database.query(text, values)),
  };
  const directory = directoryOf({ storage });
  const [id = ""] = ids;
  const both = await Promise.allSettled([directory.named(id), directory.named(id)]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  fails = false;
  expect((await directory.named(id))?.account.id).toBe(accountIds[0]);
});

test("an account without a key has no credentials, and keys that don't open are never returned", async () => {
  const user = await server.signUp();
  const { body } = await user.api.post(LIST, [{ exchange: "ALOR_BROKER", apiKey: "D1" }, entry]);
  const directory = directoryOf({ storage: database });
  const keyOf = (accountId: string) => ({ accountId, userId: user.id, keyVersion: 1 });
  const [keyless = "", keyed = ""] = await Promise.all((body as Account[]).map(({ id }) => accountIdOf(database, id)));
  expect(await directory.credentialsOf(keyOf(keyless))).toBeUndefined();
  expect((await directory.lookup(keyless))?.id).toBe(keyless);

  const otherRing = createSecretBox({ current: keyRing.current, keys: new Map([[keyRing.current, randomBytes(32)]]) });
  const otherUser = directoryOf({ storage: database, secretBox: otherRing });
  // Its alerts still find it, so that the user learns why nothing is sent.
  expect((await otherUser.named(body[1].id))?.account.id).toBe(keyed);
  expect(await otherUser.webhookIdOf(keyed)).toBe(keyed);
  await expect(otherUser.credentialsOf(keyOf(keyed))).rejects.toThrow(SecretUnreadable);
});
