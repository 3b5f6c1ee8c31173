/**
 * The services that the server uses beside the venues: mail, Telegram and payments. Each is the one that is set explicitly,
 * or else the simulated one.
 */
import { isIP } from "node:net";
import { ConfigError } from "./config-error.ts";
import type { Config } from "./config.ts";
import type { MailServer } from "./messaging/mail/index.ts";
import type { TelegramBot } from "./messaging/index.ts";

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
    throw new ConfigError(
      `SMTP_URL: ${weakening} is not allowed there, because mail leaves this machine over TLS only`,
    );
  return { ...server, requiresTls };
}

/** Returns whether an address's host is this machine itself. */
function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/** Telegram's own host (docs/venues/telegram.md, Methods). */
const TELEGRAM_URL = "https://api.telegram.org";
const TELEGRAM_LINK_URL = "https://t.me";

/** Returns the bot: the one that is set explicitly, or else the simulated one, or else none. */
export function telegramBot(
  { apiUrl, token, name, messagesPerSecond }: Config["telegram"],
  simulated: Readonly<Record<string, string>> = {},
): TelegramBot | undefined {
  if (token !== undefined)
    return { apiUrl: apiUrl ?? TELEGRAM_URL, token, name, linkUrl: TELEGRAM_LINK_URL, messagesPerSecond };
  const { TELEGRAM_API_URL, TELEGRAM_BOT_TOKEN, TELEGRAM_BOT_NAME } = simulated;
  if (TELEGRAM_API_URL === undefined || TELEGRAM_BOT_TOKEN === undefined) return undefined;
  return {
    apiUrl: apiUrl ?? TELEGRAM_API_URL,
    token: TELEGRAM_BOT_TOKEN,
    name: TELEGRAM_BOT_NAME,
    linkUrl: `${TELEGRAM_API_URL}/t.me`,
    messagesPerSecond,
  };
}

const CLOUDPAYMENTS_URL = "https://api.cloudpayments.ru";
const CLOUDPAYMENTS_WIDGET = "https://widget.cloudpayments.ru/bundles/cloudpayments.js";

export interface PaymentSettings {
  readonly publicId: string;
  readonly apiSecret: string;
  /** Without a slash at the end. */
  readonly apiUrl: string;
  /** The script that the browser loads to pay. */
  readonly widgetUrl: string;
}

/** Returns the terminal's settings, or undefined when payments are off: in live mode without a terminal. */
export function paymentSettings(
  { publicId, apiSecret, apiUrl, widgetUrl }: Config["payments"],
  simulated: Readonly<Record<string, string>> = {},
): PaymentSettings | undefined {
  const own = {
    publicId: publicId ?? simulated["CLOUDPAYMENTS_PUBLIC_ID"],
    apiSecret: apiSecret ?? simulated["CLOUDPAYMENTS_API_SECRET"],
  };
  if (own.publicId === undefined || own.apiSecret === undefined) return undefined;
  return {
    publicId: own.publicId,
    apiSecret: own.apiSecret,
    apiUrl: apiUrl ?? simulated["CLOUDPAYMENTS_API_URL"] ?? CLOUDPAYMENTS_URL,
    widgetUrl: widgetUrl ?? simulated["CLOUDPAYMENTS_WIDGET_URL"] ?? CLOUDPAYMENTS_WIDGET,
  };
}
