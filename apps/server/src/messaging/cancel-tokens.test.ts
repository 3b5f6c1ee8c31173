import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createCancelTokens } from "./cancel-tokens.ts";

const [old, fresh] = [randomBytes(32), randomBytes(32)];
const tokens = createCancelTokens({ current: "old", keys: new Map([["old", old]]) });

test("a token names its order, fits into a button, and no other text is one", () => {
  fc.assert(
    fc.property(fc.uuid(), fc.nat(51), fc.constantFrom("A", "b", "_", ":", ""), (orderId, at, letter) => {
      const token = tokens.write(orderId);
      expect(Buffer.byteLength(token)).toBeLessThanOrEqual(64);
      expect(tokens.read(token)).toBe(orderId);
      const changed = token.slice(0, at) + letter + token.slice(at + 1);
      if (changed !== token) expect([changed, tokens.read(changed)]).toEqual([changed, undefined]);
    }),
  );
  expect(tokens.read("")).toBeUndefined();
});

test("a button goes on working while its key is in the ring, and no longer", () => {
  const token = tokens.write("0198c0de-0000-7000-8000-000000000001");
  const rotated = new Map([["new", fresh]]);
  expect(createCancelTokens({ current: "new", keys: rotated }).read(token)).toBeUndefined();
  const both = createCancelTokens({ current: "new", keys: new Map([...rotated, ["old", old]]) });
  expect(both.read(token)).toBe("0198c0de-0000-7000-8000-000000000001");
  expect(both.write("0198c0de-0000-7000-8000-000000000001")).not.toBe(token);
});
