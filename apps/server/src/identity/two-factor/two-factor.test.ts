import { generateSync } from "otplib";
import { expect, test } from "vitest";
import { type SignedUp, startServer } from "../../../test/server.ts";
import { systemClock } from "../../platform/clock.ts";
import { createSecretBox } from "../../platform/security/secret-box.ts";
import { rewrapSecondFactors } from "./store.ts";

/** Time stands still until a test moves it: each code works once, and a step lasts 30 s. */
let nowMs = Date.now();
const server = await startServer({ parts: { clock: { ...systemClock, nowMs: () => nowMs } } });

const STEP_MS = 30_000;
const codeOf = (secret: string, atMs = nowMs) => generateSync({ secret, epoch: Math.floor(atMs / 1_000) });
const logIn = (user: SignedUp, code?: string) =>
  server.api().post("/auth/login", { email: user.email, password: user.password, ...(code !== undefined && { code }) });

async function enableFor(user: SignedUp) {
  const { body: setup } = await user.api.post("/users/me/two-factor/setup", { password: user.password });
  const { status, body } = await user.api.post("/users/me/two-factor/enable", { code: codeOf(setup.secret) });
  expect(status).toBe(200);
  // That code's step is used up.
  nowMs += STEP_MS;
  return { secret: setup.secret as string, codes: body.codes as string[] };
}

// @covers E6
test("enabling needs the password and a valid code, ends the other sessions, and requires a code from then on", async () => {
  const user = await server.signUp();
  const { body: elsewhere } = await logIn(user);
  expect((await user.api.post("/users/me/two-factor/setup", { password: "not-it" })).body.errors).toEqual({
    password: "Current password is incorrect",
  });
  const { body: setup } = await user.api.post("/users/me/two-factor/setup", { password: user.password });
  expect(setup.uri).toBe(
    `otpauth://totp/Chartrelay:${encodeURIComponent(user.email)}?secret=${setup.secret}&issuer=Chartrelay`,
  );
  expect((await user.api.post("/users/me/two-factor/enable", { code: "12345" })).status).toBe(422);
  expect((await logIn(user)).status).toBe(200);

  const { body: enabled } = await user.api.post("/users/me/two-factor/enable", { code: codeOf(setup.secret) });
  expect(new Set(enabled.codes).size).toBe(10);
  expect((await user.api.get("/users/me/two-factor")).body).toEqual({
    isEnabled: true,
    enabledDate: expect.any(String),
    recoveryCodesLeft: 10,
  });
  expect((await server.api(elsewhere.accessToken).get("/users/me")).status).toBe(401);
  expect((await user.api.get("/users/me")).status).toBe(200);
  expect((await user.api.post("/users/me/two-factor/setup", { password: user.password })).status).toBe(409);
  nowMs += STEP_MS;

  const asked = await logIn(user);
  expect([asked.status, asked.body.code]).toEqual([401, "second_factor_needed"]);
  const wrongPassword = await server
    .api()
    .post("/auth/login", { email: user.email, password: "not-it", code: codeOf(setup.secret) });
  expect([wrongPassword.status, wrongPassword.body.code]).toEqual([401, "invalid_login"]);
  expect((await logIn(user, codeOf(setup.secret))).status).toBe(200);
});

// @covers E11
test("a code is valid in its own step and the ones before and after, and only once", async () => {
  const user = await server.signUp();
  const { secret } = await enableFor(user);
  nowMs += 10 * STEP_MS;
  for (const steps of [-2, 2]) {
    const answer = await logIn(user, codeOf(secret, nowMs + steps * STEP_MS));
    expect([steps, answer.status, answer.body.code]).toEqual([steps, 401, "invalid_login"]);
  }
  const early = codeOf(secret, nowMs - STEP_MS);
  expect((await logIn(user, early)).status).toBe(200);
  expect((await logIn(user, early)).status).toBe(401);
  const twice = codeOf(secret, nowMs);
  const answers = await Promise.all([logIn(user, twice), logIn(user, twice)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  expect((await logIn(user, codeOf(secret, nowMs + STEP_MS))).status).toBe(200);
});

// @covers E11
test("a recovery code works once, however it is typed; new codes replace all old ones", async () => {
  const user = await server.signUp();
  const { secret, codes } = await enableFor(user);
  const [first = "", second = ""] = codes;
  expect((await logIn(user, first.toLowerCase().replaceAll("-", " "))).status).toBe(200);
  expect((await logIn(user, first)).status).toBe(401);
  expect((await user.api.get("/users/me/two-factor")).body.recoveryCodesLeft).toBe(9);

  const proof = { password: user.password, code: codeOf(secret) };
  const { body: renewed } = await user.api.post("/users/me/two-factor/recovery-codes", proof);
  expect(renewed.codes).toHaveLength(10);
  expect((await logIn(user, second)).status).toBe(401);
  expect((await logIn(user, renewed.codes[0])).status).toBe(200);
});

// @covers E6
test("disabling needs the password and a code; a stolen session gets ten guesses", async () => {
  const user = await server.signUp();
  const { secret } = await enableFor(user);
  const disable = (proof: object) => user.api.post("/users/me/two-factor/disable", proof);
  expect((await disable({ password: "not-it", code: codeOf(secret) })).body.errors).toHaveProperty("password");
  expect((await disable({ password: user.password, code: "000000" })).body.errors).toHaveProperty("code");
  expect((await disable({ password: user.password, code: codeOf(secret) })).status).toBe(200);
  expect((await logIn(user)).status).toBe(200);

  const victim = await server.signUp();
  await enableFor(victim);
  const statuses = [];
  for (let guess = 0; guess < 12; guess += 1) {
    const { status } = await victim.api.post("/users/me/two-factor/disable", {
      password: victim.password,
      code: String(guess).padStart(6, "0"),
    });
    statuses.push(status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429, 429]);
});

// @covers E11
test("the secret is sealed, the recovery codes are hashed, and a key rotation keeps codes working", async () => {
  const user = await server.signUp();
  const { secret, codes } = await enableFor(user);
  const { database, keyRing } = server.parts;
  const stored = JSON.stringify([
    await database.query("select * from second_factors"),
    await database.query("select encode(code_hash, 'escape') from recovery_codes"),
  ]);
  for (const each of [secret, ...codes, ...codes.map((code) => code.replaceAll("-", ""))]) {
    expect(stored).not.toContain(each);
  }
  const rotated = {
    current: "next",
    keys: new Map([...keyRing.keys, ["next", Buffer.alloc(32, 9)]] as const),
  };
  expect(await rewrapSecondFactors({ database, secretBox: createSecretBox(rotated), keyRing: rotated })).toBe(0);
  const [row] = await database.query<{ secret: string }>("select secret from second_factors where user_id = $1", [
    user.id,
  ]);
  expect(row?.secret).toMatch(/^1\.next\./);
});
