/** Checks that must hold whatever the parser makes of a message. */
import assert from "node:assert/strict";
import { parseOrderMessage, type ParsedOrderMessage } from "./parse.ts";
import { isForAccount } from "./venue-message.ts";
import type { Fields } from "./writings.fixture.ts";

/**
 * Checks what must hold for any body: parsing doesn't throw; there is a verdict; positions lie inside the text; values
 * that were read appear in the text; a repaired message comes back as one that needs no repair and says the same.
 * @returns what was read
 */
export function judge(body: Uint8Array, contentType: string): ParsedOrderMessage {
  const parsed = parseOrderMessage(body, contentType);
  const { message, fields: read, problems, repairs, corrected } = parsed;
  assert.equal(message === undefined, problems.length > 0);
  assert.equal(corrected === null, problems.length > 0);
  for (const { line, column } of [...problems, ...repairs]) assert.ok(line >= 1 && column >= 1);
  if (!message || corrected === null) return parsed;
  const again = parseOrderMessage(new TextEncoder().encode(corrected));
  assert.deepEqual([again.problems, again.repairs], [[], []]);
  assert.deepEqual(again.fields, read);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
  if (repairs.length === 0) assert.equal(corrected, text);
  if (/[%\\&]/.test(text)) return parsed;
  assert.ok(isForAccount(message));
  assert.ok(text.includes(message.account) && text.includes(message.ticker));
  for (const word of [message.direction, message.type]) assert.ok(text.toUpperCase().includes(word));
  assert.ok(
    numbersIn(text).some((number) => isClose(number, message.contracts)),
    `${message.contracts} isn't in ${text}`,
  );
  return parsed;
}

function numbersIn(text: string): string[] {
  return Array.from(text.matchAll(/[\d.]+(?:,\d+)?(?:[eE][+-]?\d+)?/g), ([number]) => [
    number,
    number.replace(",", "."),
    ...number.split(","),
  ]).flat();
}

function isClose(written: string, plain: string): boolean {
  return Math.abs(Number(written) - Number(plain)) <= Number(plain) * 1e-12;
}

/** Checks that a slip makes the same order or none. */
export function judgeSlip({ message: meant, body }: { readonly message: Fields; readonly body: Uint8Array }): void {
  const { message } = parseOrderMessage(body);
  if (message !== undefined) assert.deepEqual(textsOf(message), meant, new TextDecoder().decode(body));
}

/** Returns a message's values as strings. */
export function textsOf(values: object): Fields {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
