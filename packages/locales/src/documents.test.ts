import { hash } from "node:crypto";
import { DOCUMENTS, LANGUAGES } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { readNamespace } from "./index.ts";

/** A changed text needs a new version in packages/contract/src/documents.ts, and then its hash here. */
const KNOWN: Readonly<Record<string, string>> = {
  "offer 1.0": "26fc53cb8d9386cc",
  "privacy 1.1": "d1c16a4de8a2b24e",
  "personal-data 1.0": "73065baad464a635",
};

test.each(Object.entries(DOCUMENTS))(
  "the text of %s doesn't change without a new version",
  (id, { version, texts }) => {
    const text = LANGUAGES.map((language) => JSON.stringify(readNamespace(language, texts))).join("\n");
    expect(hash("sha256", text).slice(0, 16)).toBe(KNOWN[`${id} ${version}`]);
  },
);

test("the offer is the same Russian text for every reader", () => {
  expect(readNamespace("en", "legal-offer")).toEqual(readNamespace("ru", "legal-offer"));
});
