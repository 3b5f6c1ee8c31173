import { expect, test } from "vitest";
import { NAMESPACES, readNamespace } from "./index.ts";

/** Russian has more plural forms than English. */
const withoutPluralForm = (key: string) => key.replace(/_(?:one|few|many|other)$/, "");
const blanks = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted();

test.each(NAMESPACES)("%s says the same things in both languages, with the same blanks", (namespace) => {
  const [english, russian] = [readNamespace("en", namespace), readNamespace("ru", namespace)];
  const keys = (texts: object) => [...new Set(Object.keys(texts).map(withoutPluralForm))].toSorted();
  expect(keys(russian)).toEqual(keys(english));
  for (const [key, text] of Object.entries(english)) {
    if (russian[key] !== undefined) expect([key, blanks(russian[key])]).toEqual([key, blanks(text)]);
  }
});
