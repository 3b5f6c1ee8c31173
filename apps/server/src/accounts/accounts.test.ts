import { randomBytes } from "node:crypto";
import { MASKED_KEY, MAX_ACCOUNTS, type Account } from "@chartrelay/contract";
import { expect, onTestFinished, test } from "vitest";
import { accountIdOf, saveAccounts } from "../../test/accounts.ts";
import { openTestDatabase } from "../../test/database.ts";
import { startServer, type SignedUp } from "../../test/server.ts";
import { linkTrader } from "../../test/trader.ts";
import type { Database } from "../platform/db/database.ts";
import { createSecretBox } from "../platform/security/secret-box.ts";
import { rewrapKeys } from "./rotation.ts";
import { ACCOUNTS_CHANGED, placeOf } from "./store.ts";

const server = await startServer();
const { database, keyRing } = server.parts;
const secretBox = createSecretBox(keyRing);

const LIST = "/accounts/me/list";
const entry = { exchange: "ALOR_BROKER", apiKey: "D39002", secretKey: "refresh-token-1", telegramChatId: "100" };

interface StoredKeys {
  readonly api_key: string;
  readonly secret_key: string;
}

async function storedKeys(webhookId: string): Promise<StoredKeys> {
  const id = await accountIdOf(database, webhookId);
  const [row] = await database.query<StoredKeys>("select api_key, secret_key from accounts where id = $1", [id]);
  if (!row) throw new Error(`no account ${id}`);
  return row;
}

async function openKeys({ id: userId }: SignedUp, webhookId: string): Promise<string[]> {
  const { api_key: apiKey, secret_key: secretKey } = await storedKeys(webhookId);
  const id = await accountIdOf(database, webhookId);
  return [
    secretBox.open(apiKey, placeOf({ id, userId }, "apiKey")),
    secretBox.open(secretKey, placeOf({ id, userId }, "secretKey")),
  ];
}

// @covers S1.5 S3.6 S3.10 S3.11 S3.12 S3.13 S3.19 S7.5 S7.24 S7.25
test("a new entry comes back with an id and a date set by the server, and with dots for keys", async () => {
  const user = await server.signUp();
  const before = Date.now();
  const { status, body } = await user.api.post(LIST, [
    { ...entry, createdDate: "1999-01-01T00:00:00Z", userId: "somebody" },
  ]);
  expect(status).toBe(200);
  expect(body).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{26}$/),
      oldId: null,
      name: null,
      exchange: "ALOR_BROKER",
      apiKey: MASKED_KEY,
      keyEnding: "9002",
      secretKey: MASKED_KEY,
      telegramChatId: "100",
      chatProblem: null,
      isDemo: true,
      allowMargin: false,
      isPaused: false,
      isPausedWithAll: false,
      onUnknownOutcome: "wait",
      keyCheckedAt: null,
      keyRefusal: null,
      keyExpiresAt: null,
      createdDate: expect.any(String),
      isDeleted: false,
    },
  ]);
  expect(Date.parse(body[0].createdDate)).toBeGreaterThanOrEqual(before);
  expect(await openKeys(user, body[0].id)).toEqual(["D39002", "refresh-token-1"]);
});

test("posting a list back unchanged changes nothing, keys included", async () => {
  const user = await server.signUp();
  const saved = await saveAccounts(user, [entry, { exchange: "TINKOFF" }]);
  const id = saved[0]?.id ?? "";
  const keys = await storedKeys(id);
  expect((await user.api.post(LIST, saved)).body).toEqual(saved);
  expect(saved[1]).toMatchObject({ apiKey: "", secretKey: "" });
  expect(await storedKeys(id)).toEqual(keys);
});

