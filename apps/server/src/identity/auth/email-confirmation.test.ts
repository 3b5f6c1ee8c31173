/** An e-mail address counts once its owner has confirmed it; anyone who used it before that keeps nothing. */
import { expect, test } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import type { Api } from "../../../test/api.ts";
import { startServer, type SignedUp } from "../../../test/server.ts";
import { linkTrader } from "../../../test/trader.ts";
import { systemClock } from "../../platform/clock.ts";

let aheadMs = 0;
const server = await startServer({
  parts: { clock: { ...systemClock, nowMs: () => Date.now() + aheadMs } },
  settings: { PUBLIC_URL: "https://chartrelay.example", ONE_RUBLE_PLAN_EMAIL: "tester@example.com" },
});
const anonymous = server.api();
const HOUR_MS = 3_600_000;
const CONFIRM_LINK = /https:\/\/chartrelay\.example\/profile\?confirm-email=([\w-]{43})\s/;
const RESET_LINK = /https:\/\/chartrelay\.example\/reset-password\?token=([\w-]{43})\s/;

const newcomer = (details: { email?: string } = {}) => server.signUp({ ...details, isConfirmed: false });
const me = async ({ api }: Pick<SignedUp, "api">) => (await api.get("/users/me")).body;
const confirm = ({ api }: Pick<SignedUp, "api">, token: string) =>
  api.post("/auth/email-confirmation/confirm", { token });

/** Waits until `count` mails to an address contain such a link; returns the links' tokens, oldest first. */
const tokensTo = (email: string, link: RegExp, count = 1) =>
  eventually(() => {
    const found = server.sandbox.mail.list(email).flatMap(({ text }) => link.exec(text ?? "")?.[1] ?? []);
    expect(found).toHaveLength(count);
    return found;
  });

/** Sets a new password with the mailed link, and signs in with it. */
async function takeOver(email: string) {
  const [token = ""] = await tokensTo(email, RESET_LINK);
  const newPassword = "the-owner-s-own";
  const set = { token, newPassword, confirmNewPassword: newPassword };
  expect((await anonymous.post("/auth/password-reset/confirm", set)).status).toBe(200);
  const { body } = await anonymous.post("/auth/login", { email, password: newPassword });
  return server.api(body.accessToken);
}

test("the welcome mail's link confirms the address, but only in a session of the user who signed up", async () => {
  const user = await newcomer();
  expect(await me(user)).toMatchObject({ isEmailConfirmed: false });
  const [token = ""] = await tokensTo(user.email, CONFIRM_LINK);
  expect(server.sandbox.mail.list(user.email)).toHaveLength(1);

  // The mail's reader may own the address without being the person who signed up with it.
  expect((await confirm({ api: anonymous }, token)).status).toBe(401);
  const otherUser = await newcomer();
  const refused = await confirm(otherUser, token);
  expect([refused.status, refused.body.code]).toEqual([410, "confirmation_link_ended"]);
  expect([await me(otherUser), await me(user)]).toMatchObject([
    { isEmailConfirmed: false },
    { isEmailConfirmed: false },
  ]);

  const confirmed = await confirm(user, token);
  expect([confirmed.status, confirmed.body]).toEqual([200, await me(user)]);
  expect(confirmed.body).toMatchObject({ email: user.email, isEmailConfirmed: true });
  // Opening the link again returns the confirmed user.
  expect((await confirm(user, token)).status).toBe(200);
  const rows = await server.parts.database.query("select * from email_confirmations where user_id = $1", [user.id]);
  expect(rows).toEqual([]);
});

test("before confirmation keys and orders work; Telegram, the second factor and the one-ruble plan don't, and no second mail is sent", async () => {
  const user = await newcomer({ email: "tester@example.com" });
  const trader = await linkTrader(server, { user });
  expect((await trader.alert()).status).toBe(200);
  expect(await trader.ended(1)).toMatchObject([{ status: "CREATED" }]);

  const plans = async () => (await user.api.get("/subscriptions/me")).body.plans;
  const gated = async () => [
    await user.api.post("/accounts/me/link-telegram", {}),
    await user.api.post("/users/me/two-factor/setup", { password: user.password }),
  ];
  for (const { status, body } of await gated()) expect([status, body.code]).toEqual([403, "email_unconfirmed"]);
  expect(await plans()).not.toContain("1m-1rub");
  const checkout = await user.api.post("/subscriptions/me/checkout", { plan: "1m-1rub" });
  expect(checkout.status).not.toBe(200);

  const changed = { password: user.password, newPassword: "changed-pass-1", confirmNewPassword: "changed-pass-1" };
  expect((await user.api.post("/users/password", changed)).status).toBe(200);
  const [token = ""] = await tokensTo(user.email, CONFIRM_LINK);
  const sent = "select kind from messages where user_id = $1 and channel = 'MAIL'";
  expect(await server.parts.database.query(sent, [user.id])).toEqual([{ kind: "welcome" }]);

  await confirm(user, token);
  for (const { status } of await gated()) expect(status).not.toBe(403);
  expect(await plans()).toContain("1m-1rub");
});

