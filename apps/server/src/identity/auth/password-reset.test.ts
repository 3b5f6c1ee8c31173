import { expect, test } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import { startServer, type SignedUp, type TestServer } from "../../../test/server.ts";
import { systemClock } from "../../platform/clock.ts";
import { hashToken } from "../../platform/security/tokens.ts";

/** How far tests have moved the clock. */
let aheadMs = 0;
const clock = { ...systemClock, nowMs: () => Date.now() + aheadMs };
const server = await startServer({
  parts: { clock },
  settings: { TRUST_PROXY: "on", PUBLIC_URL: "https://chartrelay.example" },
});
const anonymous = server.api();
const MINUTE_MS = 60_000;

const ask = (email: string, from = "192.0.2.1") =>
  anonymous.post("/auth/password-reset", { email }, { "x-forwarded-for": from });
const confirm = (token: string, newPassword = "fresh-password") =>
  anonymous.post("/auth/password-reset/confirm", { token, newPassword, confirmNewPassword: newPassword });
const mailsTo = (email: string, about: RegExp, { sandbox }: Pick<TestServer, "sandbox"> = server) =>
  sandbox.mail.list(email).filter(({ subject }) => about.test(subject ?? ""));
const NEW_PASSWORD = /a new password$/;

/** Requests a link, waits until `mails` such mails have arrived, and returns the newest one's token. */
async function tokenOf({ email }: Pick<SignedUp, "email">, mails = 1): Promise<string> {
  expect((await ask(email)).status).toBe(200);
  const arrived = await eventually(() => {
    const all = mailsTo(email, NEW_PASSWORD);
    expect(all).toHaveLength(mails);
    return all;
  });
  const [, token] =
    /https:\/\/chartrelay\.example\/reset-password\?token=([\w-]{43})\s/.exec(arrived.at(-1)?.text ?? "") ?? [];
  return token ?? "";
}

// @covers E4 E10
test("the mailed link sets a new password once, ends every session, signs nobody in and notifies the user by mail", async () => {
  const user = await server.signUp();
  const token = await tokenOf(user);
  const answer = await confirm(token);
  expect([answer.status, answer.body]).toEqual([200, {}]);
  expect((await user.api.get("/users/me")).status).toBe(401);
  expect((await anonymous.post("/auth/login", user)).status).toBe(401);
  expect((await anonymous.post("/auth/login", { email: user.email, password: "fresh-password" })).status).toBe(200);
  await eventually(() => expect(mailsTo(user.email, /password was changed$/)).toHaveLength(1));

  const again = await confirm(token, "another-password");
  expect([again.status, again.body.code]).toEqual([410, "reset_link_ended"]);
  expect((await anonymous.post("/auth/login", { email: user.email, password: "fresh-password" })).status).toBe(200);
});

// @covers E10
test("a newer link replaces the older one, and none works after half an hour", async () => {
  const user = await server.signUp();
  const older = await tokenOf(user);
  const newer = await tokenOf(user, 2);
  expect((await confirm(older)).status).toBe(410);
  try {
    aheadMs += 30 * MINUTE_MS + 1;
    expect((await confirm(newer)).status).toBe(410);
  } finally {
    aheadMs = 0;
  }
  expect((await confirm(newer)).status).toBe(200);
});

test("a link stops working once the password was changed", async () => {
  const user = await server.signUp();
  const token = await tokenOf(user);
  const change = { password: user.password, newPassword: "changed-pass-1", confirmNewPassword: "changed-pass-1" };
  expect((await user.api.post("/users/password", change)).status).toBe(200);
  expect((await confirm(token)).status).toBe(410);
  expect((await anonymous.post("/auth/login", { email: user.email, password: change.newPassword })).status).toBe(200);
});

// @covers E10
test("when a link is used twice at the same time, only one use works", async () => {
  const token = await tokenOf(await server.signUp());
  const answers = await Promise.all([confirm(token, "first-password"), confirm(token, "second-password")]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
});

// @covers E10
test("only the exact token works, and it isn't stored anywhere in the clear", async () => {
  const user = await server.signUp();
  const token = await tokenOf(user);
  const stored = hashToken(token);
  for (const wrong of [token.slice(1), `${token}A`, stored.toString("base64url"), stored.toString("hex"), "x"]) {
    expect([wrong, (await confirm(wrong)).status]).toEqual([wrong, 410]);
  }
  const rows = await server.parts.database.query("select messages::text as row from messages where user_id = $1", [
    user.id,
  ]);
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(server.log.join("")).not.toContain(token);
  expect((await confirm(token)).status).toBe(200);
});

test("the form is validated before the link is looked up", async () => {
  const short = await anonymous.post("/auth/password-reset/confirm", {
    token: "x",
    newPassword: "12345",
    confirmNewPassword: "other-1",
  });
  expect([short.status, Object.keys(short.body.errors)]).toEqual([422, ["newPassword", "confirmNewPassword"]]);
  expect((await ask("not an address")).body.errors).toEqual({ email: "This isn't a valid e-mail address" });
});

test("a mailbox gets at most three mails an hour, no matter who asks; an address that keeps asking is refused", async () => {
  const user = await server.signUp();
  const answers = [];
  for (let times = 0; times < 6; times += 1) answers.push(await ask(user.email, `198.51.100.${times}`));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  await eventually(() => expect(mailsTo(user.email, NEW_PASSWORD)).toHaveLength(3));

  const statuses: number[] = [];
  for (let times = 0; times < 22; times += 1) statuses.push((await ask(`x${times}@example.com`, "203.0.113.9")).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429]);
  const refused = await ask(user.email, "203.0.113.9");
  expect([refused.body.code, Number(refused.headers.get("retry-after")) > 0]).toEqual(["too_many_attempts", true]);
  // Another address isn't throttled, and still only three mails have arrived.
  expect((await ask("y@example.com", "203.0.113.10")).status).toBe(200);
  expect(mailsTo(user.email, NEW_PASSWORD)).toHaveLength(3);
});

// @covers E9
test("the response doesn't reveal whether an e-mail has an account", async () => {
  const user = await server.signUp();
  for (const email of [user.email, "nobody-knows@example.com"])
    expect(await ask(email, "198.51.101.1")).toMatchObject({ status: 200, text: "{}" });
});
