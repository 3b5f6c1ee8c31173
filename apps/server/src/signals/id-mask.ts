/**
 * Removes the account's id from a stored alert, because anyone who knows the id can post orders for the account. Alerts
 * to the orders webhook carry it in the body, and a message may repeat it anywhere.
 */
import { maskAccountId } from "@chartrelay/contract";

export interface IdMask {
  readonly text: (text: string) => string;
  /** Masks a JSON value. */
  readonly json: <Value>(value: Value) => Value;
  /** Masks a raw message, which may be any bytes and may contain the id with escapes. */
  readonly body: (body: Uint8Array) => Uint8Array;
}

/** Creates the mask for one id, which consists of letters and digits only. */
export function maskOf(id: string): IdMask {
  const mask = maskAccountId(id);
  /** The mask in UTF-8, one character per byte. */
  const maskBytes = Buffer.from(mask).toString("latin1");
  const text = (whole: string) => whole.replaceAll(id, mask);
  return {
    text,
    json: (value) => {
      const json = JSON.stringify(value);
      return json.includes(id) ? JSON.parse(text(json)) : value;
    },
    body: (body) => {
      const bytes = Buffer.from(body).toString("latin1");
      const written = bytes.includes(id) ? id : escaped(id);
      return Buffer.from(bytes.replaceAll(written, maskBytes), "latin1");
    },
  };
}

/** Returns a pattern for the id with any of its characters escaped as in JSON or a form. */
function escaped(id: string): RegExp {
  const characters = Array.from(id, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return String.raw`(?:${character}|\\u00${code}|%${code})`;
  });
  return new RegExp(characters.join(""), "gi");
}
