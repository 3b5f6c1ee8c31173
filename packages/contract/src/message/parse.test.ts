import fc from "fast-check";
import { expect, test } from "vitest";
import { ORDER_MESSAGE_FIELDS } from "./message-fields.ts";
import { parseOrderMessage } from "./parse.ts";
import { PROBLEM_CODES, type ProblemCode } from "./problems.ts";

const MARKET = { account: "a1", ticker: "SBER", direction: "buy", type: "market", contracts: 10 };
const LIMIT = { ...MARKET, type: "limit", price: 300.5 };

const parse = (message: unknown) => parseText(JSON.stringify(message));
const parseText = (text: string, contentType?: string) =>
  parseOrderMessage(new TextEncoder().encode(text), contentType);

// @covers S3.35
test("a market order needs account, ticker, direction, type and contracts", () => {
  const fields = { account: "a1", ticker: "SBER", direction: "BUY", type: "MARKET", contracts: "10" };
  expect(parse(MARKET)).toMatchObject({ account: "a1", message: fields, fields, repairs: [], problems: [] });
});

// @covers S3.35 S3.36
test("a limit order also needs a price; for a market order it is only shown", () => {
  expect(parse(LIMIT).message).toMatchObject({ type: "LIMIT", price: "300.5" });
  expect(parse({ ...MARKET, price: 300.5 }).message).toMatchObject({ type: "MARKET", price: "300.5" });
  expect(parse({ ...MARKET, type: "limit" }).problems).toMatchObject([{ code: "MISSING_FIELD", field: "price" }]);
});

// @covers S3.37
test("a stop order needs condition and triggerPrice, a stop-limit order also a price", () => {
  expect(parse({ ...MARKET, type: "stop" }).problems.map(({ field }) => field)).toEqual(["condition", "triggerPrice"]);
  expect(parse({ ...MARKET, type: "stop_limit" }).problems.map(({ field }) => field)).toEqual([
    "price",
    "condition",
    "triggerPrice",
  ]);
});

// @covers S3.38 S3.39 S3.40 S3.41 S3.42 S3.43
test("all extra fields are read, Alor's and Binance's", () => {
  const extras = {
    type: "stop_limit",
    timeInForce: "goodtillcancelled",
    icebergFixed: 5,
    icebergVariance: "2.5",
    condition: "MoreOrEqual",
    stopEndUnixTime: 1_800_000_000,
    triggerPrice: "301",
    activate: true,
    positionSide: "short",
    id: "alert 7",
  };
  const { message, problems } = parse({ ...LIMIT, ...extras });
  expect(problems).toEqual([]);
  expect(message).toMatchObject({
    type: "STOP_LIMIT",
    timeInForce: "goodtillcancelled",
    icebergFixed: "5",
    icebergVariance: "2.5",
    condition: "MoreOrEqual",
    stopEndUnixTime: "1800000000",
    triggerPrice: "301",
    activate: true,
    positionSide: "SHORT",
    id: "alert 7",
  });
  expect(Object.keys(message ?? {}).toSorted()).toEqual(ORDER_MESSAGE_FIELDS.toSorted());
});

test.each([
  ["direction", "sell", "SELL"],
  ["type", "MARKET", "MARKET"],
  ["timeInForce", "OneDay", "oneday"],
  ["timeInForce", "ImmediateOrCancel", "immediateorcancel"],
  ["timeInForce", "FillOrKill", "fillorkill"],
  ["condition", "less", "Less"],
  ["condition", "LESSOREQUAL", "LessOrEqual"],
  ["activate", "False", false],
  ["activate", "true", true],
  ["contracts", "0.001", "0.001"],
  ["contracts", "1e-7", "0.0000001"],
  ["stopEndUnixTime", 0, "0"],
  ["ticker", "  GAZP ", "GAZP"],
])("%s %j is read as %j", (field, written, value) => {
  const { message, problems } = parse({ ...MARKET, [field]: written });
  expect(problems).toEqual([]);
  expect(message).toMatchObject({ [field]: value });
});

test("a price keeps every digit that was written", () => {
  const text = JSON.stringify(LIMIT).replace("300.5", "0.100000000000000000010");
  expect(parseText(text).message?.price).toBe("0.10000000000000000001");
});

test("a form-encoded message with a stray = is read like any other", () => {
  const body = `${encodeURIComponent(JSON.stringify(MARKET))}=`;
  expect(parseText(body, "application/x-www-form-urlencoded").message).toEqual(parse(MARKET).message);
});