// @covers S4.15
test("one save can add, change and remove entries, and those that it doesn't name stay", async () => {
  const user = await server.signUp();
  const [first, second, third] = await saveAccounts(user, [
    entry,
    { ...entry, apiKey: "D2" },
    { ...entry, apiKey: "D3" },
  ]);
  const { status, body } = await user.api.post(LIST, [
    { exchange: "BINANCE_SPOT", apiKey: "key-4", secretKey: "secret-4" },
    { ...third, secretKey: "refresh-token-3", allowMargin: true },
    { ...first, isDeleted: true },
  ]);
  expect(status).toBe(200);
  expect(body.map(({ exchange, allowMargin }: Account) => [exchange, allowMargin])).toEqual([
    ["ALOR_BROKER", false],
    ["ALOR_BROKER", true],
    ["BINANCE_SPOT", false],
  ]);
  expect(body[0]).toEqual(second);
  expect(await openKeys(user, third?.id ?? "")).toEqual(["D3", "refresh-token-3"]);
});

test("a save takes effect for the next alert, even before the storage's notification arrives", async () => {
  const { database: heard, drop } = await openTestDatabase();
  onTestFinished(drop);
  const openSession: Database["openSession"] = async () => {
    const session = await heard.openSession();
    return {
      ...session,
      listen: async (channel, handler) => {
        if (channel !== ACCOUNTS_CHANGED.name) await session.listen(channel, handler);
      },
    };
  };
  const own = await startServer({ parts: { database: { ...heard, openSession } } });
  const trader = await linkTrader(own);
  const answered = async () => {
    const { status, body } = await trader.alert();
    return [status, body.status];
  };
  const save = (changes: object) => trader.user.api.post(LIST, [{ id: trader.account, ...changes }]);
  expect(await answered()).toEqual([200, "NEW"]);
  await save({ isPaused: true });
  expect(await answered()).toEqual([200, "REJECTED"]);
  await save({ isPaused: false });
  expect(await answered()).toEqual([200, "NEW"]);
  await save({ isDeleted: true });
  expect((await trader.alert()).body.code).toBe("unknown_account");
});

// @covers S5.15
test("a list with one bad entry is refused as a whole", async () => {
  const user = await server.signUp();
  const saved = await saveAccounts(user, [entry]);
  const { status, body } = await user.api.post(LIST, [
    { ...saved[0], telegramChatId: "200" },
    entry,
    { apiKey: "no exchange" },
  ]);
  expect(status).toBe(422);
  expect(body).toMatchObject({ code: "validation_failed", errors: { "2.exchange": "The field can't be empty" } });
  expect((await user.api.get(LIST)).body).toEqual(saved);
});

test("malformed entries are refused, and named by their place in the list", async () => {
  const user = await server.signUp();
  const { status, body } = await user.api.post(LIST, [
    entry,
    { exchange: "KRAKEN", apiKey: 5, telegramChatId: "@name", isDemo: "yes" },
    "no entry",
  ]);
  expect(status).toBe(422);
  expect(Object.keys(body.errors).toSorted()).toEqual(["1.apiKey", "1.exchange", "1.isDemo", "1.telegramChatId", "2"]);
  expect(
    (
      await user.api.post(
        LIST,
        Array.from({ length: 2 * MAX_ACCOUNTS + 1 }, () => entry),
      )
    ).body.errors,
  ).toEqual({ body: "No more than 500 accounts" });
  expect((await user.api.get(LIST)).body).toEqual([]);
});

// @covers E7
test("another user's entry is answered like one that doesn't exist, and stays untouched", async () => {
  const [owner, other] = [await server.signUp(), await server.signUp()];
  const saved = await saveAccounts(owner, [entry]);
  const refused = [422, expect.objectContaining({ errors: { "0.id": "There is no such entry" } })];
  // Removing an entry that doesn't exist succeeds.
  for (const [attempt, answer] of [
    [{ secretKey: "stolen" }, refused],
    [{ isDeleted: true }, [200, []]],
  ] as const) {
    for (const id of [saved[0]?.id, "0".repeat(26)]) {
      const { status, body } = await other.api.post(LIST, [{ id, ...attempt }]);
      expect([status, body]).toEqual(answer);
    }
  }
  expect((await other.api.get(LIST)).body).toEqual([]);
  expect((await owner.api.get(LIST)).body).toEqual(saved);
  expect(await openKeys(owner, saved[0]?.id ?? "")).toEqual(["D39002", "refresh-token-1"]);
});

