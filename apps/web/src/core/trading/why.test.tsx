import { REASONS } from "@chartrelay/contract";
import { cleanup } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { apiThatAnswers, renderPart, storeAt } from "../../../test/app.tsx";
import { useWhy, type Why } from "./why.ts";

afterEach(cleanup);

function Shown({ whys }: { readonly whys: readonly Why[] }) {
  const why = useWhy();
  return whys.map((each) => <p key={JSON.stringify(each)}>{why(each)}</p>);
}

async function wordsOf(whys: readonly Why[], language: "en" | "ru" = "en") {
  const { container } = await renderPart(<Shown whys={whys} />, storeAt(apiThatAnswers({})).store, language);
  return Array.from(container.querySelectorAll("p"), ({ textContent }) => textContent);
}

test("a list says why in one sentence; what to do is left to the panel", async () => {
  expect(await wordsOf([{ reason: "KEY_MAY_WITHDRAW" }, { reason: "CONTINUOUS_FUTURES" }, { reason: null }])).toEqual([
    "The key can withdraw money.",
    "A continuous chart such as SI1! is not a contract.",
    "",
  ]);
});

test.each(["en", "ru"] as const)("in %s every reason is one sentence", async (language) => {
  const words = await wordsOf(
    REASONS.map((reason) => ({ reason })),
    language,
  );
  expect(words.filter((text) => !/^\S[^\n]{8,}[.!]$/.test(text))).toEqual([]);
});

test("of a refused message it says what is wrong", async () => {
  const number = { code: "NOT_A_NUMBER", field: "contracts", detail: "many" };
  const missing = { code: "MISSING_FIELD", field: "price" };
  expect(await wordsOf([number, missing].map((problem) => ({ reason: "BAD_MESSAGE", problem })))).toEqual([
    "contracts is not a number: many",
    "The field price is missing",
  ]);
});