const with_ = (field: string, value: unknown) => JSON.stringify({ ...MARKET, [field]: value });
const PROBLEMS: Record<ProblemCode, [text: string | Uint8Array, field: string]> = {
  EMPTY_MESSAGE: ["", "syntax"],
  UNEXPECTED_CHARACTER: ['{"account": "a1";}', "syntax"],
  UNEXPECTED_END: ['{"account": "a1"', "syntax"],
  UNCLOSED_STRING: ['{"account": "a1', "syntax"],
  BAD_ESCAPE: ['{"account": "\\a1"}', "syntax"],
  NESTED_TOO_DEEPLY: ["[".repeat(1_000), "syntax"],
  BAD_ENCODING: [Uint8Array.of(0x7b, 0xff, 0x7d), "syntax"],
  NOT_AN_OBJECT: ["[1]", "syntax"],
  MISNAMED_FIELD: [with_("Qty", 3), "Qty"],
  DUPLICATE_FIELD: [`${JSON.stringify(MARKET).slice(0, -1)}, "contracts": 20}`, "contracts"],
  MISSING_FIELD: [JSON.stringify({ ...MARKET, contracts: undefined }), "contracts"],
  TOO_MANY_FIELDS: [JSON.stringify({ ...MARKET, plots: Array.from({ length: 200 }, () => ({ x: 1 })) }), "x"],
  CONFLICTING_FIELDS: [with_("money", 5_000), "money"],
  MISSING_POSITION_FIELD: [with_("marketPosition", "long"), "marketPositionSize"],
  PROTECTION_NOT_SUPPORTED: [with_("stopLossPercent", 3), "stopLossPercent"],
  SIZING_NOT_SUPPORTED: [with_("quantityType", "percent_of_equity"), "quantityType"],
  TARGET_NOT_SUPPORTED: [with_("position_size", 3), "position_size"],
  ACTION_NOT_SUPPORTED: [with_("action", "exit"), "action"],
  EXECUTION_NOT_SUPPORTED: [with_("leverage", 3), "leverage"],
  OTHER_RELAYS_MESSAGE: ['{"ticker": "SBER", "action": "buy", "quantity": 10}', "syntax"],
  WRONG_TYPE: [with_("ticker", ["SBER"]), "ticker"],
  EMPTY_VALUE: [with_("ticker", "  "), "ticker"],
  TOO_LONG: [with_("ticker", "S".repeat(65)), "ticker"],
  CONTROL_CHARACTER: [with_("ticker", "SB\u0000ER"), "ticker"],
  NOT_ALLOWED: [with_("direction", "hold"), "direction"],
  NOT_A_NUMBER: [with_("contracts", "ten"), "contracts"],
  NO_VALUE: [with_("contracts", null), "contracts"],
  AMBIGUOUS_NUMBER: [with_("contracts", "1,500"), "contracts"],
  NOT_POSITIVE: [with_("contracts", 0), "contracts"],
  SIGNED_SIZE: [with_("marketPositionSize", -5), "marketPositionSize"],
  NOT_AN_INTEGER: [with_("icebergFixed", 1.5), "icebergFixed"],
  MILLISECONDS: [with_("stopEndUnixTime", 1_800_000_000_000), "stopEndUnixTime"],
  UNRESOLVED_PLACEHOLDER: [with_("direction", "{{strategy.order.action}}"), "direction"],
};

test.each(PROBLEM_CODES)("%s is found, and its field is named", (code) => {
  const [text, field] = PROBLEMS[code];
  const body = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const { message, problems } = parseOrderMessage(body);
  expect(message).toBeUndefined();
  expect(problems).toContainEqual(expect.objectContaining({ code, field }));
});

test.each([
  ["contracts", -1, "NOT_POSITIVE"],
  ["contracts", "-0", "NOT_POSITIVE"],
  ["contracts", null, "NO_VALUE"],
  ["contracts", [10], "WRONG_TYPE"],
  ["contracts", "", "EMPTY_VALUE"],
  ["contracts", "1 500", "AMBIGUOUS_NUMBER"],
  ["contracts", "1,234.5", "AMBIGUOUS_NUMBER"],
  ["contracts", "1,5,0", "NOT_A_NUMBER"],
  ["contracts", "NaN", "NO_VALUE"],
  ["ticker", "NaN", "NO_VALUE"],
  ["price", "null", "NO_VALUE"],
  ["ticker", "SB\u200bER", "CONTROL_CHARACTER"],
  ["contracts", "{{strategy.order.contracts}}", "UNRESOLVED_PLACEHOLDER"],
  ["stopEndUnixTime", -1, "NOT_POSITIVE"],
  ["activate", 1, "WRONG_TYPE"],
  ["activate", "yes", "NOT_ALLOWED"],
  ["direction", "b".repeat(50), "NOT_ALLOWED"],
  ["account", "a\ud800", "BAD_ENCODING"],
  ["id", "", "EMPTY_VALUE"],
])("%s %j is refused as %s", (field, value, code) => {
  expect(parse({ ...MARKET, [field]: value }).problems).toEqual([expect.objectContaining({ code, field })]);
});

