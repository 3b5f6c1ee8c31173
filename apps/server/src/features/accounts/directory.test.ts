import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { saveAccounts } from "../../../test/accounts.ts";
import { startServer } from "../../../test/server.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { createSecretBox, SecretUnreadable } from "../../platform/security/secret-box.ts";
import { newAccountId } from "./account-id.ts";
import { createAccountDirectory } from "./directory.ts";
import { ACCOUNTS_CHANGED } from "./store.ts";

const server = await startServer();
const { database, keyRing } = server.parts;
const secretBox = createSecretBox(keyRing);

const LIST = "/accounts/me/list";
const entry = {
  exchange: "ALOR_BROKER",
  apiKey: "D39002",
  secretKey: "refresh-token-1",
  telegramChatId: "100",
  allowMargin: true,
};

/** The database, counting its queries; each waits while the gate is shut. */
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
  return { user, ids: saved.map(({ id }) => id) };
}

test("an account is read once, and from memory after that", async () => {
  const { user, ids } = await linkAccounts(1);
  const storage = countingStorage();
  const directory = createAccountDirectory({ storage, secretBox });
  const [id = ""] = ids;
  const expected = {
    id,
    userId: user.id,
    language: "en",
    venue: "ALOR_BROKER",
    isDemo: true,
    allowMargin: true,
    keyRefusal: "CREDENTIALS_REFUSED",
    telegramChatId: "100",
    isPaused: false,
    onUnknownOutcome: "wait",
    keyVersion: 1,
    proUntil: null,
  };
  expect(await directory.lookup(id)).toEqual(expected);
  expect(await directory.lookup(id)).toEqual(expected);
  const pinned = { accountId: id, userId: user.id, keyVersion: 1 };
  expect(await directory.credentialsOf(pinned)).toEqual({
    apiKey: "D39002",
    secretKey: "refresh-token-1",
    isDemo: true,
  });
  expect(storage.queries).toBe(1);
});

test("a burst on unread accounts takes two queries, whoever asks how often", async () => {
  const { ids } = await linkAccounts(50);
  const storage = countingStorage();
  const directory = createAccountDirectory({ storage, secretBox });
  const found = await Promise.all([...ids, ...ids, ...ids].map((id) => directory.lookup(id)));
  expect(found.map((account) => account?.id)).toEqual([...ids, ...ids, ...ids]);
  expect(storage.queries).toBe(2);
});

test("an id that no account has is unknown, and one that can't be an id isn't asked for", async () => {
  const storage = countingStorage();
  const directory = createAccountDirectory({ storage, secretBox });
  for (const nonsense of ["", "x".repeat(26).toUpperCase(), "' or true --", "\u0000".repeat(26), "0".repeat(27)]) {
    expect(await directory.lookup(nonsense)).toBeUndefined();
  }
  expect(storage.queries).toBe(0);
  expect(await directory.lookup(newAccountId())).toBeUndefined();
});

test("a change is told to whoever listens, and the directory then gives the new state", async () => {
  const { user, ids } = await linkAccounts(2);
  const [changed = "", removed = ""] = ids;
  const directory = createAccountDirectory({ storage: database, secretBox });
  await Promise.all(ids.map((id) => directory.lookup(id)));

  const told = new Set<string>();
  const { promise: bothTold, resolve } = Promise.withResolvers<void>();
  const session = await database.openSession();
  await session.listen(ACCOUNTS_CHANGED, (id) => {
    told.add(id);
    directory.invalidate(id);
    if (ids.every((each) => told.has(each))) resolve();
  });
  await user.api.post(LIST, [
    { id: changed, secretKey: "refresh-token-2" },
    { id: removed, isDeleted: true },
  ]);
  await bothTold;
  await session.close();
  const { keyVersion = 0 } = (await directory.lookup(changed)) ?? {};
  const pinned = { accountId: changed, userId: user.id, keyVersion };
  expect(await directory.credentialsOf(pinned)).toMatchObject({ secretKey: "refresh-token-2" });
  expect(await directory.lookup(removed)).toBeUndefined();
});

test("what changes while it is being read isn't kept", async () => {
  const { user, ids } = await linkAccounts(1);
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
  const directory = createAccountDirectory({ storage, secretBox });
  const early = directory.lookup(id);
  await expect.poll(() => reads).toBe(1);
  await user.api.post(LIST, [{ id, telegramChatId: "200" }]);
  directory.invalidate(id);
  const late = directory.lookup(id);
  open();
  expect((await early)?.telegramChatId).toBe("100");
  expect((await late)?.telegramChatId).toBe("200");
  expect((await directory.lookup(id))?.telegramChatId).toBe("200");
});

test("forgetting everything reads everything again", async () => {
  const { ids } = await linkAccounts(1);
  const storage = countingStorage();
  const directory = createAccountDirectory({ storage, secretBox });
  await directory.lookup(ids[0] ?? "");
  directory.invalidate();
  await directory.lookup(ids[0] ?? "");
  expect(storage.queries).toBe(2);
});

test("beyond its capacity the directory forgets the account that was unused for longest", async () => {
  const { ids } = await linkAccounts(3);
  const storage = countingStorage();
  const directory = createAccountDirectory({ storage, secretBox, capacity: 2 });
  const [a = "", b = "", c = ""] = ids;
  for (const id of [a, b, a, c]) await directory.lookup(id);
  expect(storage.queries).toBe(3);
  await directory.lookup(a);
  expect(storage.queries).toBe(3);
  await directory.lookup(b);
  expect(storage.queries).toBe(4);
});

test("a storage that fails is asked again at the next lookup", async () => {
  const { ids } = await linkAccounts(1);
  let fails = true;
  const storage: Queryable = {
    query: (text, values) => (fails ? Promise.reject(new Error("the storage is away")) : database.query(text, values)),
  };
  const directory = createAccountDirectory({ storage, secretBox });
  const [id = ""] = ids;
  const both = await Promise.allSettled([directory.lookup(id), directory.lookup(id)]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  fails = false;
  expect((await directory.lookup(id))?.id).toBe(id);
});

test("an account without a key has no credentials, and keys that don't open are never given", async () => {
  const user = await server.signUp();
  const { body } = await user.api.post(LIST, [{ exchange: "ALOR_BROKER", apiKey: "D1" }, entry]);
  const directory = createAccountDirectory({ storage: database, secretBox });
  const keyOf = (accountId: string) => ({ accountId, userId: user.id, keyVersion: 1 });
  expect(await directory.credentialsOf(keyOf(body[0].id))).toBeUndefined();
  expect((await directory.lookup(body[0].id))?.id).toBe(body[0].id);

  const otherRing = createSecretBox({ current: keyRing.current, keys: new Map([[keyRing.current, randomBytes(32)]]) });
  const stranger = createAccountDirectory({ storage: database, secretBox: otherRing });
  await expect(stranger.credentialsOf(keyOf(body[1].id))).rejects.toThrow(SecretUnreadable);
});
