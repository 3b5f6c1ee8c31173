import { expect, test } from "vitest";
import { parseOrderMessage } from "./parse.ts";

const judge = (text: string) => parseOrderMessage(new TextEncoder().encode(text), "", { isTemplate: true });
/** As the message builder writes it. */
const BUILT = `{
  "account": "a1",
  "ticker": "{{ticker}}",
  "direction": "{{strategy.order.action}}",
  "type": "limit",
  "contracts": {{strategy.order.contracts}},
  "price": {{close}}
}`;

test("a template is correct as it is if TradingView's placeholders suit their fields", () => {
  const { problems, repairs, awaited, corrected, fields, message } = judge(BUILT);
  expect([problems, repairs]).toEqual([[], []]);
  expect(corrected).toBe(BUILT);
  expect(awaited).toEqual(["ticker", "direction", "contracts", "price"]);
  expect(fields).toEqual({ account: "a1", type: "LIMIT" });
  expect(message).toBeUndefined();
});

test("the webhook refuses the same placeholders", () => {
  const { problems } = parseOrderMessage(new TextEncoder().encode(BUILT));
  expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(["UNRESOLVED_PLACEHOLDER"]));
  expect(problems).toHaveLength(4);
});

test.each([
  ["a placeholder that TradingView doesn't know", '"{{strategy.order.contract}}"', "UNRESOLVED_PLACEHOLDER"],
  ["one that can't be a number", '"{{ticker}}"', "NOT_A_NUMBER"],
  ["one that isn't closed", '"{{close"', "UNRESOLVED_PLACEHOLDER"],
])("%s is refused in a template too", (_, contracts, code) => {
  const { problems } = judge(BUILT.replace("{{strategy.order.contracts}}", contracts));
  expect(problems).toEqual([expect.objectContaining({ code, field: "contracts", line: 6 })]);
});

test.each(['{{plot("size")}}', '"{{plot("size")}}"', "{{plot_3}}", '"{{strategy.order.alert_message}}"'])(
  "%s may be a size, and stays as it was written when the rest is repaired",
  (size) => {
    const text = BUILT.replace("{{strategy.order.contracts}}", size).replace("{{close}}", "{{close}},");
    const { problems, repairs, corrected } = judge(text);
    expect(problems).toEqual([]);
    expect(repairs.map(({ code }) => code)).toEqual(["EXTRA_COMMA"]);
    expect(corrected).toBe(text.replace("{{close}},", "{{close}}"));
  },
);

test("an id and a ticker may combine several placeholders", () => {
  const text = BUILT.replace("{{ticker}}", "{{exchange}}:{{ticker}}").replace("{", '{ "id": "{{ticker}} {{timenow}}",');
  expect(judge(text)).toMatchObject({ problems: [], repairs: [] });
});
