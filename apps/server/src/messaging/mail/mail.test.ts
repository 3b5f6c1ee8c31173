import { expect, test } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import { startHurriedServer } from "../../../test/hurried-server.ts";
import { createSecretBox } from "../../platform/security/secret-box.ts";
import {
  accountsChangedMail,
  emailConfirmationMail,
  newSignInMail,
  passwordChangedMail,
  passwordResetMail,
  paymentReceivedMail,
  subscriptionEndedMail,
  subscriptionEndingMail,
  telegramLinkedMail,
  twoFactorOffMail,
  welcomeMail,
} from "./index.ts";
import { writeMail } from "./render.ts";

const server = await startHurriedServer({
  settings: { PUBLIC_URL: "https://chartrelay.example", BRAND_NAME: "Прайм & Co" },
});
const { faults } = server.sandbox.mail;

const arrived = (email: string, count = 1) =>
  eventually(() => {
    const mails = server.sandbox.mail.list(email);
    expect(mails).toHaveLength(count);
    return mails;
  });
const message = async (email: string) => {
  const [row] = await server.parts.database.query<Record<string, unknown>>(
    "select id, status, reason, attempt from messages where address = $1",
    [email],
  );
  return row;
};
const ended = (email: string) =>
  eventually(async () => {
    const row = await message(email);
    expect(row?.["status"]).not.toBe("NEW");
    return row;
  });

