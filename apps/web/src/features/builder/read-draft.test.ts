import {
  ALOR,
  isFieldSupported,
  orderTypesOf,
  SIZE_FIELDS,
  STOP_CONDITIONS,
  strategyMessage,
  VENUE_MANIFESTS,
} from "@chartrelay/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readTemplate } from "./check-draft.ts";
import {
  addressedTo,
  DRAFT_ACTIONS,
  EMPTY_DRAFT,
  hasPrice,
  hasSide,
  hasTicker,
  messageOf,
  typesFor,
  type Draft,
} from "./draft.ts";
import { readDraft } from "./read-draft.ts";

const ACCOUNT = "t2n70rxhwwm8zhq43gae99ky71";
const STRATEGY_ORDER = { ticker: "SBER", direction: "buy", type: "market", contracts: 1 };
const read = (text: string) => readDraft(text, readTemplate(text));

const STRATEGY = "k3m9x2q7w4z8p5n6r1t0vyjhgb";
const number = fc.constantFrom("", "1", "0.5", "280.55", "{{plot_0}}", "{{strategy.order.price}}");
const CHAIN = addressedTo(EMPTY_DRAFT, { strategy: STRATEGY }).others.map(
  ([name, json]) => [name, json.startsWith('"') ? json : `"${json}"`] as const,
);
const CONTRACT = ["currentContract", '"{{strategy.order.alert_message}}"'] as const;
const OTHERS: readonly Draft["others"][] = [
  [],
  [["comment", '"a"']],
  [["id", '"{{timenow}}"']],
  CHAIN,
  [...CHAIN, CONTRACT, ["comment", '"go flat"']],
];
const draft = (venue: (typeof VENUE_MANIFESTS)[number]): fc.Arbitrary<Draft> =>
  fc
    .record<Partial<Draft>>({
      ticker: fc.constantFrom("", "SBER", "MOEX:SiZ6", "BTCUSDT.P"),
      side: fc.constantFrom("strategy", "BUY", "SELL"),
      action: fc.constantFrom(...DRAFT_ACTIONS),
      type: fc.constantFrom(...orderTypesOf(venue)),
      sizedBy: fc.constantFrom(...SIZE_FIELDS),
      size: fc.constantFrom("1", "0.5", "{{plot_0}}"),
      price: number,
      triggerPrice: number,
      condition: fc.constantFrom(...STOP_CONDITIONS),
      isActive: fc.boolean(),
      icebergFixed: fc.constantFrom("", "2"),
      others: fc.constantFrom(...OTHERS),
    })
    .chain((chosen) =>
      fc
        .constantFrom({ account: ACCOUNT, strategy: "" }, { account: "", strategy: STRATEGY })
        .map((addressed) => ({ ...EMPTY_DRAFT, ...chosen, ...addressed })),
    )
    .filter((chosen) => typesFor(chosen, venue).includes(chosen.type));

/** Returns a draft with only those choices that are in its message. */
function written(one: Draft, venue: (typeof VENUE_MANIFESTS)[number]): Draft {
  const { account, strategy, action, others, type, sizedBy, size } = one;
  const addressed = {
    ...EMPTY_DRAFT,
    account,
    strategy,
    action,
    others,
    ...(hasTicker(one) && { ticker: one.ticker }),
  };
  if (action !== "order") return addressed;
  const isStop = isFieldSupported(venue, type, "triggerPrice");
  return {
    ...addressed,
    type,
    sizedBy,
    size,
    ...(hasSide(one) && { side: one.side }),
    ...(hasPrice(one) && { price: one.price }),
    ...(isStop && { triggerPrice: one.triggerPrice, condition: one.condition }),
    ...(isFieldSupported(venue, type, "activate") && { isActive: one.isActive }),
    ...(isFieldSupported(venue, type, "icebergFixed") && { icebergFixed: one.icebergFixed }),
  };
}

test.each(VENUE_MANIFESTS)(
  "$name: the webhook takes any built message, and it is read back as the same choices",
  (venue) => {
    fc.assert(
      fc.property(draft(venue), (chosen) => {
        const message = messageOf(chosen, venue);
        const parsed = readTemplate(message);
        expect([parsed.problems, parsed.repairs]).toEqual([[], []]);
        expect(parsed.account ?? parsed.strategy).toBe(chosen.account || chosen.strategy);
        const again = readDraft(message, parsed);
        expect(again).toEqual(written(chosen, venue));
        expect(again && messageOf(again, venue)).toBe(message);
      }),
      { numRuns: 300 },
    );
  },
);

