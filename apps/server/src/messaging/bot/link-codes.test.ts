/** A link code lives no longer than the session that created it, and no longer than the password. */
import { expect, test } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import { botPeople } from "../../../test/bot-people.ts";
import { startServer, type SignedUp } from "../../../test/server.ts";

const server = await startServer();
const anonymous = server.api();
const { newPerson, ask, linkOf } = botPeople(server);

async function signInAgain({ email, password }: SignedUp) {
  const { body } = await anonymous.post("/auth/login", { email, password });
  return server.api(body.accessToken);
}

const ENDS: readonly [string, (user: SignedUp) => Promise<unknown>][] = [
  ["its session signs out", ({ api }) => api.post("/auth/logout")],
  [
    "another session ends all others",
    async (user) => (await signInAgain(user)).request("/auth/sessions", { method: "DELETE" }),
  ],
  [
    "the password is changed, by the same session even",
    ({ api, password }) =>
      api.post("/users/password", { password, newPassword: "fresh-pass-1", confirmNewPassword: "fresh-pass-1" }),
  ],
  ["the password is reset", resetPassword],
  [
    "its session rests too long",
    async ({ id }) =>
      server.parts.database.query("update sessions set last_used_at = now() - interval '8 days' where user_id = $1", [
        id,
      ]),
  ],
];

async function resetPassword({ email }: SignedUp): Promise<void> {
  await anonymous.post("/auth/password-reset", { email });
  const token = await eventually(() => {
    const texts = server.sandbox.mail.list(email).map(({ text }) => text ?? "");
    const found = texts.flatMap((text) => /reset-password\?token=([\w-]{43})/.exec(text)?.[1] ?? []);
    expect(found).toHaveLength(1);
    return found[0];
  });
  const newPassword = "fresh-pass-1";
  const confirmed = { token, newPassword, confirmNewPassword: newPassword };
  expect((await anonymous.post("/auth/password-reset/confirm", confirmed)).status).toBe(200);
}

test.each(ENDS)("a link code is invalid once %s", async (_, end) => {
  const user = await server.signUp();
  const { code } = await linkOf(user);
  await end(user);
  expect(await ask(newPerson(), `/start ${code}`)).toMatch(/^This link has expired or was already used/);
  const linked = "select telegram_user_id from users where id = $1";
  expect(await server.parts.database.query(linked, [user.id])).toEqual([{ telegram_user_id: null }]);
});

test("a link code outlives the end of its user's other sessions", async () => {
  const user = await server.signUp();
  const other = await signInAgain(user);
  const { code } = await linkOf(user);
  await other.post("/auth/logout");
  expect(await ask(newPerson(), `/start ${code}`)).not.toMatch(/expired/);
});
