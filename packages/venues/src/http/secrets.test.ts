import { expect, test } from "vitest";
import { withoutSecrets } from "./secrets.ts";

const JWT = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJQMDM5MDA0In0.c2lnbmF0dXJl";

test("a secret is removed however it is written", () => {
  const secret = 'a"b/c=d+e';
  const text = `${secret} ${JSON.stringify({ secret })} ${encodeURIComponent(secret)}`;
  expect(withoutSecrets(text, [secret])).toBe('[removed] {"secret":"[removed]"} [removed]');
});

test("a token is removed even if nobody listed it", () => {
  expect(withoutSecrets(`{"error":"bad token Bearer ${JWT}"}`, [])).toBe('{"error":"bad token Bearer [removed]"}');
});

test("an empty secret removes nothing", () => {
  expect(withoutSecrets("abc", [""])).toBe("abc");
});

test("a secret at the cut-off isn't kept in part", () => {
  const secret = "0123456789abcdef";
  const kept = withoutSecrets("x".repeat(8 * 1024 - 8) + secret, [secret]);
  expect(kept).toHaveLength(8 * 1024);
  expect(kept).not.toContain("0123");
});

test("characters that a database's text type can't hold are replaced", () => {
  expect(withoutSecrets("a\0b\ud800c", [])).toBe("a\ufffdb\ufffdc");
});
