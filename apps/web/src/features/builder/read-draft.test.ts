import { ALOR, orderTypesOf, STOP_CONDITIONS, VENUE_MANIFESTS } from "@chartrelay/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EMPTY_DRAFT, messageOf, readTemplate, type Draft } from "./draft.ts";
import { readDraft } from "./read-draft.ts";

const ACCOUNT = "t2n70rxhwwm8zhq43gae99ky71";
const read = (text: string) => readDraft(text, readTemplate(text));

const number = fc.constantFrom("", "1", "0.5", "280.55", "{{plot_0}}", "{{strategy.order.price}}");
const OTHERS: readonly Draft["others"][] = [[], [["comment", '"a"']], [["id", '"{{timenow}}"']]];
const draft = (venue: (typeof VENUE_MANIFESTS)[number]): fc.Arbitrary<Draft> =>
  fc
    .record<Partial<Draft>>({
      ticker: fc.constantFrom("", "SBER", "MOEX:SiZ6", "BTCUSDT.P"),
      side: fc.constantFrom("strategy", "BUY", "SELL"),
      type: fc.constantFrom(...orderTypesOf(venue)),
      size: number,
      price: number,
      triggerPrice: number,
      condition: fc.constantFrom(...STOP_CONDITIONS),
      isActive: fc.boolean(),
      icebergFixed: fc.constantFrom("", "2"),
      others: fc.constantFrom(...OTHERS),
    })
    .map((chosen) => ({ ...EMPTY_DRAFT, account: ACCOUNT, ...chosen }));

test.each(VENUE_MANIFESTS)("$name: a built message is read back as the choices that make the same message", (venue) => {
  fc.assert(
    fc.property(draft(venue), (chosen) => {
      const message = messageOf(chosen, venue);
      const again = read(message);
      expect(again && messageOf(again, venue)).toBe(message);
    }),
  );
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
