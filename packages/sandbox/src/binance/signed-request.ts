/**
 * A request as received: its parameters, and the part of it that must have been signed. binance-spot-api-docs,
 * rest-api.md, SIGNED Endpoint security; futures documentation, general-info.
 */
import { createHmac } from "node:crypto";
import type { Answer } from "../fault-delivery.ts";
import type { Parameters } from "./parameters.ts";
import { refused } from "./refusals.ts";

export interface SentRequest {
  readonly parameters: Parameters;
  /** The query string and the body with nothing in between, byte for byte, without the signature. */
  readonly payload: string;
  /** Whether the signature ends the query string or the body. */
  readonly signedLast: boolean;
}

const DUPLICATE = refused(-1101, "Duplicate values for a parameter detected.");
const ILLEGAL = refused(-1100, "Illegal characters found in a parameter.");

/**
 * Reads the query string and, except for GET, a form in the body; if both have a value, the query string's counts. A
 * body that isn't sent as a form has no parameters.
 */
export function readRequest(
  method: string,
  url: string,
  contentType: string | undefined,
  text: string,
): SentRequest | Answer {
  const query = url.split("?").slice(1).join("?");
  const isForm =
    method !== "GET" && contentType?.toLowerCase().startsWith("application/x-www-form-urlencoded") === true;
  const body = isForm ? text : "";
  const parameters = new Map<string, string>();
  for (const part of [body, query]) {
    const read = readPairs(part);
    if ("status" in read) return read;
    for (const [name, value] of read.pairs) parameters.set(name, value);
  }
  const payload = withoutSignature(query) + withoutSignature(body);
  return { parameters, payload, signedLast: [query, body].some((part) => /(?:^|&)signature=[^&]*$/.test(part)) };
}

function readPairs(part: string): { pairs: Map<string, string> } | Answer {
  const pairs = new Map<string, string>();
  for (const pair of part.split("&").filter((text) => text !== "")) {
    const [name = "", ...value] = pair.replaceAll("+", " ").split("=");
    try {
      const decoded = decodeURIComponent(name);
      if (pairs.has(decoded)) return DUPLICATE;
      pairs.set(decoded, decodeURIComponent(value.join("=")));
    } catch {
      return ILLEGAL;
    }
  }
  return { pairs };
}

function withoutSignature(part: string): string {
  return part
    .split("&")
    .filter((pair) => !pair.startsWith("signature="))
    .join("&");
}

/** Returns the HMAC-SHA256 in lower-case hexadecimal. */
export function signatureOf(payload: string, secret: string): string {
  return createHmac("sha256", secret).update(payload).digest("hex");
}

/**
 * Returns whether `signature` is that of `payload`, ignoring the case of its letters. Only ASCII can have been signed.
 */
export function isSignedBy(secret: string, payload: string, signature: string): boolean {
  return /^[\x20-\x7e]*$/.test(payload) && signature.toLowerCase() === signatureOf(payload, secret);
}
