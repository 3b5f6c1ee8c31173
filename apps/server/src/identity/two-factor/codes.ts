/** The codes of the second factor: an authenticator's (RFC 6238), and those for who lost it. */
import { hash, randomBytes } from "node:crypto";
import { generateSecret, generateURI, verifySync } from "otplib";

const PERIOD_S = 30;
export const RECOVERY_CODES = 10;
/** Each of 32 letters is five bits. */
const RECOVERY_LETTERS = 16;
/** Without I, O, 0 and 1, which are read for each other. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** What a user typed, without what only makes it readable. */
export type TypedCode = { readonly kind: "digits" | "recovery"; readonly code: string };

/** Reads a typed code: six digits of an authenticator, or else a recovery code. */
export function readCode(typed: string): TypedCode {
  const code = typed.replaceAll(/[\s-]/g, "").toUpperCase();
  return { kind: /^\d{6}$/.test(code) ? "digits" : "recovery", code };
}

/** A new secret, in base32. */
export function newSecret(): string {
  return generateSecret();
}

/** What an authenticator's camera reads. */
export function authenticatorUri(issuer: string, email: string, secret: string): string {
  return generateURI({ issuer, label: email, secret });
}

/** The time step of a code, up to one before or after now; undefined for a wrong code. */
export function stepOf(secret: string, code: string, nowMs: number): number | undefined {
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(nowMs / 1_000),
    epochTolerance: PERIOD_S,
  });
  return result.valid && "timeStep" in result ? result.timeStep : undefined;
}

/** A recovery code of 80 random bits, in groups of four letters, and the hash to store. */
export function newRecoveryCode(): { readonly code: string; readonly codeHash: Buffer } {
  const letters = Array.from(randomBytes(RECOVERY_LETTERS), (byte) => LETTERS[byte % LETTERS.length]).join("");
  return { code: letters.replaceAll(/(.{4})(?!$)/g, "$1-"), codeHash: hashRecoveryCode(letters) };
}

/** What a recovery code is looked up by; `code` as `readCode` gives it. A random code needs no slower hash. */
export function hashRecoveryCode(code: string): Buffer {
  return hash("sha256", code, "buffer");
}
