import { expect, test } from "vitest";
import { chainIn, codeOfAsset, isInChain, isMonthOver, isNameOf } from "./moscow-contracts.ts";

test.each([
  ["SI1!", { asset: "SI", place: 1 }],
  ["MOEX:rts2!", { asset: "RTS", place: 2 }],
  ["MOEX_DL:NG2!", { asset: "NG", place: 2 }],
  ["SI0!", undefined],
  ["SIZ2026", undefined],
  // A perpetual doesn't roll.
  ["USDRUBF", undefined],
])("%s stands for %j", (ticker, chain) => {
  expect(chainIn(ticker)).toEqual(chain);
});

test("a chain may be called by the asset's name or by its code", () => {
  expect([codeOfAsset("RTS"), codeOfAsset("ri"), codeOfAsset("Si")]).toEqual(["RI", "RI", "SI"]);
  const names = ["RTS-12.26", "RIZ6", "RTSM-12.26", "RMZ6", "RIOT", "SiZ6"];
  const inChain = (asset: string) => names.filter((name) => isInChain(name, { asset, place: 1 }));
  expect(inChain("RTS")).toEqual(["RTS-12.26", "RIZ6"]);
  expect(inChain("RI")).toEqual(["RTS-12.26", "RIZ6"]);
});

test("a contract is known by each of its names, and by no other contract's", () => {
  const contract = { symbol: "RTS-12.26", code: "RIZ6", lastDay: "2026-12-17" };
  const named = (name: string) => isNameOf(name, contract);
  expect(["RTS-12.26", "rts-12.26", "RIZ6", "riz6", "MOEX:RIZ2026", "RTSZ2026", "RIZ26"].every(named)).toBe(true);
  expect(["RIZ2036", "RIH2027", "RTS1!", "SIZ2026", "RIZ2", ""].some(named)).toBe(false);
});

test("a contract's month is over on the first day of the next one", () => {
  for (const name of ["SI-12.26", "SiZ6"])
    expect(["2026-12-31", "2027-01-01"].map((today) => isMonthOver(name, today))).toEqual([false, true]);
  // In 2029, a contract of the year 0 is next year's.
  expect(isMonthOver("SiH0", "2029-11-24")).toBe(false);
  expect(isMonthOver("SBER", "2029-11-24")).toBe(false);
});
