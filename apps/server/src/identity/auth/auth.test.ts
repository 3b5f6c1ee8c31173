import { hash } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { startServer } from "../../../test/server.ts";
import { systemClock, type Clock } from "../../platform/clock.ts";
import { PASSWORD_COST } from "../../platform/security/passwords.ts";
import { hashToken } from "../../platform/security/tokens.ts";
import { SESSION_ABSOLUTE_LIMIT_MS, SESSION_IDLE_LIMIT_MS } from "./service.ts";

/** How far tests have moved the clock. */
let aheadMs = 0;
const clock: Clock = { ...systemClock, nowMs: () => Date.now() + aheadMs };

const server = await startServer({ parts: { clock } });
const anonymous = server.api();

const form = (email: string) => ({ email, fullName: "Anna", password: "secret-1", confirmPassword: "secret-1" });

// @covers S1.4 S3.1 S3.3 S7.4 S7.15 S7.16 S7.17
test("sign-up returns a token and a user whose only role is USER", async () => {
  const { status, body } = await anonymous.post("/auth/signup", {
    ...form(" New.Trader@Example.com "),
    utmSource: "habr",
    roles: ["ADMIN"],
    isHasBonus: true,
    id: "chosen",
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    accessToken: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    user: {
      email: "new.trader@example.com",
      isEmailConfirmed: false,
      fullName: "Anna",
      telegram: null,
      roles: ["USER"],
      isHasBonus: false,
      language: "en",
      notifications: "all",
      allPausedAt: null,
    },
  });
  expect((await server.api(body.accessToken).get("/users/me")).body).toEqual(body.user);
  const [row] = await server.parts.database.query(
    "select utm_source from users where email = 'new.trader@example.com'",
  );
  expect(row).toEqual({ utm_source: "habr" });
});

test("when several sign-ups use one e-mail at the same time, one wins and the others learn that it is taken", async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      anonymous.post("/auth/signup", form(index % 2 ? "Race@example.com" : "race@example.com")),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422, 422]);
  const refused = answers.find(({ status }) => status === 422);
  expect(refused?.body).toMatchObject({
    code: "validation_failed",
    errors: { email: "This e-mail is already registered" },
  });
  expect(await server.parts.database.query("select 1 from users where email = 'race@example.com'")).toHaveLength(1);
});

// @covers S5.1 S5.7 S5.8 S5.9
test("the sign-up form reports errors field by field, in the requested language", async () => {
  const { status, body } = await anonymous.post(
    "/auth/signup",
    { email: "not an address", fullName: "  ", password: "12345", confirmPassword: "other-1" },
    { "accept-language": "ru-RU,ru;q=0.9" },
  );
  expect(status).toBe(422);
  expect(body.errors).toEqual({
    email: "Это не адрес почты",
    fullName: "Поле не может быть пустым",
    password: "Не меньше 6 символов",
    confirmPassword: expect.any(String),
  });
  const repeated = await anonymous.post("/auth/signup", { ...form("a@example.com"), confirmPassword: "secret-2" });
  expect(repeated.body.errors).toEqual({ confirmPassword: "The passwords don't match" });
});

// @covers S3.46 S7.12 S7.13 E4
test("each login returns a new token, and both work", async () => {
  const user = await server.signUp();
  const answer = await anonymous.post("/auth/login", { email: user.email.toUpperCase(), password: user.password });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    accessToken: expect.any(String),
    user: expect.objectContaining({ email: user.email }),
  });
  expect(answer.body.accessToken).not.toBe(user.token);
  expect((await server.api(answer.body.accessToken).get("/users/me")).status).toBe(200);
  expect((await user.api.get("/users/me")).status).toBe(200);
});

