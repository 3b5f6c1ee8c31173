/**
 * Takes an account's id out of what is stored of an alert: whoever knows it can post orders for the account. The orders
 * webhook has it in the body, and a message may repeat it anywhere.
 */
import { MASKED_ACCOUNT_ID } from "@chartrelay/contract";

/** In UTF-8, a character for each byte. */
const MASK_BYTES = Buffer.from(MASKED_ACCOUNT_ID).toString("latin1");

export interface IdMask {
  readonly text: (text: string) => string;
  /** For a value as JSON knows it. */
  readonly json: <Value>(value: Value) => Value;
  /** For a message, whatever bytes it consists of, in which the id may be written with escapes. */
  readonly body: (body: Uint8Array) => Uint8Array;
}

/** Makes the mask of one id, which has letters and digits only. */
export function maskOf(id: string): IdMask {
  const text = (whole: string) => whole.replaceAll(id, MASKED_ACCOUNT_ID);
  return {
    text,
    json: (value) => {
      const json = JSON.stringify(value);
      return json.includes(id) ? JSON.parse(text(json)) : value;
    },
    body: (body) => {
      const bytes = Buffer.from(body).toString("latin1");
      const written = bytes.includes(id) ? id : escaped(id);
      return Buffer.from(bytes.replaceAll(written, MASK_BYTES), "latin1");
    },
  };
}

/** The id with any of its characters escaped as JSON or a form would. */
function escaped(id: string): RegExp {
  const characters = Array.from(id, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return String.raw`(?:${character}|\\u00${code}|%${code})`;
  });
  return new RegExp(characters.join(""), "gi");
}
