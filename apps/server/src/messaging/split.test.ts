import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeHtml, plainText } from "./chat-text.ts";
import { digestOf } from "./digest.ts";
import { MAX_LENGTH, splitHtml } from "./split.ts";
import { translator } from "@chartrelay/locales";

const wording = { language: "en", translate: translator("en") } as const;
const withoutSpace = (text: string) => text.replaceAll(/\s/g, "");
const text = fc.string({ unit: fc.constantFrom("a", "&", "<", ">", " ", "\n", "🚀", "é", "b"), maxLength: 600 });

test("the parts of any text add up to the same text, and no part is too long or broken", () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 20, max: 100 }), (whole, maxLength) => {
      const parts = splitHtml(escapeHtml(whole), maxLength);
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(maxLength);
        expect(part.isWellFormed()).toBe(true);
        expect(part).not.toMatch(/&(?!amp;|lt;|gt;)/);
      }
      expect(withoutSpace(parts.map(plainText).join(""))).toBe(withoutSpace(whole));
    }),
  );
});

test("text that is bold at the end of a part stays bold in the next", () => {
  const parts = splitHtml(`<b>${"word ".repeat(20)}</b>`, 60);
  expect(parts.length).toBeGreaterThan(1);
  for (const part of parts) expect(part).toMatch(/^<b>[^<]*<\/b>$/);
});

test("a part ends at a line break if there is one near its end", () => {
  expect(splitHtml(`${"a".repeat(90)}\n${"b".repeat(90)}`, 100)).toEqual(["a".repeat(90), "b".repeat(90)]);
});

test("a digest includes every failure, however many messages there are", () => {
  const texts = Array.from({ length: 300 }, (_, index) => {
    const isFailure = index % 10 === 0;
    const html = `${isFailure ? "refused" : "accepted"} ${index} ${"x".repeat(80)}`;
    return { html, line: html, isFailure };
  });
  const digest = digestOf(texts, wording);
  expect(digest?.html.length).toBeLessThanOrEqual(MAX_LENGTH);
  const included = texts.slice(0, digest?.count);
  for (const { line, isFailure } of included) if (isFailure) expect(digest?.html).toContain(line);
  expect(digest?.html).toContain(`accepted ${included.length - 1} `);
});

test("a digest whose failures alone would fill it covers as many messages as fit", () => {
  const texts = Array.from({ length: 100 }, (_, index) => {
    const html = `refused ${index} ${"y".repeat(150)}`;
    return { html, line: html, isFailure: true };
  });
  const digest = digestOf(texts, wording);
  expect(digest?.count).toBeLessThan(100);
  expect(digest?.html.match(/refused/g)).toHaveLength(digest?.count ?? 0);
});

test("ten messages don't become a digest, eleven do", () => {
  const line = { html: "x", line: "x", isFailure: false };
  expect(
    digestOf(
      Array.from({ length: 10 }, () => line),
      wording,
    ),
  ).toBeUndefined();
  expect(
    digestOf(
      Array.from({ length: 11 }, () => line),
      wording,
    )?.count,
  ).toBe(11);
});
