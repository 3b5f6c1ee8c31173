import { randomBytes } from "node:crypto";
import { assert, constantFrom, property, string } from "fast-check";
import { expect, test } from "vitest";
import { createSecretBox, SecretUnreadable, type SecretPlace } from "./secret-box.ts";

const place: SecretPlace = { table: "accounts", userId: "user-1", recordId: "account-1", field: "secretKey" };
const oldKey = ["2024", randomBytes(32)] as const;
const newKey = ["2025", randomBytes(32)] as const;
const box = createSecretBox({ current: "2024", keys: new Map([oldKey]) });
const rotated = createSecretBox({ current: "2025", keys: new Map([newKey, oldKey]) });

test("every sealed secret opens again, and no two envelopes are alike", () => {
  assert(
    property(string({ unit: "binary" }), (secret) => {
      const envelope = box.seal(secret, place);
      expect(box.open(envelope, place)).toBe(secret);
      expect(box.seal(secret, place)).not.toBe(envelope);
    }),
  );
});

// @covers E12
test("an envelope with any one bit flipped doesn't open", () => {
  const envelope = Buffer.from(box.seal("refresh-token-of-the-trader", place));
  for (let bit = 0; bit < envelope.length * 8; bit += 1) {
    const changed = Buffer.from(envelope);
    changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(() => box.open(changed.toString("latin1"), place), `bit ${bit}`).toThrow(SecretUnreadable);
  }
});

// @covers E12
test("an envelope doesn't open in another table, user, row or field", () => {
  const envelope = box.seal("refresh-token", place);
  assert(
    property(constantFrom(...(["table", "userId", "recordId", "field"] as const)), string(), (part, other) => {
      if (other === place[part]) return;
      const elsewhere = { ...place, [part]: other };
      expect(() => box.open(envelope, elsewhere)).toThrow(SecretUnreadable);
      expect(() => rotated.rewrap(envelope, elsewhere)).toThrow(SecretUnreadable);
    }),
  );
});

test("pieces of two envelopes of the same place don't make a third", () => {
  const [one, two] = [box.seal("first", place).split("."), box.seal("other", place).split(".")];
  for (let index = 2; index < one.length; index += 1) {
    const mixed = one.with(index, two[index] ?? "").join(".");
    expect(() => box.open(mixed, place)).toThrow(SecretUnreadable);
  }
});

// @covers E12
test("after a key rotation old envelopes stay readable, and rewrapped ones no longer need the old key", () => {
  const envelope = box.seal("refresh-token", place);
  expect(box.needsRewrap(envelope)).toBe(false);
  expect(rotated.needsRewrap(envelope)).toBe(true);
  expect(rotated.open(envelope, place)).toBe("refresh-token");

  const rewrapped = rotated.rewrap(envelope, place);
  const withoutOldKey = createSecretBox({ current: "2025", keys: new Map([newKey]) });
  expect(withoutOldKey.needsRewrap(rewrapped)).toBe(false);
  expect(withoutOldKey.open(rewrapped, place)).toBe("refresh-token");
  expect(() => withoutOldKey.open(envelope, place)).toThrow(SecretUnreadable);
});
