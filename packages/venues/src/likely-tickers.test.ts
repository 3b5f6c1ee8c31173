import { expect, test, vi } from "vitest";
import { likelyTickers, TickerGuesses } from "./likely-tickers.ts";

const LISTED = ["SBER", "SBERP", "GAZP", "LKOH", "SiZ6", "T", "BTCUSDT", "ETHUSDT", "ETHUSDC", "LINKUSDT", "LUNAUSDT"];

test.each([
  ["a letter lost", "SBE", ["SBER"]],
  ["a letter lost inside", "GZP", ["GAZP"]],
  ["a letter added", "SBERR", ["SBER"]],
  ["a letter doubled", "LLKOH", ["LKOH"]],
  ["two letters swapped", "ETHUSTD", ["ETHUSDT"]],
  ["two letters swapped at the end, in small letters", "lkho", ["LKOH"]],
  ["a sign between the two coins", "BTC-USDT", ["BTCUSDT"]],
  ["a future in capitals, with a letter too many", "SIIZ6", ["SiZ6"]],
  ["two that are equally near", "ETHUSD", ["ETHUSDT", "ETHUSDC"]],
])("%s: %s was meant to be %j", (_, written, meant) => {
  expect(likelyTickers(written, LISTED)).toEqual(meant);
});

test.each([
  ["a wrong letter may be another coin", "LINAUSDT"],
  ["two slips", "SBEPP"],
  ["two letters are too short a name", "SB"],
  ["nothing like it is listed", "NOSUCH"],
  ["the right name isn't misspelt", "SBER"],
])("%s: %s makes no guess", (_, written) => {
  expect(likelyTickers(written, ["SBER", "GAZP", "T", "LINKUSDT", "LUNAUSDT"])).toEqual([]);
});

test("of many names that are equally near, none is likely", () => {
  expect(likelyTickers("ABC", ["ABCD", "ABCE", "ABCF"])).toHaveLength(3);
  expect(likelyTickers("ABC", ["ABCD", "ABCE", "ABCF", "ABCG"])).toEqual([]);
});

const searchIn = (names: readonly string[]) =>
  vi.fn<(part: string) => Promise<string[]>>(async (part) => names.filter((name) => name.includes(part)));

test("wherever the slip is, a search for parts of the name finds what was meant, and the next guess costs no search", async () => {
  const name = "CNYRUB_TOM";
  const slips = Array.from(name, (letter, index) => {
    const [before, after] = [name.slice(0, index), name.slice(index + 1)];
    return [before + after, before + letter + letter + after, before + after.slice(0, 1) + letter + after.slice(1)];
  }).flat();
  const guesses = new TickerGuesses(() => 0);
  for (const written of slips.filter((one) => one !== name)) {
    const search = searchIn([name, "USDRUB_TOM", "CNYRUB_TOD"]);
    expect([written, await guesses.of(written, "live", search)]).toEqual([written, expect.arrayContaining([name])]);
    expect(search.mock.calls.length).toBeLessThanOrEqual(3);
    const again = searchIn([name]);
    await guesses.of(written, "live", again);
    expect(again).not.toHaveBeenCalled();
  }
});

test("a search that fails makes no guess, and the next one is tried again", async () => {
  const guesses = new TickerGuesses(() => 0);
  expect(await guesses.of("SBRE", "demo", () => Promise.reject(new Error("no answer")))).toEqual([]);
  expect(await guesses.of("SBRE", "demo", searchIn(["SBER"]))).toEqual(["SBER"]);
});