// @covers S6.5
test("only PRO trades live, and an account that is live when PRO ends stays live", async () => {
  const user = await server.signUp();
  const { body: demo } = await user.api.post(LIST, [{ ...entry, isDemo: false }]);
  expect(demo[0].isDemo).toBe(true);
  const refused = await user.api.post(LIST, [{ ...demo[0], isDemo: false }]);
  expect([refused.status, refused.body.errors]).toEqual([422, { "0.isDemo": "Live accounts need PRO" }]);

  await server.grantPro(user);
  const { body: live } = await user.api.post(LIST, [{ ...demo[0], isDemo: false }, entry]);
  expect(live.map(({ isDemo }: { isDemo: boolean }) => isDemo)).toEqual([false, false]);

  await database.query("delete from subscriptions where user_id = $1", [user.id]);
  const { body: after } = await user.api.post(LIST, [{ ...live[0], telegramChatId: "7" }]);
  expect(after[0]).toMatchObject({ isDemo: false, telegramChatId: "7" });
});

test("concurrent saves neither lose an entry nor exceed the limit", async () => {
  const user = await server.signUp();
  const save = (count: number) =>
    user.api.post(
      LIST,
      Array.from({ length: count }, () => ({ exchange: "TINKOFF" })),
    );
  const first = await Promise.all(Array.from({ length: 8 }, () => save(60)));
  expect(first.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  const second = await Promise.all(Array.from({ length: 4 }, () => save(15)));
  expect(second.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422]);
  expect((await user.api.get(LIST)).body).toHaveLength(495);
});

// @covers E12
test("sealed keys don't open in another row: a swap in the database is detected", async () => {
  const user = await server.signUp();
  const { body: saved } = await user.api.post(LIST, [entry, { ...entry, apiKey: "D2", secretKey: "refresh-token-2" }]);
  const { secret_key: foreign } = await storedKeys(saved[1].id);
  await database.query("update accounts set secret_key = $1 where id = $2", [
    foreign,
    await accountIdOf(database, saved[0].id),
  ]);
  await expect(openKeys(user, saved[0].id)).rejects.toThrow("changed, or moved");
});

// @covers E12
test("after a rotation every stored key that opens is rewrapped once, and then opens without the old key", async () => {
  const own = await startServer();
  const user = await own.signUp();
  const { body: saved } = await user.api.post(LIST, [entry, { exchange: "TINKOFF" }, entry]);
  const current = "2030_1";
  const fresh = randomBytes(32);
  const rotated = createSecretBox({ current, keys: new Map([[current, fresh], ...own.parts.keyRing.keys]) });
  const parts = { database: own.parts.database, secretBox: rotated, keyRing: { current } };
  const ids = await Promise.all(saved.map(({ id }: Account) => accountIdOf(own.parts.database, id)));
  await own.parts.database.query("update accounts set api_key = secret_key where id = $1", [ids[2]]);
  // Two of the three accounts have keys; all three have an id.
  expect(await rewrapKeys(parts)).toEqual({ rewrapped: 3 + 3, unreadable: 1 });
  expect(await rewrapKeys(parts)).toEqual({ rewrapped: 0, unreadable: 1 });

  const withoutOld = createSecretBox({ current, keys: new Map([[current, fresh]]) });
  const [row] = await own.parts.database.query<StoredKeys>("select api_key, secret_key from accounts where id = $1", [
    ids[0],
  ]);
  const place = placeOf({ id: ids[0], userId: user.id }, "secretKey");
  expect(withoutOld.open(row?.secret_key ?? "", place)).toBe("refresh-token-1");
});
