import { expect, test } from "vitest";
import { correctionsOf } from "./correction.ts";
import { parseOrderMessage } from "./parse.ts";

const corrected = (posted: string, tickers: readonly string[] = []) =>
  correctionsOf(parseOrderMessage(Buffer.from(posted)), { posted, account: "our-account", tickers });

const RIGHT = '{"account": "a1", "ticker": "SBER", "direction": "buy", "type": "market", "contracts": 1}';

test("a message that is right needs no correction", () => {
  expect(corrected(RIGHT)).toEqual([]);
  expect(corrected(`\n${RIGHT} `)).toEqual([]);
});

test("a message that was repaired is corrected to what the repair made of it", () => {
  expect(corrected(RIGHT.replaceAll('"', "'"))).toEqual([{ ticker: null, message: RIGHT }]);
});

test.each([
  ["side for direction", RIGHT.replace("direction", "side")],
  ["a misspelt name", RIGHT.replace("contracts", "contrcts")],
  ["capitals", RIGHT.replace("ticker", "Ticker")],
  ["two wrong names, and a comma too many", RIGHT.replace("ticker", "symbol").replace("1}", "1,}")],
  ["a name with an escape in it", RIGHT.replace("direction", String.raw`s\u0069de`)],
])("fields with wrong names get the names that were meant: %s", (_, posted) => {
  expect(corrected(posted)).toEqual([{ ticker: null, message: RIGHT }]);
});

test.each([
  ["a field is missing", RIGHT.replace('"ticker": "SBER", ', "")],
  ["a renamed field would be there twice", RIGHT.replace('"contracts": 1', '"contracts": 1, "qty": 2')],
  ["a value is wrong as well", RIGHT.replace("direction", "side").replace("1}", '"many"}')],
  ["it isn't a message", "Buy SBER now"],
])("no correction is offered if it isn't clear what was meant: %s", (_, posted) => {
  expect(corrected(posted)).toEqual([]);
});

test("a message for another relay is corrected to ours, on the account that is given", () => {
  const [correction, ...others] = corrected(
    '{"ticker": "SBER", "action": "buy", "quantity": 1, "orderType": "market"}',
  );
  expect(others).toEqual([]);
  expect(JSON.parse(correction?.message ?? "")).toMatchObject({
    account: "our-account",
    direction: "buy",
    contracts: 1,
  });
});

test("a template's ticker is replaced, too, though its placeholders aren't JSON yet", () => {
  const posted = RIGHT.replace("SBER", "SBRE").replace("1}", "{{strategy.order.contracts}}}");
  const parsed = parseOrderMessage(Buffer.from(posted), undefined, { isTemplate: true });
  expect(correctionsOf(parsed, { posted, account: "a1", tickers: ["SBER"] })).toEqual([
    { ticker: "SBER", message: posted.replace("SBRE", "SBER") },
  ]);
});

test("a ticker is replaced by each that was probably meant, and nothing else in the message changes", () => {
  const posted = RIGHT.replace("SBER", "SBRE").replace("}", ', "comment": "ticker SBRE"}');
  expect(corrected(posted, ["SBER", 'S"P'])).toEqual([
    { ticker: "SBER", message: posted.replace('"SBRE"', '"SBER"') },
    { ticker: 'S"P', message: posted.replace('"SBRE"', String.raw`"S\"P"`) },
  ]);
});

test("what is offered is taken without a repair", () => {
  const offered = [
    ...corrected(RIGHT.replaceAll('"', "“").replace("SBER", "SBRE"), ["SBER"]),
    ...corrected(RIGHT.replace("direction", "side")),
  ];
  for (const { message } of offered) {
    expect(parseOrderMessage(Buffer.from(message))).toMatchObject({ problems: [], repairs: [], corrected: message });
  }
  expect(offered).toHaveLength(2);
});
