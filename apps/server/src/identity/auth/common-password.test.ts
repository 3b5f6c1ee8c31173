import { expect, test } from "vitest";
import { startServer } from "../../../test/server.ts";

const server = await startServer();
const RUSSIAN = { "accept-language": "ru" };
const SAID = "This password is among the first that are tried. Choose another one.";

/** Each is among the 3,000 that were found most often. */
const COMMON = ["123456", "password", "qwerty123", "password1", "iloveyou", "zxcvbnm"];

test.each(COMMON)("nobody signs up with the password %s", async (password) => {
  const form = { email: `${password}@example.com`, fullName: "Anna", password, confirmPassword: password };
  const { status, body } = await server.api().post("/auth/signup", form);
  expect([status, body.code, body.errors]).toEqual([422, "validation_failed", { password: SAID }]);
});

test("a password of six characters that isn't common is taken", async () => {
  expect((await server.signUp({ password: "6-left" })).email).not.toBe("");
});

test("a common password is taken neither by its change nor by a reset, and is told on its field in both languages", async () => {
  const user = await server.signUp();
  const fresh = { newPassword: "dragon", confirmNewPassword: "dragon" };
  const changed = await user.api.post("/users/password", { password: user.password, ...fresh });
  expect([changed.status, changed.body.errors]).toEqual([422, { newPassword: SAID }]);
  const reset = await server.api().post("/auth/password-reset/confirm", { token: "any", ...fresh }, RUSSIAN);
  expect([reset.status, reset.body.errors]).toEqual([
    422,
    { newPassword: "Этот пароль подбирают одним из первых. Придумайте другой." },
  ]);
  expect((await server.api().post("/auth/login", user)).status).toBe(200);
});
