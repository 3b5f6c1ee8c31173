import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createGapTokens } from "./gap-tokens.ts";

test("a button's token names its choice and signal, and nobody else can make one", () => {
  const tokens = createGapTokens({ current: "only", keys: new Map([["only", randomBytes(32)]]) });
  const signalId = "01a20bc7-4104-71f9-b007-1076e58a6e79";
  const token = tokens.write("flatten", signalId);
  expect(Buffer.byteLength(token)).toBeLessThanOrEqual(64);
  expect(tokens.read(token)).toEqual({ choice: "flatten", signalId });
  expect(tokens.read(token.replace("gap:2", "gap:0"))).toBeUndefined();
});
