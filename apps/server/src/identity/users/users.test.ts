import { expect, test } from "vitest";
import { startServer } from "../../../test/server.ts";
import { ensureAdmin } from "./first-admin.ts";
import { createPasswords } from "../../platform/security/passwords.ts";

const server = await startServer();

// @covers S7.20 E1
test("a password change needs the current password", async () => {
  const user = await server.signUp();
  const change = { password: "not-the-one", newPassword: "fresh-password", confirmNewPassword: "fresh-password" };
  const wrong = await user.api.post("/users/password", change);
  expect(wrong.status).toBe(422);
  expect(wrong.body).toMatchObject({
    code: "validation_failed",
    errors: { password: "Current password is incorrect" },
  });
  const differing = await user.api.post("/users/password", { ...change, confirmNewPassword: "another-password" });
  expect(differing.body.errors).toEqual({ confirmNewPassword: "The passwords don't match" });
  expect((await server.api().post("/auth/login", user)).status).toBe(200);
});

// @covers S7.21 E4
test("a password change ends every session but the one that made it", async () => {
  const user = await server.signUp();
  const other = (await server.api().post("/auth/login", user)).body.accessToken;
  const bystander = await server.signUp();

  const answer = await user.api.post("/users/password", {
    password: user.password,
    newPassword: "fresh-password",
    confirmNewPassword: "fresh-password",
  });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ email: user.email, roles: ["USER"] });
  expect((await server.api(other).get("/users/me")).status).toBe(401);
  expect((await user.api.get("/users/me")).status).toBe(200);
  expect((await bystander.api.get("/users/me")).status).toBe(200);
  expect((await server.api().post("/auth/login", user)).status).toBe(401);
  expect((await server.api().post("/auth/login", { email: user.email, password: "fresh-password" })).status).toBe(200);
});

test("of concurrent password changes one wins, and concurrent logins leave no session of the old password", async () => {
  const user = await server.signUp();
  const passwords = ["first-new-password", "second-new-password"];
  const [one, two, ...logins] = await Promise.all([
    ...passwords.map((next) =>
      user.api.post("/users/password", { password: user.password, newPassword: next, confirmNewPassword: next }),
    ),
    ...Array.from({ length: 4 }, () => server.api().post("/auth/login", user)),
  ]);
  expect([one?.status, two?.status].toSorted()).toEqual([200, 422]);
  expect(logins.filter(({ status }) => ![200, 401, 409].includes(status))).toEqual([]);
  const opened = logins.filter(({ status }) => status === 200).map(({ body }) => server.api(body.accessToken));
  const statuses = await Promise.all(opened.map(async (api) => (await api.get("/users/me")).status));
  expect(statuses.filter((status) => status !== 401)).toEqual([]);
  expect((await user.api.get("/users/me")).status).toBe(200);
});

// @covers S7.22 S7.23 E7
test("personal data: only full name and Telegram can be changed", async () => {
  const user = await server.signUp();
  const answer = await user.api.post("/users/info", {
    email: "other@example.com",
    fullName: " Пётр Иванов ",
    telegram: "@petr",
    password: "ignored-password",
    confirm: "ignored-password",
    roles: ["ADMIN"],
    hasBonus: true,
  });
  expect(answer.status).toBe(200);
  const expected = {
    email: user.email,
    isEmailConfirmed: true,
    fullName: "Пётр Иванов",
    telegram: "@petr",
    roles: ["USER"],
    isHasBonus: false,
    language: "en",
    notifications: "all",
    allPausedAt: null,
  };
  expect(answer.body).toEqual(expected);
  expect((await user.api.get("/users/me")).body).toEqual(expected);
  expect((await server.api().post("/auth/login", user)).status).toBe(200);
});

test("personal data: omitted fields stay, an empty Telegram is removed, an empty name is ignored", async () => {
  const user = await server.signUp({ fullName: "Anna" });
  await user.api.post("/users/info", { telegram: "@anna" });
  expect((await user.api.post("/users/info", {})).body).toMatchObject({ fullName: "Anna", telegram: "@anna" });
  expect((await user.api.post("/users/info", { fullName: "", telegram: "" })).body).toMatchObject({
    fullName: "Anna",
    telegram: null,
  });
});

// @covers S3.2
test("the first admin is created once, at startup; a user who happens to have that address never becomes an admin", async () => {
  const settings = { ADMIN_EMAIL: "Boss@example.com", ADMIN_PASSWORD: "boss-password" };
  const own = await startServer({ settings });
  const signIn = await own.api().post("/auth/login", { email: "boss@example.com", password: "boss-password" });
  expect(signIn.body.user).toMatchObject({ email: "boss@example.com", roles: ["USER", "ADMIN"] });

  const { database, clock, logger } = own.parts;
  const parts = { database, clock, logger, passwords: await createPasswords() };
  const { email } = await own.signUp();
  await ensureAdmin(parts, { email, password: "another-password" });
  expect(await database.query("select email from users where 'ADMIN' = any(roles)")).toEqual([
    { email: "boss@example.com" },
  ]);

  await database.query("delete from users where email = 'boss@example.com'");
  await expect(ensureAdmin(parts, { email, password: "another-password" })).rejects.toThrow(/^ADMIN_EMAIL: /);
  const admin = { email: "late@example.com", password: "late-password" };
  await Promise.all([ensureAdmin(parts, admin), ensureAdmin(parts, admin)]);
  expect(await database.query("select email from users where 'ADMIN' = any(roles)")).toEqual([
    { email: "late@example.com" },
  ]);
});

test("a warning says that an ADMIN_EMAIL set too late is ignored; the first admin's own e-mail causes none", async () => {
  const own = await startServer({ settings: { ADMIN_EMAIL: "boss@example.com", ADMIN_PASSWORD: "boss-password" } });
  const parts = { ...own.parts, passwords: await createPasswords() };
  const warnings = () => own.log.filter((line) => line.includes("ADMIN_EMAIL"));
  await ensureAdmin(parts, { email: "boss@example.com", password: "boss-password" });
  expect(warnings()).toEqual([]);
  await ensureAdmin(parts, { email: "second@example.com", password: "another-password" });
  expect(warnings()).toEqual([expect.stringContaining("make-admin")]);
  expect(warnings().join("")).not.toContain("another-password");
});

test("users choose their notifications and language; omitted settings stay", async () => {
  const user = await server.signUp();
  const chosen = await user.api.post("/users/settings", { language: "ru", notifications: "failures" });
  expect([chosen.status, chosen.body.language, chosen.body.notifications]).toEqual([200, "ru", "failures"]);
  const { body } = await user.api.post("/users/settings", { notifications: "none", roles: ["ADMIN"] });
  expect([body.language, body.notifications, body.roles]).toEqual(["ru", "none", ["USER"]]);
  expect((await user.api.post("/users/settings", {})).body).toEqual(body);
  expect((await user.api.get("/users/me")).body).toEqual(body);
  const refused = await user.api.post("/users/settings", { language: "de", notifications: "some" });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["language", "notifications"]]);
});

test("a new user is notified in the language of the page that they signed up on", async () => {
  const form = { fullName: "Пётр", password: "secret-1", confirmPassword: "secret-1" };
  const signUp = (email: string, language: string) =>
    server.api().post("/auth/signup", { ...form, email }, { "accept-language": language });
  expect((await signUp("petr@example.com", "ru-RU,ru;q=0.9,en;q=0.8")).body.user.language).toBe("ru");
  expect((await signUp("peter@example.com", "de")).body.user.language).toBe("en");
});
