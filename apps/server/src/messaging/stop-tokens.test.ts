import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createStopTokens, STOP_STEPS } from "./stop-tokens.ts";

// @covers P12
test("a button of the kill switch names its conversation, step and choice, and nobody else can make one", () => {
  const tokens = createStopTokens({ current: "only", keys: new Map([["only", randomBytes(32)]]) });
  fc.assert(
    fc.property(
      fc.uuid(),
      fc.constantFrom(...STOP_STEPS),
      fc.option(fc.nat(99)),
      fc.nat(55),
      fc.constantFrom("0", "1", "2", "-", "A", "_", ":", ""),
      (conversationId, step, choice, at, letter) => {
        const token = tokens.write({ conversationId, step, choice });
        expect(Buffer.byteLength(token)).toBeLessThanOrEqual(64);
        expect(tokens.read(token)).toEqual({ conversationId, step, choice });
        const changed = token.slice(0, at) + letter + token.slice(at + 1);
        if (changed !== token) expect([changed, tokens.read(changed)]).toEqual([changed, undefined]);
      },
    ),
  );
});
