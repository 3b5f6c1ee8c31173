import { randomBytes } from "node:crypto";
import { MASKED_ACCOUNT_ID } from "@chartrelay/contract";
import { expect, test } from "vitest";
import type { Answer } from "./api.ts";
import { formsOf, secretsIn } from "./secret-forms.ts";
import { startServer } from "./server.ts";

/** Returns a string unlike any other, too long for an encoding to hide it. */
const canary = (name: string) => `canary-${name}-${randomBytes(12).toString("hex")}`;

test("the search for secrets finds them in every form", () => {
  const secret = canary("planted");
  for (const form of formsOf(secret)) expect(secretsIn(`before ${form} after`, [secret])).toEqual([secret]);
  for (const prefix of ["", "a", "ab", '{"key":"']) {
    const row = Buffer.from(`${prefix}${secret}"}`);
    for (const text of [row.toString("base64"), row.toString("base64url"), row.toString("hex")]) {
      expect(secretsIn(text, [secret])).toEqual([secret]);
    }
  }
  expect(secretsIn(canary("another"), [secret])).toEqual([]);
});

// @covers P8 E12 E13 E16
test("promise 8: a secret is never shown, logged or stored in the clear", async () => {
  const password = canary("password");
  const fresh = canary("new-password");
  const wrong = canary("wrong-password");
  const apiKey = canary("api-key");
  const secretKey = canary("secret-key");
  const refused = canary("refused-key");
  const broken = canary("broken-json-key");
  const secrets = [password, fresh, wrong, apiKey, secretKey, refused, broken];
  const tokens: string[] = [];
  const answers: Answer[] = [];

  const server = await startServer();
  server.sandbox.register({ venue: "ALOR_BROKER", environment: "demo", account: apiKey, secret: secretKey });
  const { database } = server.parts;
  const seen = async (answer: Promise<Answer>) => {
    answers.push(await answer);
    return answer;
  };
  const entered = async (answer: Promise<Answer>): Promise<string> => {
    const { status, body } = await answer;
    expect(status).toBe(200);
    tokens.push(body.accessToken);
    return body.accessToken;
  };

  const email = "canary@example.com";
  const form = { email, fullName: "Canary", password, confirmPassword: password };
  const token = await entered(server.api().post("/auth/signup", form));
  const other = await entered(server.api().post("/auth/login", { email, password }));
  const api = server.api(token);
  await seen(server.api().post("/auth/signup", form));
  await seen(server.api().post("/auth/signup", { ...form, confirmPassword: wrong }));
  await seen(server.api().post("/auth/login", { email, password: wrong }));
  await seen(server.api().post("/auth/login", `{"email":"${email}","password":"${broken}`));
  await seen(server.api().post(`/auth/login?password=${password}&token=${token}`, { email: wrong, password }));
  await seen(
    server
      .api()
      .get(`/users/me?access_token=${token}`, { authorization: `Bearer ${token}x`, cookie: `token=${token}` }),
  );
  await seen(api.get("/users/me"));
  await seen(api.post("/users/info", { fullName: "Canary", telegram: "@canary", password, confirm: password }));
  await seen(api.post("/users/password", { password: wrong, newPassword: fresh, confirmNewPassword: fresh }));
  await seen(api.post("/users/password", { password, newPassword: fresh, confirmNewPassword: fresh }));
  await seen(server.api(other).post("/auth/logout"));

  const list = "/accounts/me/list";
  const entry = { exchange: "ALOR_BROKER", apiKey, secretKey };
  const saved = await seen(api.post(list, [entry, { ...entry, secretKey: refused }]));
  await seen(
    api.post(list, [
      { apiKey, secretKey },
      { ...entry, apiKey: 5 },
      { ...entry, isDemo: "yes" },
    ]),
  );
  await seen(api.post(list, `[{"secretKey":"${broken}",}]`));
  await seen(api.post(list, Buffer.from(`[{"secretKey":"${broken}\xff"}]`, "latin1")));
  await seen(
    api.post(list, [
      { ...entry, secretKey: `${secretKey}\u0007` },
      { id: apiKey, secretKey },
    ]),
  );
  await seen(api.post(list, [{ ...entry, secretKey: secretKey.repeat(40_000) }]));
  await seen(api.get(list));

  const [trading, refusedAccount] = saved.body.map(({ id }: { id: string }) => id) as string[];
  const alert = (account: string | undefined) => ({
    account,
    ticker: "SBER",
    direction: "buy",
    type: "market",
    contracts: 10,
  });
  const ended = async (id: string, status: string) => {
    const statusOf = async () => {
      const { body } = await seen(api.get("/orders/me/list"));
      return body.content.find((order: { id: string }) => order.id === id)?.status;
    };
    await expect.poll(statusOf).toBe(status);
  };
  const placed = await seen(server.api().post(`/orders?account=${trading}`, alert(trading)));
  await ended(placed.body.id, "CREATED");
  const escaped = JSON.stringify(alert(trading)).replace(
    trading ?? "-",
    (id) => `\\u${id.charCodeAt(0).toString(16).padStart(4, "0")}${id.slice(1)}`,
  );
  expect((await server.api().post("/orders", escaped)).status).toBe(200);
  // Messages that repeat the id elsewhere.
  await server.api().post("/orders", { ...alert(trading), comment: trading, id: `key ${trading}` });
  await server.api().post("/orders", `{"account":${trading},"ticker":"SBER";${trading}}`);
  const toChat = `/alerts?account=${trading}&chat_id=`;
  const text = { "content-type": "text/plain" };
  expect((await server.api().post(`${toChat}4711`, `says ${trading}`, text)).status).toBe(200);
  expect((await server.api().post(`${toChat}4711`, { of: trading })).status).toBe(200);
  expect((await server.api().post(toChat + trading, "to a chat that is none", text)).status).toBe(400);
  const accountIds = [trading ?? "", refusedAccount ?? ""];
  const changed = await api.post("/accounts/me/change-id", { id: trading });
  expect(changed.status).toBe(200);
  accountIds.push(changed.body[0].id);
  expect((await server.api().post("/orders", alert(trading))).status).toBe(200);
  expect((await server.api().post("/orders", alert(changed.body[0].id))).status).toBe(200);
  const unauthorized = await seen(server.api().post("/orders", alert(refusedAccount)));
  await ended(unauthorized.body.id, "REJECTED");
  await seen(server.api().post("/orders", { ...alert(trading), nonsense: 1 }));

  // A failing statement's error contains its parameters, and PostgreSQL's the whole row, hashes and sealed keys
  // included.
  for (const table of ["users", "sessions", "accounts"]) {
    await database.query(`alter table ${table} add constraint nothing_new check (false) not valid`);
  }
  expect((await seen(api.post(list, [entry]))).status).toBe(500);
  expect((await seen(server.api().post("/auth/signup", { ...form, email: "late@example.com" }))).status).toBe(500);
  expect((await seen(server.api().post("/auth/login", { email, password: fresh }))).status).toBe(500);

  const shown = answers.map(({ text, headers }) => JSON.stringify([...headers]) + text).join("\n");
  const logged = server.log.join("");
  const stored = await dump(database);
  expect(secretsIn(shown, [...secrets, ...tokens])).toEqual([]);
  expect(secretsIn(logged, [...secrets, ...tokens])).toEqual([]);
  expect(secretsIn(stored, [...secrets, ...tokens])).toEqual([]);
  // An account's id is all that an alert needs, and a venue's access token all that an order needs.
  expect(secretsIn(logged, accountIds)).toEqual([]);
  expect(secretsIn(stored, accountIds)).toEqual([]);
  expect(logged + stored + shown).not.toMatch(/eyJ[\w-]+\.eyJ[\w-]+/);
  expect(logged + shown).not.toMatch(/\$argon2id\$|\b1\.sandbox\./);

  // The search covered everything: the log has the failures, the dump has the rows.
  expect(logged).toContain("/api/v1/accounts/me/list");
  expect(logged).toContain("request failed");
  for (const expected of [
    email,
    "@canary",
    "$argon2id$",
    "1.sandbox.",
    MASKED_ACCOUNT_ID,
    Buffer.from("SBER").toString("hex"),
  ]) {
    expect(stored).toContain(expected);
  }
});

/** Returns every row of every table, as text. */
async function dump(database: { query<Row extends object>(text: string): Promise<Row[]> }): Promise<string> {
  const tables = await database.query<{ name: string }>(
    "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')",
  );
  const rows = await Promise.all(
    tables.map(({ name }) => database.query<{ row: string }>(`select t::text as row from ${name} t`)),
  );
  return rows
    .flat()
    .map(({ row }) => row)
    .join("\n");
}
