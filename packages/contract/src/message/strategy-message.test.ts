/** Messages for strategies: what they name, how they say a size, and the position chain. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isCancel, isClose } from "./order-message.ts";
import { ORDER_MESSAGE_FIELDS } from "./message-fields.ts";
import { parseOrderMessage } from "./parse.ts";
import { venueMessage } from "./venue-message.ts";

const parse = (message: unknown, isTemplate = false) =>
  parseOrderMessage(new TextEncoder().encode(typeof message === "string" ? message : JSON.stringify(message)), "", {
    isTemplate,
  });
const problemsOf = (message: unknown) => parse(message).problems.map(({ code, field }) => `${code} ${field}`);

const ORDER = { strategy: "s1", ticker: "SBER", direction: "buy", type: "market" };
const TARGET = { strategy: "s1", ticker: "SBER", type: "market", position: -5 };
const ID = "0123456789abcdefghjkmnpqrs";

describe("whom a message is for", () => {
  test("a strategy stands in place of the account", () => {
    const { message, strategy, account } = parse({ ...ORDER, contracts: 10 });
    expect(message).toEqual({ strategy: "s1", ticker: "SBER", direction: "BUY", type: "MARKET", contracts: "10" });
    expect([strategy, account]).toEqual(["s1", undefined]);
  });

  test("an account and a strategy's id are one too many: the account's owner is notified", () => {
    const parsed = parse({ ...ORDER, account: "a1", contracts: 10, strategy: ID });
    expect(parsed.problems).toMatchObject([{ code: "CONFLICTING_FIELDS", field: "strategy", detail: "account" }]);
    expect([parsed.account, parsed.strategy, parsed.message]).toEqual(["a1", undefined, undefined]);
  });

  test.each(["Golden cross", 7, "s1", null, { position_size: 10 }])(
    "beside an account, the strategy %j is a trader's name for it: kept and shown",
    (strategy) => {
      const { message, otherFields } = parse({ ...ORDER, account: "a1", contracts: 10, strategy });
      expect(message).not.toHaveProperty("strategy");
      expect(otherFields).toMatchObject([{ field: "strategy" }]);
    },
  );

  test.each([
    [{ ...ORDER, strategy: undefined, contracts: 1 }, "MISSING_FIELD account"],
    [{ ...ORDER, strategy: { position_size: 10 }, contracts: 1 }, "MISSING_FIELD account"],
    [{ ...ORDER, strategy: null, contracts: 1 }, "NO_VALUE strategy"],
    [{ ...ORDER, strategy: "{{strategy}}", contracts: 1 }, "UNRESOLVED_PLACEHOLDER strategy"],
    [{ ...ORDER, strategy: undefined, Strategy: "s1", contracts: 1 }, "MISNAMED_FIELD Strategy"],
  ])("%j is refused: %s", (message, problem) => {
    expect(problemsOf(message)).toContain(problem);
  });

  test("the strategy of a broken message is known, so that its owner can be notified", () => {
    expect(parse('{"strategy": "s1", "ticker": "SBER"').strategy).toBe("s1");
    expect(parse('{"strategy": "s1", "account": "a1"')).toMatchObject({ account: "a1" });
    expect(parse('{"strategy": "s1", "strategy": "s2"').strategy).toBeUndefined();
  });
});

describe("a size", () => {
  test.each([
    ["contracts", 10, "10"],
    ["money", "50000.5", "50000.5"],
    ["equityPercent", 150, "150"],
  ])("may be in %s", (field, written, value) => {
    expect(parse({ ...ORDER, [field]: written })).toMatchObject({ problems: [], message: { [field]: value } });
  });

  test.each([
    [-5, "-5"],
    ["-0.5", "-0.5"],
    [0, "0"],
    ["0", "0"],
    ["-0", "0"],
    [12, "12"],
  ])("may be the position to end with, %j, in place of direction and contracts", (position, value) => {
    const { message, problems, repairs } = parse({ ...TARGET, position });
    expect([problems, repairs]).toEqual([[], []]);
    expect(message).toEqual({ strategy: "s1", ticker: "SBER", type: "MARKET", position: value });
  });

  test.each([
    ["+5", "NUMBER_FORM", "5"],
    ["−5", "NUMBER_FORM", "-5"],
    ["-,5", undefined, undefined],
    ["-1,5", "DECIMAL_COMMA", "-1.5"],
    [" -5", "SURROUNDING_SPACE", "-5"],
    ["-1,500", undefined, undefined],
    ["--5", undefined, undefined],
    ["-+5", undefined, undefined],
  ])("a position written %j is repaired (%s) or refused", (position, code, value) => {
    const { message, repairs, corrected } = parse({ ...TARGET, position });
    expect(message?.position).toBe(value);
    expect(repairs.map((repair) => repair.code)).toEqual(code === undefined ? [] : [code]);
    if (corrected !== null) expect(parse(corrected)).toMatchObject({ repairs: [], message: { position: value } });
  });

  test("any decimal is the position that was written", () => {
    const decimal = fc.tuple(fc.constantFrom("", "-"), fc.nat(99_999), fc.constantFrom("", ".5", ".0001"));
    fc.assert(
      fc.property(decimal, ([sign, whole, fraction]) => {
        const position = `${sign}${whole}${fraction}`;
        const { message, repairs } = parse(`{"strategy":"s1","ticker":"SBER","type":"market","position":${position}}`);
        expect([Number(message?.position), repairs]).toEqual([Number(position) + 0, []]);
      }),
    );
  });

  test.each([
    [{ ...ORDER }, "MISSING_FIELD contracts"],
    [{ ...ORDER, contracts: 1, money: 5 }, "CONFLICTING_FIELDS money"],
    [{ ...ORDER, money: 5, equityPercent: 5 }, "CONFLICTING_FIELDS equityPercent"],
    [{ ...TARGET, contracts: 5 }, "CONFLICTING_FIELDS position"],
    [{ ...TARGET, direction: "buy" }, "CONFLICTING_FIELDS direction"],
    [{ ...TARGET, positionSide: "long" }, "CONFLICTING_FIELDS positionSide"],
    [{ ...TARGET, type: undefined }, "MISSING_FIELD type"],
    [{ ...TARGET, type: "limit" }, "MISSING_FIELD price"],
    [{ ...TARGET, type: "stop", condition: "More", triggerPrice: 5 }, "NOT_ALLOWED type"],
    [{ ...ORDER, money: 0 }, "NOT_POSITIVE money"],
    [{ ...ORDER, equityPercent: "5%" }, "NOT_A_NUMBER equityPercent"],
    [{ ...TARGET, position: null }, "NO_VALUE position"],
    [{ ...TARGET, position: "NaN" }, "NO_VALUE position"],
    [{ ...TARGET, position: "{{strategy.position_size}}" }, "UNRESOLVED_PLACEHOLDER position"],
    [{ ...ORDER, money: undefined, direction: undefined, contracts: 5 }, "MISSING_FIELD direction"],
  ])("%j is refused: %s", (message, problem) => {
    const { message: order, problems } = parse(message);
    expect(order).toBeUndefined();
    expect(problems.map(({ code, field }) => `${code} ${field}`)).toContain(problem);
  });

  test.each(["riskMoney", "riskPercent"])("%s needs protective orders, so it is refused by name", (field) => {
    expect(problemsOf({ ...ORDER, [field]: 5 })).toContain(`SIZING_NOT_SUPPORTED ${field}`);
  });

  test.each([
    "stopLossPercent",
    "stopLossOffset",
    "stopLossPrice",
    "trailingPercent",
    "trailingOffset",
    "takeProfitPercent",
    "takeProfitOffset",
    "takeProfitPrice",
    "takeProfits",
  ])("%s is refused by name, never dropped", (field) => {
    for (const message of [{ ...ORDER, contracts: 1 }, TARGET, { strategy: "s1", action: "closeAll" }]) {
      expect(problemsOf({ ...message, [field]: 5 })).toEqual([`PROTECTION_NOT_SUPPORTED ${field}`]);
    }
  });

  test.each([
    ["mony", "money"],
    ["equity_percent", "equityPercent"],
    ["Position", "position"],
    ["positon", "position"],
    ["signal_price", "signalPrice"],
    ["signaltime", "signalTime"],
    ["currentContracts", "currentContract"],
    ["MarketPosition", "marketPosition"],
  ])("%s is refused with the field that was meant: %s", (field, meant) => {
    expect(parse({ ...ORDER, contracts: 1, [field]: 5 }).problems).toEqual([
      expect.objectContaining({ code: "MISNAMED_FIELD", field, detail: meant }),
    ]);
  });
});

describe("a message that closes", () => {
  test.each([
    [{ strategy: "s1", action: "close", ticker: "SBER" }],
    [{ account: "a1", action: "close", ticker: "SBER", id: "exit-1" }],
    [{ strategy: "s1", action: "closeAll" }],
    [{ account: "a1", action: "closeAll" }],
  ])("%j needs nothing else", (message) => {
    const { close, cancel, message: order, problems } = parse(message);
    expect([close, cancel, order, problems]).toEqual([message, undefined, undefined, []]);
    expect(close && [isClose(close), isCancel(close)]).toEqual([true, false]);
  });

  test("an order's fields beside it are kept and shown, as with a cancellation", () => {
    const { close, otherFields } = parse({ ...ORDER, contracts: 0, action: "CLOSE" });
    expect(close).toEqual({ strategy: "s1", ticker: "SBER", action: "close" });
    expect(otherFields.map(({ field }) => field)).toEqual(["direction", "type", "contracts"]);
  });

  test.each([
    [{ strategy: "s1", action: "close" }, "MISSING_FIELD ticker"],
    [{ action: "closeAll" }, "MISSING_FIELD account"],
    [{ strategy: "s1", Action: "closeAll" }, "MISNAMED_FIELD Action"],
  ])("%j is refused: %s", (message, problem) => {
    expect(parse(message).close).toBeUndefined();
    expect(problemsOf(message)).toContain(problem);
  });

  test("a refused one still shows its ticker", () => {
    expect(parse({ action: "close", ticker: "SBER", account: "a1", sl: 5 }).legible).toEqual({ ticker: "SBER" });
  });
});

describe("the position chain", () => {
  const chain = (from: readonly unknown[], to: readonly unknown[], more: object = {}) =>
    parse({
      ...ORDER,
      contracts: 10,
      prevMarketPosition: from[0],
      prevMarketPositionSize: from[1],
      marketPosition: to[0],
      marketPositionSize: to[1],
      ...more,
    });

  test.each([
    ["an entry", ["flat", 0], ["long", 10], {}, ["0", "10", "10"]],
    ["a short entry", ["flat", "0"], ["short", "10"], { direction: "sell" }, ["0", "-10", "-10"]],
    ["an exit", ["short", 10], ["flat", 0], {}, ["-10", "0", "10"]],
    ["a reversal, whose contracts hold the closing part", ["short", 4], ["long", 6], {}, ["-4", "6", "10"]],
    ["fractions", ["long", 0.1], ["long", "0.30000000000000004"], { contracts: 0.2 }, ["0.1", "0.3", "0.2"]],
  ])("%s says where the position was and is", (_, from, to, more, [before, after, traded]) => {
    const { position, message, otherFields } = chain(from, to, more);
    expect(position).toEqual({ from: before, to: after, traded, isConsistent: true, firedAtMs: null });
    expect(message).toBeDefined();
    expect(otherFields).toHaveLength(4);
  });

  test.each([
    ["nothing", "", ""],
    ["null", null, null],
    ["NaN", "NaN", "NaN"],
  ])("before a strategy's first fill, %s means flat", (_, position, size) => {
    expect(chain([position, size], ["long", 10]).position).toMatchObject({ from: "0", isConsistent: true });
  });

  test.each([
    ["the contracts aren't the change", ["flat", 0], ["long", 9]],
    ["the side is the other one", ["long", 10], ["flat", 0]],
    ["flat has a size", ["flat", 3], ["long", 10]],
    ["long has none", ["long", 0], ["long", 10]],
    ["nothing changes", ["long", 10], ["long", 10]],
  ])("the order is kept, but is no part of a chain, if %s", (_, from, to) => {
    const { message, position, problems } = chain(from, to);
    expect([message?.contracts, problems, position?.isConsistent]).toEqual(["10", [], false]);
  });

  test("TradingView's own spelling is read as well, but not both", () => {
    const snake = {
      market_position: "long",
      market_position_size: "10",
      prev_market_position: "flat",
      prev_market_position_size: "0",
    };
    expect(parse({ ...ORDER, contracts: 10, ...snake }).position).toMatchObject({ to: "10", isConsistent: true });
    expect(problemsOf({ ...ORDER, contracts: 10, ...snake, marketPosition: "long" })).toEqual([
      "DUPLICATE_FIELD marketPosition",
    ]);
  });

  test.each(["marketPosition", "marketPositionSize", "prevMarketPosition", "prevMarketPositionSize"])(
    "without %s the other three say nothing: the message is refused by name",
    (field) => {
      const { problems } = chain(["flat", 0], ["long", 10], { [field]: undefined });
      expect(problems).toMatchObject([{ code: "MISSING_POSITION_FIELD", field }]);
    },
  );

  test.each([
    [["flat", 0], ["long", -10], "SIGNED_SIZE marketPositionSize"],
    [["flat", 0], ["up", 10], "NOT_ALLOWED marketPosition"],
    [["flat", 0], ["long", "{{strategy.market_position_size}}"], "UNRESOLVED_PLACEHOLDER marketPositionSize"],
    [["{{strategy.prev_market_position}}", 0], ["long", 1], "UNRESOLVED_PLACEHOLDER prevMarketPosition"],
    [["flat", 0], ["", 10], "EMPTY_VALUE marketPosition"],
    [["flat", 0], ["long", "NaN"], "NO_VALUE marketPositionSize"],
  ])("%j to %j is refused: %s", (from, to, problem) => {
    expect(chain(from, to).problems.map(({ code, field }) => `${code} ${field}`)).toEqual([problem]);
  });

  test("a target, a size in money and a close are part of a chain if they ask for what the positions say", () => {
    const after = {
      prevMarketPosition: "long",
      prevMarketPositionSize: 4,
      marketPosition: "short",
      marketPositionSize: 5,
    };
    expect(parse({ ...TARGET, ...after }).position).toMatchObject({ traded: "-9", isConsistent: true });
    expect(parse({ ...TARGET, position: 5, ...after }).position?.isConsistent).toBe(false);
    expect(parse({ ...ORDER, direction: "sell", money: 5, ...after }).position?.isConsistent).toBe(true);
    expect(parse({ ...ORDER, money: 5, ...after }).position?.isConsistent).toBe(false);
    const close = { strategy: "s1", action: "close", ticker: "SBER" };
    expect(parse({ ...close, ...after }).position?.isConsistent).toBe(false);
    expect(parse({ ...close, ...after, marketPosition: "flat", marketPositionSize: 0 }).position).toMatchObject({
      traded: "-4",
      isConsistent: true,
    });
  });

  test.each([
    ["2026-11-24T03:00:00Z", 1_795_489_200_000],
    ["2026-11-24T06:00:00.5+03:00", 1_795_489_200_500],
    [1_795_489_200, 1_795_489_200_000],
    ["1795489200123", 1_795_489_200_123],
    ["yesterday", null],
    ["", null],
  ])("it was fired at signalTime %j", (signalTime, firedAtMs) => {
    expect(chain(["flat", 0], ["long", 10], { signalTime }).position).toMatchObject({ isConsistent: true, firedAtMs });
  });

  test("any change between two positions is consistent with its own order, and with no other size", () => {
    const size = fc.integer({ min: -9_999, max: 9_999 });
    const words = (cents: number) => [cents > 0 ? "long" : cents < 0 ? "short" : "flat", Math.abs(cents) / 100];
    fc.assert(
      fc.property(size, size, fc.integer({ min: -50, max: 50 }), (from, to, error) => {
        const change = to - from + error;
        fc.pre(change !== 0);
        const more = { direction: change > 0 ? "buy" : "sell", contracts: Math.abs(change) / 100 };
        expect(chain(words(from), words(to), more).position?.isConsistent).toBe(error === 0);
      }),
    );
  });
});

describe("what else a message says of its signal", () => {
  const FACTS = { signalPrice: "-3.5", signalTime: "2026-11-24T03:00:00Z", currentContract: "SiZ6" };

  test("is read, and kept and shown as it was written", () => {
    const { message, otherFields } = parse({ ...ORDER, contracts: 1, ...FACTS, comment: "close, then sell" });
    expect(message).toMatchObject({ ...FACTS, signalTime: "2026-11-24T03:00:00.000Z" });
    expect(message).not.toHaveProperty("comment");
    expect(otherFields).toEqual([
      ...Object.entries(FACTS).map(([field, value]) => ({ field, value })),
      { field: "comment", value: "close, then sell" },
    ]);
  });

  test("a price or a time that can't be read stops no order", () => {
    const { message, otherFields, repairs } = parse({
      ...ORDER,
      contracts: 1,
      signalPrice: "near 300",
      signalTime: [],
    });
    expect([message?.signalPrice, message?.signalTime, otherFields.length, repairs]).toEqual([
      undefined,
      undefined,
      2,
      [],
    ]);
  });

  test.each(["", null, "NaN"])("a symbol that isn't continuous has the contract %j: none", (currentContract) => {
    const { message, problems } = parse({ ...ORDER, contracts: 1, currentContract });
    expect([message?.currentContract, problems]).toEqual([undefined, []]);
  });

  test.each([
    [{ currentContract: "{{syminfo.current_contract}}" }, "UNRESOLVED_PLACEHOLDER currentContract"],
    [{ currentContract: ["SiZ6"] }, "WRONG_TYPE currentContract"],
    [{ signalPrice: "{{close}}" }, "UNRESOLVED_PLACEHOLDER signalPrice"],
    [{ signalTime: "{{timenow}}" }, "UNRESOLVED_PLACEHOLDER signalTime"],
  ])("%j is refused: %s", (more, problem) => {
    expect(problemsOf({ ...ORDER, contracts: 1, ...more })).toEqual([problem]);
  });

  test("a venue gets none of it: only an order's own fields, and the terms of its account", () => {
    const { message } = parse({ ...ORDER, money: 5, id: "7", ...FACTS, price: 3 });
    if (!message) throw new Error("refused");
    const order = venueMessage(message, { account: "a1", direction: "BUY", contracts: "2" });
    expect(order).toEqual({
      account: "a1",
      ticker: "SBER",
      direction: "BUY",
      type: "MARKET",
      contracts: "2",
      price: "3",
      id: "7",
    });
    expect(Object.keys(order).filter((field) => !ORDER_MESSAGE_FIELDS.some((one) => one === field))).toEqual([]);
  });
});

test("a strategy's template is right as it is", () => {
  const template = `{
  "strategy": "${ID}",
  "ticker": "{{ticker}}",
  "direction": "{{strategy.order.action}}",
  "type": "market",
  "contracts": {{strategy.order.contracts}},
  "marketPosition": "{{strategy.market_position}}",
  "marketPositionSize": {{strategy.market_position_size}},
  "prevMarketPosition": "{{strategy.prev_market_position}}",
  "prevMarketPositionSize": "{{strategy.prev_market_position_size}}",
  "signalPrice": {{strategy.order.price}},
  "signalTime": "{{timenow}}"
}`;
  const { problems, repairs, corrected, awaited, strategy } = parse(template, true);
  expect([problems, repairs, corrected, strategy]).toEqual([[], [], template, ID]);
  expect(awaited).toHaveLength(9);
  const target = `{"strategy": "${ID}", "ticker": "{{ticker}}", "type": "market", "position": {{strategy.position_size}}}`;
  expect(parse(target, true)).toMatchObject({ problems: [], repairs: [], awaited: ["ticker", "position"] });
});
