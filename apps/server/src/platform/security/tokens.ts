import { hash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;

export interface Token {
  /** Goes to its owner and is stored nowhere: 256 random bits in base64url, without meaning. */
  readonly token: string;
  /** Its SHA-256, which is stored. A random token needs no slower hash. */
  readonly tokenHash: Buffer;
}

/** Makes a bearer token. */
export function newToken(): Token {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, tokenHash: hashToken(token) };
}

/** What a token is looked up by: comparing hashes tells nothing about the token by its timing. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
