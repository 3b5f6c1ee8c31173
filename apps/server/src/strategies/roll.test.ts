import type { ListedContract } from "@chartrelay/venues";
import { expect, test } from "vitest";
import { roll, type HeldContract, type RollInput } from "./roll.ts";

const TODAY = "2026-12-14";
/** As Alor lists them: by long names. */
const CONTRACTS: readonly ListedContract[] = [
  { symbol: "SI-3.27", ticker: "SI-3.27", code: "SiH7", lastDay: "2027-03-18" },
  { symbol: "SI-9.26", ticker: "SI-9.26", code: "SiU6", lastDay: "2026-09-17" },
  { symbol: "SI-12.26", ticker: "SI-12.26", code: "SiZ6", lastDay: "2026-12-17" },
];
const RULE = { daysBeforeExpiry: 1, onDisagreement: "refuse" } as const;
const ENTRY = { kind: "delta", ticker: "MOEX:SI1!", to: "3", leg: null, roll: RULE, currentContract: null } as const;

function rolled(
  instruction: Partial<RollInput["instruction"]> = {},
  held: readonly HeldContract[] = [],
  rest: Partial<Pick<RollInput, "today" | "contracts">> = {},
) {
  return roll({ instruction: { ...ENTRY, ...instruction }, contracts: CONTRACTS, held, today: TODAY, ...rest });
}

const to = (ticker: string, notices: readonly object[] = []) => ({ kind: "contract", ticker, notices });
const refused = (reason: string) => ({ kind: "refused", reason, notices: [] });

test.each([
  ["the nearest that hasn't expired", "SI1!", 1, TODAY, "SI-12.26"],
  ["the one after it", "SI2!", 1, TODAY, "SI-3.27"],
  ["still the nearest two days before its last one", "SI1!", 1, "2026-12-15", "SI-12.26"],
  ["the next a day before the nearest one's last day", "SI1!", 1, "2026-12-16", "SI-3.27"],
  ["the nearest until its last day comes, if it isn't left before", "SI1!", 0, "2026-12-16", "SI-12.26"],
  ["the next on the nearest one's last day", "SI1!", 0, "2026-12-17", "SI-3.27"],
])("a continuous symbol means %s", (_, ticker, daysBeforeExpiry, today, contract) => {
  expect(rolled({ ticker, roll: { ...RULE, daysBeforeExpiry } }, [], { today })).toEqual(to(contract));
});

test("a rule that leaves all listed contracts is refused, and takes none", () => {
  expect(rolled({ ticker: "SI3!" })).toEqual(refused("CONTRACT_NOT_LISTED"));
});

test.each(["SIZ2026", "MOEX:SIZ26", "SiZ6", "SI-12.26"])(
  "TradingView's contract may be called %s",
  (currentContract) => {
    expect(rolled({ currentContract })).toEqual(to("SI-12.26"));
    expect(rolled({ currentContract, roll: null })).toEqual(to("SI-12.26"));
  },
);

test("a contract of another decade, or one that has expired, isn't taken for one that trades", () => {
  for (const currentContract of ["SIZ2036", "SIU2026", "RIZ2026"])
    expect(rolled({ currentContract })).toEqual(refused("CONTRACT_NOT_LISTED"));
});

test("TradingView's contract and the rule disagree: refused, unless the trader has chosen one", () => {
  const currentContract = "SIH2027";
  const chosen = (taken: string) => [
    { code: "CONTRACT_CHOSEN", values: { taken, message: "SI-3.27", rule: "SI-12.26" } },
  ];
  expect(rolled({ currentContract })).toEqual(refused("CONTRACTS_DISAGREE"));
  expect(rolled({ currentContract, roll: { ...RULE, onDisagreement: "message" } })).toEqual(
    to("SI-3.27", chosen("SI-3.27")),
  );
  expect(rolled({ currentContract, roll: { ...RULE, onDisagreement: "rule" } })).toEqual(
    to("SI-12.26", chosen("SI-12.26")),
  );
});

test("an exit goes to the contract that is held, not to today's", () => {
  const held = [{ symbol: "SI-12.26", quantity: "5" }];
  const exit = { kind: "close", to: null, currentContract: "SIH2027" } as const;
  expect(rolled(exit, held, { today: "2026-12-17" })).toEqual(
    to("SI-12.26", [{ code: "CONTRACT_HELD", values: { held: "SI-12.26", present: "SI-3.27" } }]),
  );
  // Nobody needs to know today's contract for it.
  expect(rolled({ ...exit, currentContract: null }, held, { contracts: null })).toEqual(to("SI-12.26"));
});

