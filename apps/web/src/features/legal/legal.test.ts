import { expect, test } from "vitest";
import { readClauses } from "./clauses.ts";
import { formatDocumentDate } from "./document.tsx";

// @covers S2.89 S9.30
test("a document's date is dd.MM.yyyy in Russian, and as in March 5, 2025 otherwise", () => {
  expect(formatDocumentDate("2025-03-05", "ru")).toBe("05.03.2025");
  expect(formatDocumentDate("2025-03-05", "en")).toBe("March 5, 2025");
});

test("clauses are read in order with their paragraphs and parts, whatever the order of the keys", () => {
  const texts = {
    "2_1": "second, first",
    "1_title": "One",
    "10_title": "unreachable",
    "2_title": "Two",
    "1_text": "a\nb",
  };
  expect(readClauses(texts)).toEqual([
    { number: "1", title: "One", paragraphs: ["a", "b"], parts: [] },
    { number: "2", title: "Two", paragraphs: [], parts: [{ number: "2.1", paragraphs: ["second, first"], parts: [] }] },
  ]);
});
