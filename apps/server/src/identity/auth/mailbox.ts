/** Mailboxes that one address isn't enough to tell apart. */

const DOTLESS = new Set(["gmail.com", "googlemail.com"]);

/**
 * Names the mailbox that an address leads to, for counting: in lower case, without what follows a plus, and at Gmail without dots,
 * which don't matter there (support.google.com/mail/answer/7436150). Nothing is sent to it under that name.
 */
export function mailboxOf(email: string): string {
  const address = email.toLowerCase();
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  const name = address.slice(0, at).replace(/(?<=.)\+.*$/, "");
  return DOTLESS.has(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}
