/** Fields that aren't ours: kept, unless they would have changed the order. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { fieldNamed, isShownFact, POSTED_FIELDS } from "./message-fields.ts";
import { DECISIVE_FIELDS_TO_COME, KEPT_FIELDS } from "./other-names.ts";
import { parseOrderMessage } from "./parse.ts";

const MESSAGE = { account: "a1", ticker: "SBER", direction: "buy", type: "market", contracts: 10 };
const parse = (message: unknown) => parseOrderMessage(new TextEncoder().encode(JSON.stringify(message)));
const withField = (field: string, value: unknown = 5) => parse({ ...MESSAGE, [field]: value });
const EXACT = parse(MESSAGE).message;

test("other fields are kept at any depth, and shown as they were written", () => {
  const text = `${JSON.stringify(MESSAGE).slice(0, -1)}, "comment": "early \\"entry\\"", "rsi": 51.30, "bar": { "open": [1e2, null] }}`;
  const { message, otherFields, corrected } = parseOrderMessage(new TextEncoder().encode(text));
  expect(message).toEqual(EXACT);
  expect(corrected).toBe(text);
  expect(otherFields).toEqual([
    { field: "comment", value: 'early "entry"' },
    { field: "rsi", value: "51.30" },
    { field: "bar", value: '{ "open": [1e2, null] }' },
  ]);
});

test("kept fields can be stored and shown, and are at most a thousand characters long", () => {
  const { otherFields } = withField("comment", `\u0000\ud800\n${"🚀".repeat(2_000)}`);
  const value = otherFields[0]?.value ?? "";
  expect(value).toMatch(/^\ufffd\ufffd\n🚀/);
  expect(value.isWellFormed()).toBe(true);
  expect(value.length).toBeLessThanOrEqual(1_000);
});

test.each([
  ["contract", "contracts"],
  ["tickr", "ticker"],
  ["stopLosPercent", "stopLossPercent"],
  ["Price", "price"],
  ["time_in_force", "timeInForce"],
  ["trigerPrice", "triggerPrice"],
  ["takeProfts", "takeProfits"],
  ["prevMarketPositon", "prevMarketPosition"],
  ["side", "direction"],
  ["qty", "contracts"],
  ["Symbol", "ticker"],
])("%s is refused with the name of the intended field: %s", (field, meant) => {
  expect(withField(field).problems).toEqual([
    expect.objectContaining({ code: "MISNAMED_FIELD", field, detail: meant }),
  ]);
});

test("a field of ours with one slip in its name is never silently ignored", () => {
  const ours: readonly string[] = POSTED_FIELDS.filter((field) => field !== "strategy");
  const names = [...ours, ...DECISIVE_FIELDS_TO_COME, ...KEPT_FIELDS].filter(({ length }) => length > 3);
  const slip = fc.record({ at: fc.nat(30), kind: fc.constantFrom("cut", "double", "swap", "case", "mark") });
  fc.assert(
    fc.property(fc.constantFrom(...names), slip, (name, { at, kind }) => {
      const place = at % name.length;
      const [head, letter, tail] = [name.slice(0, place), name[place] ?? "", name.slice(place + 1)];
      const slips = {
        cut: head + tail,
        double: head + letter + letter + tail,
        swap: head + (tail[0] ?? "") + letter + tail.slice(1),
        case: head + letter.toUpperCase() + tail,
        mark: `${head}_${letter}${tail}`,
      };
      const isSame = (one: string) => one.toLowerCase().replaceAll("_", "") === name.toLowerCase();
      const isHarmless = KEPT_FIELDS.includes(name) && isSame(slips[kind]);
      fc.pre(slips[kind] !== name && !isHarmless && slips[kind] !== "tape");
      // Its values are checked elsewhere; here it must be known as what it is.
      fc.pre(!isShownFact(fieldNamed(slips[kind])));
      const parsed = parse({ ...MESSAGE, [slips[kind]]: "x" });
      expect([slips[kind], parsed.message]).toEqual([slips[kind], undefined]);
      expect(parsed.problems).toEqual([expect.objectContaining({ field: slips[kind] })]);
    }),
    { numRuns: 2_000 },
  );
});

test("a name that affects money at another relay is refused even inside another field, but a strategy's own data isn't", () => {
  const inside = (value: unknown) => withField("strategy", value).problems.map(({ code, field }) => `${code} ${field}`);
  expect(inside({ exits: [{ stop_loss: 290 }] })).toEqual(["PROTECTION_NOT_SUPPORTED stop_loss"]);
  expect(inside({ leverage: 10, reduceOnly: false })).toEqual(["EXECUTION_NOT_SUPPORTED leverage"]);
  expect(inside({ position_size: 10, action: "buy", contracts: 5, market_position: "long" })).toEqual([]);
});

test("an alias that repeats our field's value is kept, one that contradicts it is refused", () => {
  expect(withField("symbol", "SBER").message).toEqual(EXACT);
  expect(withField("qty", "10.0").message).toEqual(EXACT);
  expect(withField("side", "Buy").message).toEqual(EXACT);
  expect(withField("side", "sell").message).toBeUndefined();
  // A bar's volume, next to our own size.
  expect(withField("volume", 120_300).message).toEqual(EXACT);
  expect(parse({ ...MESSAGE, contracts: undefined, volume: 1 }).problems).toContainEqual(
    expect.objectContaining({ code: "MISNAMED_FIELD", field: "volume", detail: "contracts" }),
  );
});

test("whatever other fields contain, the order stays the same or the message is refused", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ unit: "binary", maxLength: 12 }), fc.jsonValue(), { maxKeys: 5 }),
      (others) => {
        const { message, problems, otherFields } = parse({ ...others, ...MESSAGE });
        if (message === undefined) expect(problems.length).toBeGreaterThan(0);
        else expect([message, otherFields.length]).toEqual([EXACT, Object.keys({ ...others, ...MESSAGE }).length - 5]);
      },
    ),
    { numRuns: 1_000 },
  );
});
