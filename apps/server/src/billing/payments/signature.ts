import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Whether `header` is the signature of these bytes: base64 of HMAC-SHA256 under the API secret, compared in constant time.
 * Only Content-HMAC is asked for, which signs what travelled. X-Content-HMAC signs the decoded form, of which several
 * bodies share one: facts/payments-security.md, A4.
 */
export function isSignedBy(secret: string, body: Uint8Array, header: string | string[] | undefined): boolean {
  if (typeof header !== "string") return false;
  const given = Buffer.from(header);
  const expected = Buffer.from(createHmac("sha256", secret).update(body).digest("base64"));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