test("a wrong password and an unknown e-mail get the same answer", async () => {
  const user = await server.signUp();
  const wrong = await anonymous.post("/auth/login", { email: user.email, password: "wrong-password" });
  const unknown = await anonymous.post("/auth/login", { email: "nobody@example.com", password: "wrong-password" });
  expect(wrong.status).toBe(401);
  expect(wrong.body).toMatchObject({ code: "invalid_login", detail: "Wrong e-mail or password." });
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
});

// @covers S7.19 E4
test("logging out ends the session at once, and only that one", async () => {
  const user = await server.signUp();
  const other = await anonymous.post("/auth/login", user);
  const answer = await user.api.post("/auth/logout");
  expect([answer.status, answer.body]).toEqual([200, {}]);
  const after = await user.api.get("/users/me");
  expect([after.status, after.body.code]).toEqual([401, "unauthorized"]);
  expect(after.headers.get("www-authenticate")).toBe("Bearer");
  expect((await server.api(other.body.accessToken).get("/users/me")).status).toBe(200);
});

// @covers E4
test("a session ends when it is idle for too long, and when it is too old", async () => {
  const user = await server.signUp();
  const status = async () => (await user.api.get("/users/me")).status;
  try {
    aheadMs += SESSION_IDLE_LIMIT_MS - 60_000;
    expect(await status()).toBe(200);
    aheadMs += SESSION_IDLE_LIMIT_MS - 60_000;
    expect(await status()).toBe(200);
    aheadMs += SESSION_IDLE_LIMIT_MS + 60_000;
    expect(await status()).toBe(401);

    const busy = await anonymous.post("/auth/login", user);
    const token = hashToken(busy.body.accessToken);
    aheadMs += SESSION_ABSOLUTE_LIMIT_MS;
    await server.parts.database.query("update sessions set last_used_at = $1 where token_hash = $2", [
      new Date(clock.nowMs()),
      token,
    ]);
    expect((await server.api(busy.body.accessToken).get("/users/me")).status).toBe(401);
  } finally {
    aheadMs = 0;
  }
});

// @covers E4
test("only the exact token opens a session", async () => {
  const { token } = await server.signUp();
  const stored = hashToken(token);
  const attempts = [
    "",
    token.slice(0, -1),
    `${token}A`,
    token.toUpperCase(),
    stored.toString("base64url"),
    stored.toString("hex"),
    "a b",
  ];
  for (const attempt of attempts) {
    const answer = await anonymous.get("/users/me", { authorization: `Bearer ${attempt}` });
    expect([attempt, answer.status, answer.body.code]).toEqual([attempt, 401, "unauthorized"]);
  }
  expect((await anonymous.get("/users/me", { authorization: `Basic ${token}` })).status).toBe(401);
  expect((await anonymous.get("/users/me", { authorization: `bearer ${token}` })).status).toBe(200);
});

// @covers E2
test("a password that was hashed with older parameters is rehashed at the next login", async () => {
  const thorough = await startServer({ parts: { passwordCost: PASSWORD_COST } });
  const user = await thorough.signUp();
  const { database } = thorough.parts;
  const logIn = () => thorough.api().post("/auth/login", user);
  const old = await hash(user.password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  await database.query("update users set password_hash = $1 where id = $2", [old, user.id]);
  expect((await logIn()).status).toBe(200);
  const [row] = await database.query<{ password_hash: string }>("select password_hash from users where id = $1", [
    user.id,
  ]);
  expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
  expect((await logIn()).status).toBe(200);
});

test("logins from one address are rate limited", async () => {
  const flooded = await startServer();
  const statuses = new Set<number>();
  for (let batch = 0; batch < 5; batch += 1) {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => flooded.api().post("/auth/login", { email: "a@example.com" })),
    );
    for (const { status } of answers) statuses.add(status);
  }
  expect([...statuses].toSorted()).toEqual([422, 429]);
  const refused = await flooded.api().post("/auth/login", { email: "a@example.com" });
  expect([refused.status, refused.body.code]).toEqual([429, "too_many_requests"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await flooded.api().get("/users/me")).status).toBe(401);
});