test("a new user gets one welcome mail, in their language, which auto-responders don't answer and which tracks nobody", async () => {
  const form = { email: "anna@example.com", fullName: "Анна <b>", password: "secret-1", confirmPassword: "secret-1" };
  await server.api().post("/auth/signup", form, { "accept-language": "ru" });
  const [mail] = await arrived(form.email);
  const id = (await message(form.email))?.["id"];
  expect(mail).toMatchObject({
    from: "no-reply@chartrelay.example",
    to: [form.email],
    subject: "Добро пожаловать в Прайм & Co",
    messageId: `<${String(id)}@chartrelay.example>`,
    text: expect.stringContaining("Здравствуйте, Анна <b>!"),
  });
  expect(mail?.headers).toMatchObject({
    "auto-submitted": "auto-generated",
    from: expect.stringContaining("no-reply@"),
  });
  expect(mail?.html).toContain("Анна &#60;b&#62;!");
  expect(mail?.html).toContain('href="https://chartrelay.example/profile?confirm-email=');
  // The mail contains nothing that a mail program would fetch.
  expect(mail?.html).not.toMatch(/<img|<link|url\(|src=/);
});

test("a signup is answered while the mail server is down, and its mail arrives later, once", async () => {
  faults.set({ kind: "down", times: 2 });
  const user = await server.signUp();
  await arrived(user.email);
  expect(await ended(user.email)).toMatchObject({ status: "CREATED" });
  expect(server.sandbox.mail.list(user.email)).toHaveLength(1);
});

test("a greylisted mail is retried, and one to a nonexistent mailbox isn't", async () => {
  faults.set(
    { kind: "greylisted", to: "grey@example.com", times: 1 },
    { kind: "unknown-recipient", to: "gone@example.com" },
  );
  await Promise.all([server.signUp({ email: "grey@example.com" }), server.signUp({ email: "gone@example.com" })]);
  await arrived("grey@example.com");
  expect(await ended("grey@example.com")).toMatchObject({ status: "CREATED", attempt: 2 });
  expect(await ended("gone@example.com")).toMatchObject({ status: "REJECTED", reason: "MAIL_REFUSED", attempt: 1 });
  expect(server.sandbox.mail.list("gone@example.com")).toEqual([]);
});

test("a mail whose answer was lost is resent once with the same Message-ID, and counted", async () => {
  const repeated = async () => (await server.app.metrics.repeated.get()).values[0]?.value ?? 0;
  const before = await repeated();
  faults.set({ kind: "drop-after-data", to: "lost@example.com", times: 1 });
  await server.signUp({ email: "lost@example.com" });
  const mails = await arrived("lost@example.com", 2);
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
  expect(await ended("lost@example.com")).toMatchObject({ status: "CREATED", attempt: 2 });
  expect(await repeated()).toBe(before + 1);
});

test("a name can't carry a link into somebody else's mailbox", async () => {
  await server.signUp({ email: "victim@example.com", fullName: "Win at evil.example now" });
  const [mail] = await arrived("victim@example.com");
  expect(mail?.text).toMatch(/^Hello!\n/);
  expect(`${mail?.text}${mail?.html}`).not.toContain("evil");
});

test.each(["evil。com", "evil．com", "evil｡com", "evil․com", "ｗｗｗ．evil"])(
  "a name can't carry the link %s, whose dot isn't a plain full stop",
  (name) => {
    const settings = { brand: "Chartrelay", publicUrl: "https://chartrelay.example" };
    const { text, html } = writeMail("welcome", { name }, "en", settings, createSecretBox(server.parts.keyRing));
    expect(`${text}${html}`).not.toContain("evil");
  },
);

test("a name can't add lines to a mail", async () => {
  const form = { email: "crlf@example.com", password: "secret-1", confirmPassword: "secret-1" };
  const answer = await server.api().post("/auth/signup", { ...form, fullName: "Eve\r\nBcc: all@example.com" });
  expect([answer.status, answer.body.errors]).toEqual([422, { fullName: "This value isn't allowed" }]);
});

test("each mail is complete in both languages, with links to the configured address and formatted numbers", () => {
  const secretBox = createSecretBox(server.parts.keyRing);
  const settings = { brand: "Chartrelay", publicUrl: "https://chartrelay.example", contactEmail: "help@example.com" };
  const at = new Date("2026-03-01T09:05:00Z");
  const write = (language: "en" | "ru") => {
    const to = {
      id: crypto.randomUUID(),
      email: "a@example.com",
      fullName: "Анна",
      language,
      emailConfirmedAt: at,
    };
    const alor = { name: "Scalping", venue: "ALOR_BROKER", keyEnding: "9002", isDemo: true } as const;
    const payment = { id: "1", amountKopecks: 1_500_00, plan: "3m", until: at } as const;
    return [
      welcomeMail(to, "the-token", secretBox),
      passwordResetMail(to, "the-token", at, secretBox),
      passwordChangedMail(to, at),
      newSignInMail(to, at, "192.0.2.7", "Firefox"),
      paymentReceivedMail(to, payment),
      subscriptionEndingMail(to, 3, at),
      subscriptionEndingMail(to, 1, at),
      subscriptionEndedMail(to, at),
      accountsChangedMail(to, at, [{ ...alor, fields: ["apiKey", "telegramChatId"] }]),
      telegramLinkedMail(to, at),
      twoFactorOffMail(to, at),
      emailConfirmationMail(to, "the-token", at, secretBox),
      passwordResetMail({ ...to, emailConfirmedAt: null }, "the-token", at, secretBox),
    ]
      .flat()
      .map(({ kind, data }) => writeMail(kind, data, language, settings, secretBox));
  };
  const [english, russian] = [write("en"), write("ru")];
  for (const { subject, text, html } of [...english, ...russian]) {
    expect(subject).not.toBe("");
    expect(`${subject}${text}${html}`).not.toMatch(/\{\{|undefined|NaN|mail:|_(?:subject|lead|button)/);
    const links = `${text}${html}`.match(/https?:\/\/[^\s"<]+/g) ?? [];
    expect(links.filter((link) => !link.startsWith("https://chartrelay.example"))).toEqual([]);
    expect(text.trim().split("\n").at(-1)).toMatch(/help@example\.com$/);
  }
  expect(english.map(({ subject }) => subject)).toEqual([
    "Welcome to Chartrelay",
    "Chartrelay: a new password",
    "Chartrelay: your password was changed",
    "Chartrelay: a sign-in from a new place",
    "Chartrelay: payment received",
    "Chartrelay: PRO ends in less than 3 days",
    "Chartrelay: PRO ends in less than 1 day",
    "Chartrelay: PRO has ended",
    "Chartrelay: your broker accounts were changed",
    "Chartrelay: a Telegram chat was linked",
    "Chartrelay: two-factor sign-in was turned off",
    "Chartrelay: confirm your e-mail address",
    "Chartrelay: a new password",
  ]);
  expect(russian.map(({ subject }) => subject).slice(5, 7)).toEqual([
    "Chartrelay: PRO закончится менее чем через 3 дня",
    "Chartrelay: PRO закончится менее чем через 1 день",
  ]);
  expect(russian[1]?.text).toContain("https://chartrelay.example/reset-password?token=the-token\n");
  expect(russian[0]?.text).toContain("https://chartrelay.example/profile?confirm-email=the-token\n");
  expect(russian[3]?.text).toMatch(/1 марта 2026 г\. (?:в )?12:05 \(МСК\)/);
  expect(russian[8]?.text).toContain("\nScalping, Алор ··9002, демосчёт: ключ, чат\n");
  expect(russian[4]?.text.replaceAll(/\s/g, " ")).toContain(
    "1 500 ₽ за Chartrelay PRO. PRO оплачен до 1 марта 2026 года.",
  );
  expect(english.map(({ settingsUrl }) => settingsUrl !== undefined)).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});
