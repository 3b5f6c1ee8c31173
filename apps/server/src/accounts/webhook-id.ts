import { randomBytes } from "node:crypto";

const LENGTH = 26;
/** Crockford's base32: no letter looks like a digit. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const WEBHOOK_ID = /^[0-9a-hjkmnp-tv-z]{26}$/;

/** What alerts name an account by: 130 random bits, as it is all that an alert needs to trade (facts/payments-security.md: at least 128). */
export function newWebhookId(): string {
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte & 31]).join("");
}

/** Whether a text could be a webhook id at all. */
export function isWebhookId(text: string): boolean {
  return WEBHOOK_ID.test(text);
}
