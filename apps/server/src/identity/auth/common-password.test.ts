import { expect, test } from "vitest";
import { startServer } from "../../../test/server.ts";

const server = await startServer();
const RUSSIAN = { "accept-language": "ru" };
const SAID = "This is one of the first passwords that attackers try. Choose another.";

/** The first are among the 3,000 most common passwords, the last are words of the service. */
const COMMON = [
  "123456",
  "password",
  "qwerty123",
  "password1",
  "iloveyou",
  "zxcvbnm",
  "Chartrelay",
  "tradingview-2026",
];

// @covers E1
test.each(COMMON)("sign-up refuses the common password %s", async (password) => {
  const form = { email: `${password}@example.com`, fullName: "Anna", password, confirmPassword: password };
  const { status, body } = await server.api().post("/auth/signup", form);
  expect([status, body.code, body.errors]).toEqual([422, "validation_failed", { password: SAID }]);
});

test("sign-up accepts an uncommon password of six characters", async () => {
  expect((await server.signUp({ password: "6-left" })).email).not.toBe("");
});

// @covers E1
test("a password change and a reset both refuse a common password, with an error on its field in both languages", async () => {
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
