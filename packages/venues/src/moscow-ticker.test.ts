import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isContractOn, isMeant, readMoscowTicker, type FuturesContract } from "./moscow-ticker.ts";

const DECEMBER_2026 = { kind: "contract", code: "SIZ6", asset: "SI", month: 12, year: 2026 } as const;

test.each([
  ["SBER", { kind: "named", name: "SBER" }],
  ["MOEX:SBER", { kind: "named", name: "SBER" }],
  ["RUS:SBER", { kind: "named", name: "SBER" }],
  ["moex:SBER", { kind: "named", name: "SBER" }],
  ["MOEX_DL:SBER", { kind: "named", name: "SBER" }],
  ["RUS_DLY:SBER", { kind: "named", name: "SBER" }],
  ["SiZ6", { kind: "named", name: "SiZ6" }],
  ["SI-12.26", { kind: "named", name: "SI-12.26" }],
  ["CNYRUB_TOM", { kind: "named", name: "CNYRUB_TOM" }],
  ["ßZ26", { kind: "named", name: "ßZ26" }],
  ["RU000A106Z38", { kind: "named", name: "RU000A106Z38" }],
  ["SIZ2026", DECEMBER_2026],
  ["SIZ26", DECEMBER_2026],
  ["SiZ2026", DECEMBER_2026],
  ["RUS:SIZ2026", DECEMBER_2026],
  ["MOEX_DLY:SIZ2026", DECEMBER_2026],
  ["BRF2027", { kind: "contract", code: "BRF7", asset: "BR", month: 1, year: 2027 }],
  ["SI1!", { kind: "continuous", asset: "SI" }],
  ["Si1!", { kind: "continuous", asset: "SI" }],
  ["RUS:MIX2!", { kind: "continuous", asset: "MIX" }],
])("%s is read as %o", (ticker, read) => {
  expect(readMoscowTicker(ticker)).toEqual(read);
});

test.each(["", "..", "MOEX:", ":SBER", "MOEX:RUS:SBER", "a/b", "SBER?x=1"])(
  "pitfall 14: %j isn't a ticker at all",
  (ticker) => {
    expect(readMoscowTicker(ticker)).toBe("NOT_A_TICKER");
  },
);

// @covers V14
test.each(["NASDAQ:AAPL", "BINANCE:BTCUSDT", "BTCUSDT.P", "MOEX:USDRUB.P", "constructor:SBER"])(
  "pitfall 14: %j belongs to another exchange than Moscow's",
  (ticker) => {
    expect(readMoscowTicker(ticker)).toBe("OTHER_EXCHANGE");
  },
);

const letters = "FGHJKMNQUVXZ".split("");
const contracts = fc.record({
  asset: fc.stringMatching(/^[A-Z\d]{2}$/),
  month: fc.integer({ min: 1, max: 12 }),
  year: fc.integer({ min: 2000, max: 2099 }),
});
type Contract = { readonly asset: string; readonly month: number; readonly year: number };

const codeOf = ({ asset, month, year }: Contract) => `${asset}${letters[month - 1]}${year % 10}`;
/** Returns a day some weeks before or after the middle of the month in the contract's name. */
const lastDayOf = ({ month, year }: Contract, weeks = 0) => new Date(Date.UTC(year, month - 1, 15 + 7 * weeks));
const written = ({ asset, month, year }: Contract, digits: 2 | 4) =>
  `${asset}${letters[month - 1]}${String(year).slice(-digits)}`;

test("pitfall 14: a future's year in two or four digits becomes the exchange's one digit, and the year is kept", () => {
  const digits = fc.constantFrom<2 | 4>(2, 4);
  const prefix = fc.constantFrom("", "MOEX:", "RUS:", "MOEX_DL:", "RUS_DLY:");
  fc.assert(
    fc.property(contracts, digits, prefix, fc.boolean(), (contract, count, before, small) => {
      const ticker = before + written(contract, count);
      const read = readMoscowTicker(small ? ticker.toLowerCase() : ticker);
      expect(read).toEqual({ kind: "contract", code: codeOf(contract), ...contract });
    }),
  );
});

// @covers V14
test("pitfall 14: of all contracts that a broker could list, only the requested one is taken, or none", () => {
  fc.assert(
    fc.property(contracts, fc.array(contracts), fc.integer({ min: -8, max: 8 }), (meant, others, weeks) => {
      const wanted = readMoscowTicker(written(meant, 4)) as FuturesContract;
      const listed = [meant, { ...meant, year: meant.year + 10 }, { ...meant, year: meant.year - 10 }, ...others];
      const taken = listed.filter((one) => isMeant(wanted, codeOf(one), lastDayOf(one, weeks)));
      expect(taken.length).toBeGreaterThan(0);
      for (const one of taken) expect(one).toEqual(meant);
    }),
  );
});

test("a contract without a readable last day isn't taken", () => {
  expect(isMeant(DECEMBER_2026, "SiZ6", new Date(Number.NaN))).toBe(false);
});

test("a contract on an asset is distinguished from its options, spreads and namesakes", () => {
  const listed = ["SiZ6", "SiH7", "SiZ6SiH7", "Si84000BL6", "SIBN", "SI", "SZZ6"];
  expect(listed.filter((code) => isContractOn("SI", code))).toEqual(["SiZ6", "SiH7"]);
});

test("any text is read or refused, and reading keeps the symbol as written", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const read = readMoscowTicker(text);
      if (typeof read !== "string" && read.kind === "named") expect(text.endsWith(read.name)).toBe(true);
    }),
  );
});
