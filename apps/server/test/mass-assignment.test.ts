/** A form's fields are its own: no other column of any table can be set by sending it along. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { startServer } from "./server.ts";
import { linkTrader } from "./trader.ts";

const server = await startServer();
const { database } = server.parts;
const trader = await linkTrader(server);
const other = await server.signUp();
const { user, account } = trader;

/** What each form may change; it is sent with its own fields right, and with others. */
const FORMS: Record<string, { readonly own: object; readonly may: readonly string[] }> = {
  "/users/info": { own: { fullName: "Ivan" }, may: ["fullName", "telegram"] },
  "/users/settings": { own: { language: "ru" }, may: ["language", "notifications"] },
  "/accounts/me/list": {
    own: { id: account, name: "renamed" },
    may: [
      "id",
      "name",
      "exchange",
      "apiKey",
      "secretKey",
      "telegramChatId",
      "isDemo",
      "allowMargin",
      "isPaused",
      "onUnknownOutcome",
      "isDeleted",
    ],
  },
  "/users/me/consents": { own: { documents: ["offer"] }, may: ["documents"] },
  "/users/me/first-steps": { own: { report: "shown" }, may: ["report"] },
  "/auth/login": { own: { email: user.email, password: user.password }, may: ["email", "password", "code"] },
};

const camelCase = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const columns = await database.query<{ name: string }>(
  "select distinct column_name as name from information_schema.columns where table_schema = 'public' order by 1",
);
const WISHES = ["role", "type", "expiration", "isAdmin", "isHasBonus", "subscription", "__proto__", "constructor"];
const NAMES = [...new Set([...columns.flatMap(({ name }) => [name, camelCase(name)]), ...WISHES])];
const VALUES = [
  true,
  false,
  0,
  1,
  "ADMIN",
  "PRO",
  ["USER", "ADMIN"],
  other.id,
  user.id,
  "2099-01-01T00:00:00Z",
  { roles: ["ADMIN"] },
  null,
];

/** Every row that says who may do what, without what the forms may change. */
async function rights(): Promise<string> {
  const rows = await Promise.all(
    [
      "select to_jsonb(u) - array['full_name', 'telegram', 'language', 'notifications'] as row from users u order by id",
      "select to_jsonb(a) - array['name', 'key_checked_at'] as row from accounts a order by id",
      "select to_jsonb(w) as row from webhook_ids w order by account_id",
      "select to_jsonb(s) as row from subscriptions s order by user_id",
      "select to_jsonb(g) as row from subscription_grants g order by seq",
      "select to_jsonb(f) as row from second_factors f order by user_id",
      "select to_jsonb(p) as row from payment_orders p order by id",
    ].map((statement) => database.query<{ row: unknown }>(statement)),
  );
  return JSON.stringify(rows);
}

// @covers E7
test.each(Object.keys(FORMS))("%s changes nothing but its own fields, whatever is sent along", async (path) => {
  const { own = {}, may = [] } = FORMS[path] ?? {};
  const foreign = NAMES.filter((name) => !may.includes(name));
  expect(foreign.length).toBeGreaterThan(200);
  // The first post may store the form's own values.
  const post = (fields: object) => user.api.post(path, path === "/accounts/me/list" ? [fields] : fields);
  await post(own);
  const before = await rights();
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(fc.constantFrom(...foreign), fc.constantFrom<unknown>(...VALUES)), {
        selector: ([name]) => name,
        minLength: 20,
        maxLength: 60,
      }),
      async (extra) => {
        // As JSON text, so that __proto__ is a field like any other.
        const fields = [...Object.entries(own), ...extra].map(
          ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
        );
        const body = `{${fields.join(",")}}`;
        const { status } = await user.api.post(path, path === "/accounts/me/list" ? `[${body}]` : body);
        expect(status).toBeLessThan(500);
        expect(await rights()).toBe(before);
      },
    ),
    { numRuns: 12 },
  );
});

// @covers E7
test("signing up with every other column makes a plain user without a plan", async () => {
  const email = "climber@example.com";
  const form = { email, fullName: "Climber", password: "secret-one", confirmPassword: "secret-one" };
  const wishes = Object.fromEntries(NAMES.filter((name) => !(name in form)).map((name) => [name, ["USER", "ADMIN"]]));
  const wanted = { ...wishes, utmSource: null, acceptedDocuments: [], hasBonus: true, emailConfirmedAt: "2026-01-01" };
  const { status, body } = await server.api().post("/auth/signup", { ...wanted, ...form });
  expect(status).toBe(200);
  expect(body.user).toMatchObject({ roles: ["USER"], isHasBonus: false, isEmailConfirmed: false });
  expect((await server.api(body.accessToken).get("/subscriptions/me")).body.type).toBe("TRIAL");
});
