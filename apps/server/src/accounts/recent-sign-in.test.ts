/** An open session alone isn't enough to change where money and messages go. */
import { generateSync } from "otplib";
import { afterEach, expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { startServer, type SignedUp } from "../../test/server.ts";
import { systemClock } from "../platform/clock.ts";

let aheadMs = 0;
const server = await startServer({ parts: { clock: { ...systemClock, nowMs: () => Date.now() + aheadMs } } });
afterEach(() => void (aheadMs = 0));
const LIST = "/accounts/me/list";
const TEN_MINUTES_MS = 600_000;

const mailsTo = ({ email }: SignedUp, about: RegExp) =>
  server.sandbox.mail.list(email).filter(({ subject = "" }) => about.test(subject));

async function traderOnPro(): Promise<{ user: SignedUp; id: string }> {
  const user = await server.signUp();
  await server.grantPro(user);
  const { status, body } = await user.api.post(LIST, [
    { exchange: "TINKOFF", apiKey: "2000000000", secretKey: "a-token", isDemo: true },
  ]);
  expect(status).toBe(200);
  return { user, id: body[0].id };
}

const GUARDED: readonly [string, (id: string) => readonly [path: string, payload: unknown]][] = [
  ["replaces a key", (id) => [LIST, [{ id, apiKey: "2000000001" }]]],
  ["replaces a secret", (id) => [LIST, [{ id, secretKey: "another-token" }]]],
  ["sets a chat", (id) => [LIST, [{ id, telegramChatId: "4711" }]]],
  ["allows margin", (id) => [LIST, [{ id, allowMargin: true }]]],
  ["takes an account from demo to live", (id) => [LIST, [{ id, isDemo: false }]]],
  ["adds an account with a key", () => [LIST, [{ exchange: "ALOR_BROKER", apiKey: "D00001", secretKey: "s" }]]],
  ["changes an account's id", (id) => ["/accounts/me/change-id", { id }]],
  ["links a chat", (id) => ["/accounts/me/link-telegram", { id }]],
];

// @covers E6
test.each(GUARDED)(
  "a user who %s must have entered the password within ten minutes, or must enter it again",
  async (_, change) => {
    const { user, id } = await traderOnPro();
    const [path, payload] = change(id);
    const before = (await user.api.get(LIST)).body;
    aheadMs = TEN_MINUTES_MS + 5_000;
    const refused = await user.api.post(path, payload);
    expect([refused.status, refused.body.code]).toEqual([403, "recent_sign_in_required"]);
    expect((await user.api.get(LIST)).body).toMatchObject(
      before.map(({ keyCheckedAt: _checked, keyRefusal: _refusal, ...account }: Record<string, unknown>) => account),
    );

    const wrong = await user.api.post("/auth/confirm-password", { password: "not-the-password" });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ["password"]]);
    expect((await user.api.post(path, payload)).status).toBe(403);
    const proved = await user.api.post("/auth/confirm-password", { password: user.password });
    expect([proved.status, proved.body]).toEqual([200, {}]);
    expect((await user.api.post(path, payload)).status).toBe(200);
  },
);

test("a new sign-in is as good as the password, but only for its own session", async () => {
  const { user, id } = await traderOnPro();
  aheadMs = TEN_MINUTES_MS + 5_000;
  const { body } = await server.api().post("/auth/login", user);
  const change = [{ id, allowMargin: true }];
  expect((await user.api.post(LIST, change)).status).toBe(403);
  expect((await server.api(body.accessToken).post(LIST, change)).status).toBe(200);
});

test("an old session can still save the list as it is, pause, go to demo, add an empty account, end an old id and remove an account", async () => {
  const { user, id } = await traderOnPro();
  expect((await user.api.post(LIST, [{ id, isDemo: false }])).status).toBe(200);
  aheadMs = TEN_MINUTES_MS + 5_000;
  expect((await user.api.post("/accounts/me/end-old-id", { id })).status).toBe(200);
  const { body: list } = await user.api.get(LIST);
  for (const entries of [list, [{ id, isPaused: true }], [{ id, isDemo: true }], [{ exchange: "ALOR_BROKER" }]])
    expect((await user.api.post(LIST, entries)).status).toBe(200);
  expect((await user.api.post(LIST, [{ id, isDeleted: true }])).status).toBe(200);
});

test("a second-factor code proves the user too, and attempts are counted like password attempts", async () => {
  const { user, id } = await traderOnPro();
  const { body: setup } = await user.api.post("/users/me/two-factor/setup", { password: user.password });
  const epochS = () => Math.floor((Date.now() + aheadMs) / 1_000);
  const codeAt = (epoch: number) => generateSync({ secret: setup.secret, epoch });
  expect((await user.api.post("/users/me/two-factor/enable", { code: codeAt(epochS()) })).status).toBe(200);
  aheadMs = TEN_MINUTES_MS + 5_000;
  const prove = (proof: object) => user.api.post("/auth/confirm-password", proof);
  expect((await prove({})).body.errors).toHaveProperty("password");
  expect((await prove({ code: "000000" })).body.errors).toHaveProperty("code");
  expect((await prove({ code: codeAt(epochS()) })).status).toBe(200);
  expect((await user.api.post(LIST, [{ id, allowMargin: true }])).status).toBe(200);

  const statuses = new Set<number>();
  for (let guess = 0; guess < 12; guess += 1) statuses.add((await prove({ password: `guess-${guess}` })).status);
  expect([...statuses]).toEqual([422, 429]);
});

test("the owner gets a mail about what was changed, a linked chat, and a disabled second factor", async () => {
  const { user, id } = await traderOnPro();
  await user.api.post(LIST, [{ id, telegramChatId: "4711", allowMargin: true }]);
  const changed = await eventually(() => {
    const mails = mailsTo(user, /broker accounts were changed$/);
    expect(mails).toHaveLength(2);
    return mails.map(({ text }) => text ?? "");
  });
  expect(changed[0]).toContain("\nT-Invest ··0000, demo: key, secret\n");
  expect(changed[1]).toContain("\nT-Invest ··0000, demo: chat, margin\n");
  expect(changed.join("")).not.toMatch(/4711|a-token|2000000000/);

  const { body: link } = await user.api.post("/accounts/me/link-telegram", { id });
  server.sandbox.telegram.say({ chatId: 99_001, from: { id: 99_001, name: "Trader" }, text: `/start ${link.code}` });
  await eventually(() => expect(mailsTo(user, /a Telegram chat was linked$/)).toHaveLength(1));

  const { body: setup } = await user.api.post("/users/me/two-factor/setup", { password: user.password });
  const codeAt = (offsetS: number) =>
    generateSync({ secret: setup.secret, epoch: Math.floor(Date.now() / 1_000) + offsetS });
  await user.api.post("/users/me/two-factor/enable", { code: codeAt(0) });
  const off = { password: user.password, code: codeAt(30) };
  expect((await user.api.post("/users/me/two-factor/disable", off)).status).toBe(200);
  await eventually(() => expect(mailsTo(user, /two-factor sign-in was turned off$/)).toHaveLength(1));
});
