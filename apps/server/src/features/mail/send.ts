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
}

/** Mail to one address. */
export interface OutgoingMail extends WrittenMail {
  readonly to: string;
  /** The same at every try, so that a mail program shows a repeat once. */
  readonly id: string;
}

export interface Mailer {
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<Outcome>;
  close(): void;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** RFC 5321 lets a server think for ten minutes about a mail; a lane must not stand so long. */
const ANSWER_TIMEOUT_MS = 60_000;
const MAX_RESPONSE_LENGTH = 500;

export function createMailer({ url, from }: MailServer, brand: string): Mailer {
  const sender = from.includes("<") ? from : { name: brand, address: from };
  const host = /@([^>\s]+)/.exec(from)?.[1] ?? "localhost";
  const transport = createTransport({
    url,
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
    close: () => transport.close(),
  };
}

/** What an error of nodemailer says about the mail: RFC 5321, section 4.2.1, for what the server answered. */
function outcomeOf({ code, originalCode, timeoutType, responseCode, response, message }: NodemailerError): Outcome {
  const said = told(response ?? message);
  // Our own name or password is wrong: a matter between operator and server, not of this mail.
  if (code === "EAUTH" || code === "ENOAUTH")
    return { kind: "throttled", reason: "MAIL_SERVER_UNAVAILABLE", response: said };
  if (responseCode !== undefined && responseCode >= 500)
    return { kind: "rejected", reason: "MAIL_REFUSED", response: said };
  const neverSent =
    responseCode !== undefined ||
    code === "EDNS" ||
    code === "ETLS" ||
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
