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

/**
 * Creates the mask for a message to an account or strategy. A message to an account may carry a strategy's id beside it,
 * which whoever reads it could post to as well.
 */
export function maskOfMessage(named: string, body: Uint8Array): IdMask {
  const beside = Array.from(Buffer.from(body).toString("latin1").matchAll(STRATEGY_ID), ([, id = ""]) => id);
  const masks = [...new Set([named, ...beside])].map(maskOf);
  return {
    text: (text) => masks.reduce((masked, mask) => mask.text(masked), text),
    json: (value) => masks.reduce((masked, mask) => mask.json(masked), value),
    body: (bytes) => masks.reduce((masked, mask) => mask.body(masked), bytes),
  };
}

/** What looks like a strategy's id, as against a trader's own name for one. */
const STRATEGY_ID = /strategy["']?\s*[:=]\s*["']?([0-9a-hjkmnp-tv-z]{26}(?:[0-9a-hjkmnp-tv-z]{2})?)(?![0-9A-Za-z])/g;

/** Returns a pattern for the id with any of its characters escaped as in JSON or a form. */
function escaped(id: string): RegExp {
  const characters = Array.from(id, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return String.raw`(?:${character}|\\u00${code}|%${code})`;
  });
  return new RegExp(characters.join(""), "gi");
}
