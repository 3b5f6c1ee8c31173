import { parseOrderMessage } from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import { expect, test } from "vitest";
import { explainRepairs } from "./explain.ts";

const repairsOf = (text: string) => {
  const { repairs } = parseOrderMessage(new TextEncoder().encode(text));
  return (language: "en" | "ru") =>
    explainRepairs(repairs, translator(language)).map(({ message, count }) => [message, count]);
};

test("ten texts in curly quotes are one repair with its count, in either language; what differs stays apart", () => {
  const fields = { account: "a", ticker: "SBER", direction: "buy", type: "market", id: "1" };
  const pairs = Object.entries(fields).map(([name, value]) => `“${name}”: “${value}”`);
  const said = repairsOf(`{${pairs.join(", ")}, "contracts": "1,5",}`);
  expect(said("en")).toContainEqual(["Straightened 10 pairs of curly quotes", 10]);
  expect(said("ru")).toContainEqual(["Типографские кавычки заменены прямыми: 10 пар", 10]);
  expect(said("en")).toContainEqual(["Removed an extra comma", 1]);
  expect(said("en").filter(([message]) => String(message).includes("curly"))).toHaveLength(1);
});

test("a single repair names the text that it concerns, and Russian counts have the right form", () => {
  expect(repairsOf(`{“account”: "a"}`)("en")).toContainEqual(["Straightened the curly quotes around account", 1]);
  expect(repairsOf(`{“account”: “a”}`)("ru")).toContainEqual(["Типографские кавычки заменены прямыми: 2 пары", 2]);
});
