/** How Binance wants a request signed; the same for spot and futures (docs/venues/binance.md, Signing). */
import { createHmac, createPrivateKey, sign, type KeyObject } from "node:crypto";
import { refused } from "../not-sent.ts";

/** A request's parameters in sending order. */
export type Parameters = Readonly<Record<string, string>>;

export interface Signed {
  /** Parameters and signature, encoded, with the signature last: a query string or a form's body. */
  readonly query: string;
  /** To be removed from what is kept of the answer. */
  readonly signature: string;
}

const PRIVATE_KEY = /^-----BEGIN PRIVATE KEY-----([A-Za-z\d+/=\s]+)-----END PRIVATE KEY-----\s*$/;

/**
 * Signs `parameters`. The signed text is exactly the text that is sent, so it is percent-encoded first. A secret key is
 * used for HMAC-SHA256; a private key (PEM, PKCS #8, with or without line breaks: Ed25519 or RSA) signs directly.
 * @throws {NotSent} when the secret looks like a private key but isn't one.
 */
export function signed(parameters: Parameters, secretKey: string): Signed {
  const payload = encoded(parameters);
  const signature = signatureOf(payload, secretKey);
  return { query: `${payload}&signature=${encodeURIComponent(signature)}`, signature };
}

/** Returns the parameters as a query string. */
export function encoded(parameters: Parameters): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .join("&");
}

/**
 * Signs a request to the WebSocket API, where the signed text has all parameters sorted by name and isn't
 * percent-encoded (docs/venues/binance.md, Streams). Returns the parameters with their signature.
 * @throws {NotSent} when the secret looks like a private key but isn't one.
 */
export function signedMessage(parameters: Parameters, secretKey: string): Parameters {
  const sorted = Object.entries(parameters).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const payload = sorted.map(([name, value]) => `${name}=${value}`).join("&");
  return { ...parameters, signature: signatureOf(payload, secretKey) };
}

function signatureOf(payload: string, secretKey: string): string {
  if (!secretKey.startsWith("-----BEGIN")) return createHmac("sha256", secretKey).update(payload).digest("hex");
  const key = privateKey(secretKey);
  // Ed25519 has its digest built in.
  const digest = key.asymmetricKeyType === "ed25519" ? null : "sha256";
  return sign(digest, Buffer.from(payload), key).toString("base64");
}

function privateKey(pem: string): KeyObject {
  const der = Buffer.from(PRIVATE_KEY.exec(pem)?.[1] ?? "", "base64");
  try {
    return createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  } catch {
    throw refused("CREDENTIALS_REFUSED");
  }
}
