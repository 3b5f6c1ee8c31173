import { expect, test } from "vitest";
import { readCorpus } from "./corpus.fixture.ts";
import { parseOrderMessage, type ParsedOrderMessage } from "./parse.ts";
import { PROBLEM_CODES } from "./problems.ts";
import { REPAIR_CODES } from "./repairs.ts";

const CORPUS = readCorpus();

const verdictOf = ({ problems, repairs }: ParsedOrderMessage) =>
  problems.length > 0 ? "refused" : repairs.length > 0 ? "repaired" : "ok";

test.each(CORPUS)("$name", ({ body, contentType, verdict, fields, findings }) => {
  const parsed = parseOrderMessage(body, contentType);
  expect(verdictOf(parsed)).toBe(verdict);
  expect(Object.entries(parsed.fields).map(([field, value]) => `${field}=${value}`)).toEqual(fields);
  expect([
    ...parsed.repairs.map(({ code, line, column }) => `${code} ${line}:${column}`),
    ...parsed.problems.map(({ code, line, column, field }) => `${code} ${line}:${column} ${field}`),
  ]).toEqual(findings);
});

test("the corpus has at least 500 messages with unique names, and covers every code of the parser", () => {
  expect(CORPUS.length).toBeGreaterThanOrEqual(500);
  expect(new Set(CORPUS.map(({ name }) => name)).size).toBe(CORPUS.length);
  const seen = new Set(CORPUS.flatMap(({ findings }) => findings.map((finding) => finding.split(" ")[0])));
  expect([...REPAIR_CODES, ...PROBLEM_CODES].filter((code) => !seen.has(code))).toEqual([]);
});

test("a repaired message comes back as one that needs no repair, with the same fields", () => {
  for (const { name, body, contentType, verdict } of CORPUS) {
    const parsed = parseOrderMessage(body, contentType);
    if (verdict === "refused") {
      expect([name, parsed.corrected, parsed.message]).toEqual([name, null, undefined]);
      continue;
    }
    const again = parseOrderMessage(new TextEncoder().encode(parsed.corrected ?? ""));
    expect([name, again.repairs, again.problems]).toEqual([name, [], []]);
    expect([name, again.fields]).toEqual([name, parsed.fields]);
  }
});
