import type { Config } from "./config.ts";
import type { MailServer } from "./features/mail/index.ts";

/** The mail server: as it is set by hand, else the simulated one where there is one, else none. */
export function mailServer(
  set: Config["mail"],
  { SMTP_URL, MAIL_FROM }: Readonly<Record<string, string>> = {},
): MailServer | undefined {
  if (set) return set;
  return SMTP_URL === undefined || MAIL_FROM === undefined ? undefined : { url: SMTP_URL, from: MAIL_FROM };
}