describe("a strategy's message that was pasted keeps, whatever is then chosen,", () => {
  const pasted = strategyMessage(STRATEGY, { namesContract: true });
  const fields = (message: string) =>
    Object.keys(readTemplate(message).fields).concat(readTemplate(message).awaited).toSorted();
  const chosenAnew = (text: string, change: Partial<Draft> = {}) => {
    const again = read(text);
    return again ? messageOf({ ...again, ...change }, ALOR) : "";
  };

  test("its strategy, its position chain, the signal's price and time, and the contract", () => {
    const message = chosenAnew(pasted, { ticker: "SBER" });
    expect(fields(message)).toEqual(fields(pasted));
    expect(message).toContain(`"strategy": "${STRATEGY}"`);
    expect(message).not.toContain('"account"');
  });

  test.each(["money", "equityPercent", "position"])("its size in %s", (field) => {
    const { contracts: _, direction, ...others } = { ...STRATEGY_ORDER, strategy: STRATEGY };
    const text = JSON.stringify({ ...others, ...(field !== "position" && { direction }), [field]: 5 });
    const message = chosenAnew(text, { ticker: "GAZP" });
    expect(JSON.parse(message)).toEqual({ ...JSON.parse(text), ticker: "GAZP" });
  });

  test.each(DRAFT_ACTIONS.slice(1))("its action %s, even in a text that isn't JSON", (action) => {
    const text = JSON.stringify({ strategy: STRATEGY, action, ticker: "SBER", comment: "go flat" });
    expect(JSON.parse(chosenAnew(text))).toMatchObject({ strategy: STRATEGY, action, comment: "go flat" });
    const broken = text.replace('"ticker"', '&& "ticker"');
    expect(readTemplate(broken).corrected).toBeNull();
    expect(readTemplate(chosenAnew(broken)).fields).toMatchObject({ strategy: STRATEGY, action });
  });

  test("its chain, even if nothing but the strategy can be read", () => {
    expect(fields(chosenAnew(`{"strategy": "${STRATEGY}" && }`))).toEqual(
      expect.arrayContaining(["marketPosition", "prevMarketPositionSize", "signalTime"]),
    );
  });

  test("two sizes and two addressees, which are refused until one is chosen", () => {
    const two = JSON.stringify({ ...STRATEGY_ORDER, strategy: STRATEGY, account: ACCOUNT, money: 500 });
    const message = chosenAnew(two, { ticker: "SBER" });
    expect(readTemplate(message).problems.map(({ code }) => code)).toEqual([
      "CONFLICTING_FIELDS",
      "CONFLICTING_FIELDS",
    ]);
    const again = read(message);
    const solved = again && addressedTo({ ...again, sizedBy: "money", size: "500" }, { account: ACCOUNT });
    expect(solved && readTemplate(messageOf(solved, ALOR)).problems).toEqual([]);
  });
});

test("a strategy's name beside an account stays a name", () => {
  const text = JSON.stringify({ ...STRATEGY_ORDER, account: ACCOUNT, strategy: "breakout" });
  expect(read(text)).toMatchObject({ account: ACCOUNT, strategy: "", others: [["strategy", '"breakout"']] });
});

test("a strategy's message gets the position chain; for an account it is taken out, and nothing else", () => {
  const before: Draft = {
    ...EMPTY_DRAFT,
    account: ACCOUNT,
    others: [
      ["comment", '"a"'],
      ["market_position", '"long"'],
    ],
  };
  const chained = addressedTo(before, { strategy: STRATEGY });
  expect(chained.others.map(([name]) => name)).toEqual([
    "comment",
    "market_position",
    "marketPositionSize",
    "prevMarketPosition",
    "prevMarketPositionSize",
    "signalPrice",
    "signalTime",
  ]);
  const again = read(messageOf(chained, ALOR));
  expect(again && addressedTo(again, { account: ACCOUNT })).toEqual(before);
});

describe("a message that was written elsewhere", () => {
  const fields = { account: ACCOUNT, ticker: "SBER", direction: "buy", type: "market", contracts: 1 };

  test("its own placeholders stay, where the defaults are fields left empty", () => {
    const text = JSON.stringify({
      ...fields,
      ticker: "{{ticker}}",
      contracts: "{{plot_0}}",
      direction: "{{strategy.order.comment}}",
    });
    expect(read(text)).toMatchObject({ ticker: "", size: "{{plot_0}}", side: "{{strategy.order.comment}}" });
  });

  test("a wrong value is in its field as it was written: nothing else takes its place", () => {
    expect(read(JSON.stringify({ ...fields, contracts: "1,500" }))?.size).toBe("1,500");
    expect(read(JSON.stringify({ ...fields, contracts: -5 }))?.size).toBe("-5");
    const again = read(JSON.stringify({ ...fields, contracts: "ten" }));
    expect(again && readTemplate(messageOf(again, ALOR)).problems).toMatchObject([
      { field: "contracts", code: "NOT_A_NUMBER" },
    ]);
  });

  test("a value under a misspelt name is taken as what was meant", () => {
    const { direction: side, ...others } = fields;
    expect(read(JSON.stringify({ ...others, side }))?.side).toBe("BUY");
  });

  test("what can be read of a text that isn't JSON is chosen, its account included", () => {
    const text = `{"account": "${ACCOUNT}", "ticker": SBER "direction": "sell", contracts: 3 "`;
    expect(read(text)).toMatchObject({ account: ACCOUNT, ticker: "SBER", side: "SELL", size: "3" });
  });

  test("fields that can't be chosen are kept as they are", () => {
    const text = `{"account": "${ACCOUNT}", "ticker": "SBER", "direction": "buy", "type": "market", "contracts": 1, "note": {"a": [1.10]}, "at": {{timenow}}}`;
    expect(read(text)?.others).toEqual([
      ["note", '{"a": [1.10]}'],
      ["at", '"{{timenow}}"'],
    ]);
  });

  test.each(["", "hello", "[1]", "{"])("%o makes no choices", (text) => {
    expect(read(text)).toBeUndefined();
  });
});