test("a user can request new links, up to three mails an hour; only the newest works, for three days", async () => {
  const user = await newcomer();
  const [first = ""] = await tokensTo(user.email, CONFIRM_LINK);
  const resend = () => user.api.post("/auth/email-confirmation");
  expect((await resend()).status).toBe(200);
  const [, second = ""] = await tokensTo(user.email, CONFIRM_LINK, 2);
  expect((await confirm(user, first)).status).toBe(410);
  expect((await resend()).status).toBe(200);
  const held = await resend();
  expect([held.status, held.body.code]).toEqual([429, "too_many_requests"]);
  expect(Number(held.headers.get("retry-after"))).toBeGreaterThan(0);
  const [, , third = ""] = await tokensTo(user.email, CONFIRM_LINK, 3);
  expect(second).not.toBe(third);
  try {
    aheadMs = 72 * HOUR_MS + 1;
    expect((await confirm(user, third)).status).toBe(410);
  } finally {
    aheadMs = 0;
  }
  expect((await confirm(user, third)).body).toMatchObject({ isEmailConfirmed: true });
  // Once the address is confirmed, no more mail is sent.
  expect((await resend()).status).toBe(200);
  expect(server.sandbox.mail.list(user.email)).toHaveLength(3);
});

test("a user who signed up with somebody else's address loses everything when the owner sets a password", async () => {
  const squatter = await newcomer({ email: "owner@example.com" });
  const { account, alert } = await linkTrader(server, { user: squatter });
  await squatter.api.post("/accounts/me/list", [{ id: account, telegramChatId: "4711" }]);
  await squatter.api.post("/users/info", { fullName: "Another Person", telegram: "@another_person" });
  await squatter.api.post("/users/settings", { notifications: "none" });
  await squatter.api.post("/users/me/consents", { documents: ["offer", "personal-data"] });
  // As in rows from before addresses had to be confirmed.
  await server.parts.database.query(
    "update users set telegram_user_id = '4711', telegram_chat_id = '4711' where id = $1",
    [squatter.id],
  );
  await anonymous.post("/auth/password-reset", { email: squatter.email });
  const owner = await takeOver(squatter.email);

  expect((await squatter.api.get("/users/me")).status).toBe(401);
  expect((await anonymous.post("/auth/login", squatter)).status).toBe(401);
  expect((await owner.get("/users/me")).body).toMatchObject({
    isEmailConfirmed: true,
    fullName: "",
    telegram: null,
    notifications: "all",
  });
  const greetings = () =>
    server.sandbox.mail.list(squatter.email).map(({ text }) => /^Hello.*!$/m.exec(text ?? "")?.[0]);
  await expect.poll(async () => greetings().at(-1)).toBe("Hello!");
  expect((await owner.get("/accounts/me/list")).body).toEqual([]);
  expect((await alert()).status).toBe(404);
  const [row] = await server.parts.database.query(
    "select telegram_user_id, telegram_chat_id, (select count(*)::int from known_places where user_id = users.id) as places from users where id = $1",
    [squatter.id],
  );
  // One place: the owner has signed in since.
  expect(row).toEqual({ telegram_user_id: null, telegram_chat_id: null, places: 1 });
  await expectAskedAnew(owner, squatter.id);
  const [stale = ""] = await tokensTo(squatter.email, CONFIRM_LINK);
  expect((await confirm({ api: owner }, stale)).body).toMatchObject({ isEmailConfirmed: true });
});

/** Checks that the squatter's consents stay on record, and don't count as the owner's. */
async function expectAskedAnew(owner: Api, userId: string): Promise<void> {
  const consents = async () => (await owner.get("/users/me/consents")).body;
  expect(await consents()).toEqual({ missing: ["offer", "personal-data"], accepted: [] });
  const refused = await owner.post("/subscriptions/me/checkout", { plan: "1m" });
  expect(refused.body.code).toBe("consents_needed");
  expect(JSON.parse((await owner.get("/users/me/export")).text).consents).toEqual([]);
  await owner.post("/users/me/consents", { documents: ["offer", "personal-data"] });
  expect(await consents()).toMatchObject({
    missing: [],
    accepted: [{ document: "offer" }, { document: "personal-data" }],
  });
  const kept = await server.parts.database.query("select 1 from consents where user_id = $1", [userId]);
  expect(kept).toHaveLength(4);
  const log = (await owner.get("/users/me/audit")).body.content;
  expect(log).toContainEqual(expect.objectContaining({ action: "taken_over" }));
}

test("a user with a confirmed address keeps keys and chats through a reset", async () => {
  const user = await server.signUp();
  const { account } = await linkTrader(server, { user });
  await anonymous.post("/auth/password-reset", { email: user.email });
  const api = await takeOver(user.email);
  expect((await api.get("/accounts/me/list")).body).toMatchObject([{ id: account }]);
});

test("a sign-up with an address that somebody took without confirming it mails its owner a link to take it over", async () => {
  const squatter = await newcomer({ email: "late-owner@example.com" });
  const form = {
    email: squatter.email,
    fullName: "Owner",
    password: "pass-of-owner",
    confirmPassword: "pass-of-owner",
  };
  const again = await anonymous.post("/auth/signup", form);
  expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ["email"]]);
  const owner = await takeOver(squatter.email);
  expect((await owner.get("/users/me")).body).toMatchObject({ isEmailConfirmed: true });
  expect((await squatter.api.get("/users/me")).status).toBe(401);
});
