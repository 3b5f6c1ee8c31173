/** The rules of the forms: specification, section 5. */
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { accountEntries, infoPayload, loginPayload, passwordPayload, signupPayload } from "./payloads.ts";

/** Returns the first message of each field, as a form shows it. */
function refusals(schema: z.core.$ZodType, payload: unknown): Record<string, string> {
  const { error } = z.safeParse(schema, payload);
  const messages: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) messages[path.join(".")] ??= message;
  return messages;
}

const signup = { email: "ann@example.org", fullName: "Ann", password: "secret", confirmPassword: "secret" };

// @covers S3.45 S5.1 S5.3
test("login requires an e-mail and a password", () => {
  expect(refusals(loginPayload, {})).toEqual({ email: "required", password: "required" });
  expect(refusals(loginPayload, { email: " ", password: "" })).toEqual({ email: "required", password: "required" });
});

// @covers S5.2 S5.4
test("login requires a valid e-mail and a password of at least 6 characters", () => {
  expect(refusals(loginPayload, { email: "ann", password: "12345" })).toEqual({
    email: "invalid_email",
    password: "short_password",
  });
  expect(refusals(loginPayload, { email: "ann@example.org", password: "123456" })).toEqual({});
});

test("an e-mail is read without regard to case and surrounding spaces", () => {
  expect(z.parse(loginPayload, { email: " Ann@Example.org ", password: "secret" }).email).toBe("ann@example.org");
});

test("a password keeps its spaces", () => {
  expect(z.parse(loginPayload, { email: "ann@example.org", password: "  pass  " }).password).toBe("  pass  ");
});

// @covers S5.6
test("signup requires full name, e-mail, password and its repeat", () => {
  expect(refusals(signupPayload, {})).toMatchObject({
    fullName: "required",
    email: "required",
    password: "required",
    confirmPassword: "required",
  });
});

test("signup accepts the specified payload, with and without utmSource", () => {
  expect(refusals(signupPayload, signup)).toEqual({});
  expect(refusals(signupPayload, { ...signup, utmSource: "newsletter" })).toEqual({});
});

// @covers S5.9
test("signup requires the repeat to equal the password", () => {
  expect(refusals(signupPayload, { ...signup, confirmPassword: "secrets" })).toEqual({
    confirmPassword: "password_mismatch",
  });
});

test("a full name can't contain control characters", () => {
  expect(refusals(signupPayload, { ...signup, fullName: "Ann\u0000" })).toEqual({ fullName: "invalid" });
});

// @covers S5.12
test("a password change requires the current password, a new one and its repeat, each of at least 6 characters", () => {
  expect(refusals(passwordPayload, {})).toMatchObject({
    password: "required",
    newPassword: "required",
    confirmNewPassword: "required",
  });
  expect(refusals(passwordPayload, { password: "12345", newPassword: "12345", confirmNewPassword: "12345" })).toEqual({
    password: "short_password",
    newPassword: "short_password",
    confirmNewPassword: "short_password",
  });
});

// @covers S5.13
test("a password change requires the repeat to equal the new password", () => {
  const payload = { password: "secret", newPassword: "secret1", confirmNewPassword: "secret2" };
  expect(refusals(passwordPayload, payload)).toEqual({ confirmNewPassword: "password_mismatch" });
});

// @covers S5.14
test("personal data has no rules: the whole form is accepted, filled or empty", () => {
  expect(refusals(infoPayload, { email: 1, fullName: "", telegram: null, password: "x", confirm: "" })).toEqual({});
  expect(refusals(infoPayload, {})).toEqual({});
});

test("an account entry may omit everything, so that a partial list is understood", () => {
  expect(refusals(accountEntries, [{}, { id: "", exchange: "ALOR_BROKER", apiKey: "D1", secretKey: "t" }])).toEqual({});
});

test("a refused field of an account entry is named by its index in the list", () => {
  expect(refusals(accountEntries, [{}, { exchange: "NYSE" }])).toEqual({ "1.exchange": "invalid" });
});

test("an account entry keeps only its own fields", () => {
  const posted = JSON.parse('[{"id": "1", "userId": "someone else", "__proto__": {"isDemo": false}}]');
  expect(z.parse(accountEntries, posted)).toEqual([{ id: "1" }]);
});
