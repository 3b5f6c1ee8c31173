import { hash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;

export interface Token {
  /** Sent to its owner and never stored: 256 random bits in base64url, without meaning. */
  readonly token: string;
  /** Its SHA-256, which is stored. A random token needs no slower hash. */
  readonly tokenHash: Buffer;
}

/** The length of a token without a prefix. */
export const TOKEN_LENGTH = 43;

/** Creates a bearer token. It begins with `prefix`, which is no secret. */
export function newToken(prefix = ""): Token {
  const token = prefix + randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, tokenHash: hashToken(token) };
}

/** Returns the hash to look a token up by: the timing of a hash comparison reveals nothing about the token. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
