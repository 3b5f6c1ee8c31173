/** Sends a written mail over SMTP, once, and tells what came of it. */
import type { Outcome } from "@chartrelay/contract";
import { createTransport } from "nodemailer";
import type { NodemailerError } from "nodemailer/lib/errors";
import type { WrittenMail } from "./render.ts";

export interface MailServer {
  /** smtp:// or smtps://, with user and password in it where they are needed. */
  readonly url: string;
  /** An address, or a name and an address. */
  readonly from: string;
  /** Nothing is sent to it, not even its password, before the connection is encrypted. */
  readonly requiresTls: boolean;
}

/** Mail to one address. */
export interface OutgoingMail extends WrittenMail {
  readonly to: string;
  /** The same at every try, so that a mail program shows a repeat once. */
  readonly id: string;
}

export interface Mailer {
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<Outcome>;
  /**
   * Asks the server for an encrypted connection, where one is required.
   * @throws {MailNotEncrypted} when it has none to offer; one that can't be reached, or has other objections, may have one later.
   */
  checkEncryption(): Promise<void>;
  close(): void;
}

/** Mail would leave this machine in the clear. Its message is for the operator. */
export class MailNotEncrypted extends Error {
  override readonly name = "MailNotEncrypted";
}

/** No start waits longer for a mail server that hangs. */
const CHECK_TIMEOUT_MS = 3_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** RFC 5321 lets a server think for ten minutes about a mail; a queue must not stand so long. */
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
    // What is written in a mail must never be read from this machine or from anywhere.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, id, subject, text, html, settingsUrl }) {
      try {
        const { response } = await transport.sendMail({
          from: sender,
          // As an object: a text would be taken for a list.
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
        return { kind: "accepted", response: told(response) };
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

/** What an error of nodemailer says about the mail: RFC 5321, section 4.2.1, for what the server answered. */
function outcomeOf({ code, originalCode, timeoutType, responseCode, response, message }: NodemailerError): Outcome {
  const said = told(response ?? message);
  // Our own name or password is wrong, or there is no TLS: a matter between operator and server, not of this mail.
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

function told(response: string | undefined): string | null {
  return response?.slice(0, MAX_RESPONSE_LENGTH) ?? null;
}
