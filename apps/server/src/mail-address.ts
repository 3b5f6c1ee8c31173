import { isIP } from "node:net";
import { ConfigError, type Config } from "./config.ts";
import type { MailServer } from "./messaging/mail/index.ts";

/** Options that nodemailer reads from an address, and that would let mail out in the clear or to anybody. */
const WEAKENING = /^(?:ignoreTLS|requireTLS|opportunisticTLS|secure|tls\..*)$/;

/**
 * Returns the mail server: the one that is set explicitly, or else the simulated one, or else none. Outside this
 * machine it requires TLS: mails carry links that set passwords.
 * @throws {ConfigError} for an SMTP_URL that would weaken TLS.
 */
export function mailServer(
  set: Config["mail"],
  { SMTP_URL, MAIL_FROM }: Readonly<Record<string, string>> = {},
): MailServer | undefined {
  const server =
    set ?? (SMTP_URL === undefined || MAIL_FROM === undefined ? undefined : { url: SMTP_URL, from: MAIL_FROM });
  if (!server) return undefined;
  const { hostname, searchParams } = new URL(server.url);
  const requiresTls = !isLoopback(hostname);
  const weakening = [...searchParams.keys()].find((name) => WEAKENING.test(name));
  if (requiresTls && weakening !== undefined)
    throw new ConfigError(`SMTP_URL: ${weakening} must not stand in it, as mail leaves this machine over TLS only`);
  return { ...server, requiresTls };
}

/** Returns whether an address's host is this machine itself. */
function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