test.each([";", ":", "=", "*", "-", "/"])("%s where a value belongs is no value", (mark) => {
  // With a second slip, the account's real value reads as the name of another field.
  const { message, problems } = parseText(JSON.stringify(MARKET).replace('"account":"a1"', `"account":${mark} "a1"=`));
  expect(message).toBeUndefined();
  expect(problems).toMatchObject([{ code: "UNEXPECTED_CHARACTER", detail: mark, column: 12 }]);
});

test("all problems are reported at once, each with its line and column", () => {
  const text = '{\n  "account": "a1",\n  "ticker": "",\n  "direction": "up",\n  "type": "market"\n}';
  expect(parseText(text).problems).toMatchObject([
    { code: "EMPTY_VALUE", field: "ticker", line: 3, column: 13 },
    { code: "NOT_ALLOWED", field: "direction", line: 4, column: 16, detail: "BUY, SELL" },
    { code: "MISSING_FIELD", field: "contracts", line: 6, column: 1 },
  ]);
});

test("fields named like JavaScript's own are kept like any other, and never become a prototype", () => {
  const text = `${JSON.stringify(MARKET).slice(0, -1)}, "__proto__": {"price": 1}, "constructor": 1, "toString": 1}`;
  const { message, otherFields } = parseText(text);
  expect(message).toEqual(parse(MARKET).message);
  expect(Object.getPrototypeOf(message)).toBe(Object.prototype);
  expect(otherFields).toEqual([
    { field: "__proto__", value: '{"price": 1}' },
    { field: "constructor", value: "1" },
    { field: "toString", value: "1" },
  ]);
});

test("the account of a bad message is known, so that its owner can be notified", () => {
  expect(parse({ ...MARKET, direction: "up" }).account).toBe("a1");
  expect(parseText("{'account': 'a1', 'ticker': 'SBER'}").account).toBe("a1");
  expect(parseText('{"account": "a1", "ticker": "SBER"').account).toBe("a1");
  expect(parseText("account=a1 buy").account).toBe("a1");
  expect(parseOrderMessage(Uint8Array.of(...new TextEncoder().encode('{"account": "a1"}'), 0xff)).account).toBe("a1");
});

test("a bad message that names no account, or two, notifies nobody", () => {
  expect(parseText("buy SBER").account).toBeUndefined();
  expect(parseText('{"account": "a1", "account": "a2"').account).toBeUndefined();
  expect(parseText('{"account": "a1", "account": "a2"}').account).toBeUndefined();
  expect(parseText('{"subaccount": "a1"').account).toBeUndefined();
});

test("text quoted in a problem can be stored and shown: no control characters, no split characters, at most 80 long", () => {
  const quoted = [
    "\u0000",
    "{🚀",
    `{"${"x".repeat(78)}🚀${"x".repeat(9)}": 1}`,
    '{"\\u0000\\ud800": 1}',
    '{"contracts": "\\u0000\\ud800"}',
  ];
  for (const { field, detail = "" } of quoted.flatMap((text) => [...parseText(text).problems])) {
    expect(`${field}${detail}`).toSatisfy((text: string) => text.isWellFormed());
    expect(`${field}${detail}`).not.toMatch(/\p{Cc}/u);
    expect(Math.max(field.length, detail.length)).toBeLessThanOrEqual(80);
  }
});

test("any bytes are read or refused with a problem, without throwing", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array(),
        fc.json().map((text) => new TextEncoder().encode(text)),
      ),
      (body) => {
        const { message, problems } = parseOrderMessage(body);
        expect(message === undefined).toBe(problems.length > 0);
      },
    ),
  );
});

test("any value in any field is read or refused with a problem at that field", () => {
  fc.assert(
    fc.property(fc.constantFrom(...ORDER_MESSAGE_FIELDS), fc.jsonValue(), (field, value) => {
      const { message, problems } = parse({ ...LIMIT, condition: "More", triggerPrice: 1, [field]: value });
      expect(message === undefined).toBe(problems.length > 0);
      for (const problem of problems) expect(problem.field).toBe(field);
    }),
    { numRuns: 1_000 },
  );
});

test("of thousands of problems in a message, the first fifty are reported", () => {
  const fields = Array.from({ length: 900 }, () => '"sl":1').join();
  const { problems } = parseOrderMessage(Buffer.from(`{${fields}}`));
  expect(problems).toHaveLength(50);
  expect(problems[0]).toMatchObject({ code: "PROTECTION_NOT_SUPPORTED", field: "sl" });
});