test("an add joins the contract that is held, and the second leg of a reversal waits there", () => {
  const held = [
    { symbol: "SI-12.26", quantity: "5" },
    { symbol: "RTS-12.26", quantity: "2" },
  ];
  expect(rolled({ to: "7" }, held)).toEqual(to("SI-12.26"));
  expect(rolled({ to: "-3", leg: 2 }, held)).toEqual(to("SI-12.26"));
});

test("two legs of a calendar spread are kept apart: each continuous symbol closes and enlarges its own contract", () => {
  const held = [
    { symbol: "SI-12.26", quantity: "-5", ticker: "SI1!" },
    { symbol: "SI-3.27", quantity: "5", ticker: "MOEX:SI2!" },
  ];
  const far = { ticker: "SI2!" } as const;
  expect(rolled({ kind: "close" }, held)).toEqual(to("SI-12.26"));
  expect(rolled({ ...far, kind: "close" }, held)).toEqual(to("SI-3.27"));
  expect(rolled({ ...far, to: "7" }, held)).toEqual(to("SI-3.27"));
  expect(rolled({ ...far, to: "2" }, held.slice(0, 1))).toEqual(to("SI-3.27"));
  expect(rolled({ ...far, kind: "close" }, held.slice(0, 1))).toEqual({ kind: "nothing", notices: [] });
});

test("a continuous symbol doesn't enter the contract that another one holds: their positions would be one", () => {
  const held = [{ symbol: "SI-3.27", quantity: "5", ticker: "SI2!" }];
  const atTheRoll = { today: "2026-12-17" };
  expect(rolled({}, held, atTheRoll)).toEqual(refused("CONTRACT_HELD_ELSEWHERE"));
  expect(rolled({ kind: "close" }, held, atTheRoll)).toEqual({ kind: "nothing", notices: [] });
});

test("an entry that rests in the old contract is cancelled there, not left behind by the new one", () => {
  const held = [{ symbol: "SI-12.26", quantity: "0", working: { buy: "2", sell: "0" } }];
  expect(rolled({ kind: "close" }, held, { today: "2026-12-17" })).toMatchObject({ ticker: "SI-12.26" });
  expect(rolled({}, held, { today: "2026-12-17" })).toMatchObject({ ticker: "SI-12.26" });
});

test("an exit a moment after its entry finds the contract that the entry is about to fill, and waits for it there", () => {
  const held = [{ symbol: "SI-12.26", quantity: "0", working: { buy: "5", sell: "0" } }];
  expect(rolled({ to: "0" }, held)).toEqual(to("SI-12.26"));
});

test("what was held until it expired counts as nothing, and is told", () => {
  const held = [{ symbol: "SI-9.26", quantity: "-4" }];
  const notices = [{ code: "CONTRACT_EXPIRED", values: { contract: "SI-9.26", quantity: "-4" } }];
  expect(rolled({}, held)).toEqual(to("SI-12.26", notices));
  expect(rolled({ kind: "close" }, held)).toEqual({ kind: "nothing", notices });
  // The venue doesn't list it any more; its month is over.
  const contracts = CONTRACTS.filter(({ symbol }) => symbol !== "SI-9.26");
  for (const symbol of ["SI-9.26", "SiU6"])
    expect(rolled({}, [{ symbol, quantity: "1" }], { contracts })).toMatchObject(to("SI-12.26", [{}]));
});

test("what is held and isn't listed, though its month isn't over, is closed where it is", () => {
  for (const symbol of ["SI-12.26", "SiZ6"])
    expect(rolled({ kind: "close" }, [{ symbol, quantity: "1" }], { contracts: [] })).toEqual(to(symbol));
});

test("going flat with nothing held needs no contract", () => {
  for (const exit of [{ to: "0" }, { kind: "close" }, { leg: 1, to: "-2" }] as const)
    expect(rolled(exit, [], { contracts: null })).toEqual({ kind: "nothing", notices: [] });
});

test("without the venue's list, only a contract that nothing could contradict is taken", () => {
  const contracts = null;
  expect(rolled({}, [], { contracts })).toEqual(refused("CONTRACTS_NOT_KNOWN"));
  expect(rolled({ currentContract: "SIZ2026" }, [], { contracts })).toEqual(refused("CONTRACTS_NOT_KNOWN"));
  const byMessage = { currentContract: "SIZ2026", roll: { ...RULE, onDisagreement: "message" } } as const;
  expect(rolled(byMessage, [], { contracts })).toEqual(to("SIZ2026"));
});

test("for an account alone, a continuous symbol stays refused, unless the message names the contract", () => {
  expect(rolled({ roll: null })).toEqual(refused("CONTINUOUS_FUTURES"));
  expect(rolled({ roll: null, currentContract: "SIZ2026" }, [], { contracts: null })).toEqual(to("SIZ2026"));
});
