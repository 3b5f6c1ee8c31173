import { expect, test } from "vitest";
import { startServer, type SignedUp } from "../../../test/server.ts";
import { systemClock } from "../../platform/clock.ts";

/** Time stands still until a test moves it, so that no wait ends while guesses are in flight. */
let nowMs = Date.now();
const clock = { ...systemClock, nowMs: () => nowMs };
const settings = { TRUST_PROXY: "on" };
const server = await startServer({ parts: { clock }, settings });
const MINUTE_MS = 60_000;

const logIn = (email: string, password: string, from: string, api = server.api()) =>
  api.post("/auth/login", { email, password }, { "x-forwarded-for": from });
const statuses = (answers: readonly { readonly status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
/** Makes `times` wrong guesses at a password, ten at a time, each from the address that `from` returns. */
async function guess({ email }: Pick<SignedUp, "email">, times: number, from: (index: number) => string) {
  const answers = [];
  for (let start = 0; start < times; start += 10) {
    const indices = Array.from({ length: Math.min(10, times - start) }, (_, offset) => start + offset);
    answers.push(...(await Promise.all(indices.map((index) => logIn(email, `guess-${index}`, from(index))))));
  }
  return answers;
}

// @covers E8
test(
  "of a thousand guesses from many addresses only thirty are checked, and other users sign in as usual",
  { timeout: 120_000 },
  async () => {
    const [victim, other] = [await server.signUp(), await server.signUp()];
    const attack = guess(victim, 1_000, (index) => `10.1.${index >> 8}.${index & 255}`);
    const others = [];
    for (let times = 0; times < 10; times += 1) others.push(await logIn(other.email, other.password, "192.0.2.1"));
    expect(statuses(others)).toEqual({ 200: 10 });
    const answers = await attack;
    expect(statuses(answers)).toEqual({ 401: 30, 429: 970 });
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.code).toBe("too_many_attempts");
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused?.body.detail).toMatch(/^Too many failed attempts\. Try again in \d+ minutes?, or reset/);
  },
);

// @covers E8
test("guesses don't lock out the owner: they can sign in from known places, and their sessions keep working", async () => {
  const owner = await server.signUp();
  expect((await logIn(owner.email, owner.password, "198.51.100.7")).status).toBe(200);
  await guess(owner, 60, (index) => `10.2.0.${index}`);
  expect((await logIn(owner.email, owner.password, "10.3.0.1")).status).toBe(429);
  expect((await logIn(owner.email, owner.password, "198.51.100.200")).status).toBe(200);
  expect((await owner.api.get("/users/me")).status).toBe(200);
  // A successful sign-in lifts the throttle.
  expect((await logIn(owner.email, owner.password, "10.3.0.1")).status).toBe(200);
});

test("one address gets ten free guesses, then each one waits twice as long as the one before", async () => {
  const victim = await server.signUp();
  const from = () => "10.4.0.1";
  expect(statuses(await guess(victim, 30, from))).toEqual({ 401: 10, 429: 20 });
  nowMs += 31_000;
  expect(statuses(await guess(victim, 10, from))).toEqual({ 401: 1, 429: 9 });
  nowMs += 31_000;
  expect(statuses(await guess(victim, 10, from))).toEqual({ 429: 10 });
  nowMs += 30_000;
  expect(statuses(await guess(victim, 10, from))).toEqual({ 401: 1, 429: 9 });
  nowMs += 2 * MINUTE_MS;
  expect((await logIn(victim.email, victim.password, "10.4.0.1")).status).toBe(200);
});

test("an address that tries one password on many e-mails is throttled, and nobody else is", async () => {
  const answers = [];
  for (let index = 0; index < 110; index += 1) {
    answers.push(await logIn(`sprayed-${index}@example.com`, "Password1", "10.5.0.1"));
  }
  expect(statuses(answers)).toEqual({ 401: 100, 429: 10 });
  const bystander = await server.signUp();
  expect((await logIn(bystander.email, bystander.password, "10.5.0.2")).status).toBe(200);
});

test("e-mails without an account are throttled alike, with the same messages", async () => {
  const known = await server.signUp();
  const tried = await guess(known, 12, () => "10.6.0.1");
  const triedUnknown = await guess({ email: "nobody-at-all@example.com" }, 12, () => "10.6.0.2");
  const messages = (answers: typeof tried) => answers.map(({ status, body }) => `${status} ${body.detail}`).toSorted();
  expect(messages(triedUnknown)).toEqual(messages(tried));
});

test("sign-up says that an e-mail is taken, but not twenty-five times in a row", async () => {
  const taken = await server.signUp();
  const sign = (email: string, from: string) =>
    server
      .api()
      .post(
        "/auth/signup",
        { email, fullName: "Eve", password: "secret-1", confirmPassword: "secret-1" },
        { "x-forwarded-for": from },
      );
  const answers = [];
  for (let times = 0; times < 25; times += 1) answers.push(await sign(taken.email, "10.8.0.1"));
  expect(statuses(answers)).toEqual({ 422: 20, 429: 5 });
  expect((await sign("newcomer@example.com", "10.8.0.2")).status).toBe(200);
});

test("the current password can't be guessed through an open session", async () => {
  const user = await server.signUp();
  const change = { newPassword: "fresh-password", confirmNewPassword: "fresh-password" };
  const answers = [];
  for (let times = 0; times < 12; times += 1)
    answers.push(await user.api.post("/users/password", { ...change, password: `guess-${times}` }));
  expect(statuses(answers)).toEqual({ 422: 10, 429: 2 });
});

test("a sign-in from a new network sends a mail, one from a known network doesn't", async () => {
  const user = await server.signUp();
  const mails = () => server.sandbox.mail.list(user.email).filter(({ subject }) => subject?.endsWith("new place"));
  await logIn(user.email, user.password, "203.0.113.5");
  await logIn(user.email, user.password, "203.0.113.77");
  await logIn(user.email, user.password, "2001:db8:1::1");
  await expect.poll(() => mails().length).toBe(2);
  expect(mails().map(({ text }) => /Address: (\S+)/.exec(text ?? "")?.[1])).toEqual(["203.0.113.5", "2001:db8:1::1"]);
});

// @covers E9
test("a login doesn't reveal whether an e-mail has an account", async () => {
  const user = await server.signUp();
  const refuse = async (email: string) => {
    const { status, body } = await logIn(email, "not-the-password", "10.9.0.1");
    return { status, ...body, instance: undefined };
  };
  expect(await refuse("nobody-knows@example.com")).toEqual(await refuse(user.email));
});
