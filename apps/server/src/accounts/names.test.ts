/** What a trader tells accounts apart by: the name they chose, and the end of the key. */
import type { Account } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { accountIdOf, saveAccounts } from "../../test/accounts.ts";
import { startServer } from "../../test/server.ts";
import { createSecretBox } from "../platform/security/secret-box.ts";
import { fillKeyEndings } from "./key-ending.ts";

const server = await startServer();
const { database, keyRing } = server.parts;
const secretBox = createSecretBox(keyRing);

const LIST = "/accounts/me/list";
const ALOR = { exchange: "ALOR_BROKER", apiKey: "D39002", secretKey: "a-refresh-token-8421" };

test("an account has the name that its trader gave it, until they give it another one or none", async () => {
  const user = await server.signUp();
  const [saved] = await saveAccounts(user, [{ ...ALOR, name: "  Scalping ⚡  " }]);
  expect(saved?.name).toBe("Scalping ⚡");
  const nameAfter = async (change: object): Promise<unknown> =>
    (await user.api.post(LIST, [{ id: saved?.id, ...change }])).body[0].name;
  // A client that doesn't know about names omits it.
  expect(await nameAfter({ isPaused: true })).toBe("Scalping ⚡");
  expect(await nameAfter({ name: "Swing" })).toBe("Swing");
  expect(await nameAfter({ name: " " })).toBeNull();
  const { body: log } = await user.api.get("/users/me/audit?page=0&size=10");
  expect(log.content.map(({ details }: { readonly details: object }) => details)).toContainEqual({
    exchange: "ALOR_BROKER",
    fields: "name",
  });
});

test.each([
  ["of more than 40 characters", "x".repeat(41), "Too long"],
  ["with a line break", "Scalp\ning", "This value isn't allowed"],
  ["with a mark that reverses the text after it", "Scalp\u202Eing", "This value isn't allowed"],
])("a name %s is refused on its field", async (_, name, message) => {
  const user = await server.signUp();
  const { status, body } = await user.api.post(LIST, [{ ...ALOR, name }]);
  expect([status, body.errors]).toEqual([422, { "0.name": message }]);
});

test("an account shows the end of its portfolio and never of its secret, also after the key was replaced", async () => {
  const user = await server.signUp();
  const [saved] = await saveAccounts(user, [ALOR]);
  expect(saved?.keyEnding).toBe("9002");
  const { body } = await user.api.post(LIST, [{ id: saved?.id, apiKey: "7500ABC", secretKey: "another-secret-1111" }]);
  expect(body[0].keyEnding).toBe("0ABC");
  expect(JSON.stringify(body)).not.toMatch(/8421|1111/);
});

test("accounts saved before endings were stored get them at the next start", async () => {
  const user = await server.signUp();
  const [alor, keyless] = await saveAccounts(user, [ALOR, { exchange: "TINKOFF" }]);
  await database.query("update accounts set key_ending = null where user_id = $1", [user.id]);
  const unreadable = await server.signUp();
  const [broken] = await saveAccounts(unreadable, [ALOR]);
  const brokenId = await accountIdOf(database, broken?.id ?? "");
  await database.query("update accounts set key_ending = null, api_key = '1.gone.x.y.z' where id = $1", [brokenId]);
  await fillKeyEndings({ database, secretBox });
  const endings = ((await user.api.get(LIST)).body as Account[]).map(({ id, keyEnding }) => [id, keyEnding]);
  expect(endings).toEqual([
    [alor?.id, "9002"],
    [keyless?.id, null],
  ]);
});
