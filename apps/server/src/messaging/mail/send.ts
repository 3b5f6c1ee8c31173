/** Sends a rendered mail over SMTP, once, and returns the outcome. */
import type { Outcome } from "@chartrelay/contract";
import { createTransport } from "nodemailer";
import type { NodemailerError } from "nodemailer/lib/errors";
import type { WrittenMail } from "./render.ts";

export interface MailServer {
  /** smtp:// or smtps://, with user and password if needed. */
  readonly url: string;
  /** An address, or a name and an address. */
  readonly from: string;
  /** Whether nothing, not even the password, is sent before the connection is encrypted. */
  readonly requiresTls: boolean;
}

/** Mail to one address. */
export interface OutgoingMail extends WrittenMail {
  readonly to: string;
  /** The same for every try, so that a mail program shows a repeat once. */
  readonly id: string;
}

export interface Mailer {
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<Outcome>;
  /**
   * Checks that the server offers an encrypted connection, if one is required.
   * @throws {MailNotEncrypted} if it doesn't. An unreachable server, or one with another error, may offer it later.
   */
  checkEncryption(): Promise<void>;
  close(): void;
}

/** Mail would leave this machine unencrypted. The message is for the operator. */
export class MailNotEncrypted extends Error {
  override readonly name = "MailNotEncrypted";
}

/** The longest that a start waits for a mail server that hangs. */
const CHECK_TIMEOUT_MS = 3_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** RFC 5321 allows a server ten minutes to answer; a queue must not be blocked that long. */
const ANSWER_TIMEOUT_MS = 60_000;
const MAX_RESPONSE_LENGTH = 500;

export function createMailer({ url, from, requiresTls }: MailServer, brand: string): Mailer {
  const sender = from.includes("<") ? from : { name: brand, address: from };
  const host = /@([^>\s]+)/.exec(from)?.[1] ?? "localhost";
  const transport = createTransport({
    url,
    requireTLS: requiresTls,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
    // Content must never be loaded from a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, id, subject, text, html, settingsUrl }) {
      try {
        const { response } = await transport.sendMail({
          from: sender,
          // An object, because a string would be parsed as a list of addresses.
          to: { name: "", address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${host}>`,
          headers: {
            "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "All",
            ...(settingsUrl && { "List-Unsubscribe": `<${settingsUrl}>` }),
          },
        });
        return { kind: "accepted", response: truncated(response) };
      } catch (error) {
        return outcomeOf(error as NodemailerError);
      }
    },
    async checkEncryption() {
      if (!requiresTls) return;
      const probe = createTransport({
        url,
        requireTLS: true,
        connectionTimeout: CHECK_TIMEOUT_MS,
        greetingTimeout: CHECK_TIMEOUT_MS,
        socketTimeout: CHECK_TIMEOUT_MS,
      });
      const refusal = await probe.verify().then(
        () => undefined,
        (error: unknown) => error as NodemailerError,
      );
      probe.close();
      if (refusal?.code === "ETLS")
        throw new MailNotEncrypted(`SMTP_URL: the mail server offers no TLS that holds: ${refusal.message}`);
    },
    close: () => transport.close(),
  };
}

/** Maps a nodemailer error to an outcome; RFC 5321, section 4.2.1, defines the server's answers. */
function outcomeOf({ code, originalCode, timeoutType, responseCode, response, message }: NodemailerError): Outcome {
  const said = truncated(response ?? message);
  // Our user name or password is wrong, or there is no TLS: the operator has to fix that, and this mail can wait.
  if (code === "EAUTH" || code === "ENOAUTH" || code === "ETLS")
    return { kind: "throttled", reason: "MAIL_SERVER_UNAVAILABLE", response: said };
  if (responseCode !== undefined && responseCode >= 500)
    return { kind: "rejected", reason: "MAIL_REFUSED", response: said };
  const neverSent =
    responseCode !== undefined ||
    code === "EDNS" ||
    originalCode === "ECONNREFUSED" ||
    timeoutType === "CONNECT_TIMEOUT" ||
    timeoutType === "GREETING_TIMEOUT";
  if (neverSent) return { kind: "throttled", reason: "MAIL_SERVER_UNAVAILABLE", response: said };
  if (code === "EENVELOPE") return { kind: "rejected", reason: "MAIL_REFUSED", response: said };
  return { kind: "unknown", cause: code ?? "failed", response: said };
}

function truncated(response: string | undefined): string | null {
  return response?.slice(0, MAX_RESPONSE_LENGTH) ?? null;
}
