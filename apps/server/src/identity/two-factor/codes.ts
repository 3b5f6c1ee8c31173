/** Second-factor codes: from an authenticator (RFC 6238), and recovery codes for users who lost it. */
import { hash, randomBytes } from "node:crypto";
import { generateSecret, generateURI, verifySync } from "otplib";

const PERIOD_S = 30;
export const RECOVERY_CODES = 10;
/** Each of 32 letters is five bits. */
const RECOVERY_LETTERS = 16;
/** Without I, O, 0 and 1, which are easily confused. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A code that a user typed, without separators. */
export type TypedCode = { readonly kind: "digits" | "recovery"; readonly code: string };

/** Reads a typed code: six digits of an authenticator, or else a recovery code. */
export function readCode(typed: string): TypedCode {
  const code = typed.replaceAll(/[\s-]/g, "").toUpperCase();
  return { kind: /^\d{6}$/.test(code) ? "digits" : "recovery", code };
}

/** Returns a new secret, in base32. */
export function newSecret(): string {
  return generateSecret();
}

/** Returns the URI that an authenticator scans as a QR code. */
export function authenticatorUri(issuer: string, email: string, secret: string): string {
  return generateURI({ issuer, label: email, secret });
}

/** Returns a code's time step, at most one before or after now; undefined for a wrong code. */
export function stepOf(secret: string, code: string, nowMs: number): number | undefined {
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(nowMs / 1_000),
    epochTolerance: PERIOD_S,
  });
  return result.valid && "timeStep" in result ? result.timeStep : undefined;
}

/** Returns a recovery code of 80 random bits, in groups of four letters, and the hash to store. */
export function newRecoveryCode(): { readonly code: string; readonly codeHash: Buffer } {
  const letters = Array.from(randomBytes(RECOVERY_LETTERS), (byte) => LETTERS[byte % LETTERS.length]).join("");
  return { code: letters.replaceAll(/(.{4})(?!$)/g, "$1-"), codeHash: hashRecoveryCode(letters) };
}

/**
 * Returns the hash that a recovery code is looked up by; `code` is as `readCode` returns it. A random code needs no
 * slower hash.
 */
export function hashRecoveryCode(code: string): Buffer {
  return hash("sha256", code, "buffer");
}
