/** Mail leaves this machine over TLS or not at all: it carries links that set passwords. */
import { startSandbox } from "@chartrelay/sandbox";
import { afterAll, expect, test } from "vitest";
import { ConfigError } from "./config-error.ts";
import { mailServer } from "./services.ts";
import { createMailer, MailNotEncrypted } from "./messaging/mail/index.ts";

const sandbox = await startSandbox();
afterAll(() => sandbox.close());
/** The simulated server speaks plain SMTP only. */
const { SMTP_URL: url = "", MAIL_FROM: from = "" } = sandbox.settings;
const mail = { to: "anna@example.com", id: "1", subject: "s", text: "t", html: "<p>t</p>" };

test.each([
  ["smtp://mail.example.com:587", true],
  ["smtps://user:password@mail.example.com", true],
  ["smtp://10.0.0.5", true],
  ["smtp://localhost.example.com", true],
  ["smtp://127.0.0.1:2525", false],
  ["smtp://localhost", false],
  ["smtp://[::1]:25", false],
])("%s needs TLS: %s", (address, requiresTls) => {
  expect(mailServer({ url: address, from })).toEqual({ url: address, from, requiresTls });
});

test.each([
  "ignoreTLS=true",
  "requireTLS=false",
  "opportunisticTLS=true",
  "secure=false",
  "tls.rejectUnauthorized=false",
])("an address outside this machine with %s is refused at startup", (option) => {
  const set = { url: `smtp://mail.example.com?${option}`, from };
  expect(() => mailServer(set)).toThrow(ConfigError);
  expect(() => mailServer(set)).toThrow(/^SMTP_URL: .+ TLS only$/);
  expect(mailServer({ ...set, url: `smtp://127.0.0.1?${option}` })?.requiresTls).toBe(false);
});

test("if TLS is required, a server without STARTTLS gets no mail, and startup fails with a clear error", async () => {
  const mailer = createMailer({ url, from, requiresTls: true }, "Chartrelay");
  expect(await mailer.send(mail)).toMatchObject({ kind: "throttled", reason: "MAIL_SERVER_UNAVAILABLE" });
  expect(sandbox.mail.list(mail.to)).toEqual([]);
  const refused = mailer.checkEncryption();
  await expect(refused).rejects.toThrow(MailNotEncrypted);
  await expect(refused).rejects.toThrow(/^SMTP_URL: the mail server offers no TLS/);
  mailer.close();
});

test("on this machine mail is sent without TLS, and a server that is down doesn't prevent startup", async () => {
  const here = createMailer({ url, from, requiresTls: false }, "Chartrelay");
  await here.checkEncryption();
  expect(await here.send(mail)).toMatchObject({ kind: "accepted" });
  here.close();
  const down = createMailer({ url: "smtp://127.0.0.1:1", from, requiresTls: true }, "Chartrelay");
  await down.checkEncryption();
  down.close();
});
