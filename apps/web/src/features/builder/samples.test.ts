import { BINANCE_SPOT, VENUE_MANIFESTS, orderTypesOf } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { isComplete, readTemplate } from "./check-draft.ts";
import { EMPTY_DRAFT, messageOf } from "./draft.ts";
import { filledIn, samplesNeeded, samplesOf } from "./samples.ts";

const NOW = new Date("2026-11-20T12:00:00.500Z");
const fill = (text: string, samples = samplesOf(BINANCE_SPOT, "104250.37")) =>
  filledIn(text, readTemplate(text), samples, NOW);

test.each(VENUE_MANIFESTS)("$name: a template becomes an order that the webhook accepts as it is", (venue) => {
  for (const type of orderTypesOf(venue)) {
    const template = messageOf({ ...EMPTY_DRAFT, account: "t2n70r", type }, venue);
    expect(isComplete(template)).toBe(false);
    expect(isComplete(filledIn(template, readTemplate(template), samplesOf(venue, "100"), NOW))).toBe(true);
  }
});

test("each placeholder is filled in with what its field needs, whatever it is called", () => {
  const text = `{"ticker": "{{exchange}}:{{ticker}}", "direction": "{{strategy.order.action}}", "contracts": {{plot_0}}, "price": {{plot_1}}, "id": "{{timenow}} {{strategy.order.id}}"}`;
  expect(JSON.parse(fill(text))).toEqual({
    ticker: "BTCUSDT",
    direction: "buy",
    contracts: 0.001,
    price: 104250.37,
    id: "2026-11-20T12:00:00Z test",
  });
});

test("a price that isn't known yet, and a placeholder that TradingView doesn't know, stay as they are", () => {
  const text = '{"price": {{close}}, "comment": "{{nonsense}}"}';
  expect(fill(text, samplesOf(BINANCE_SPOT, undefined))).toBe(text);
});

test("only the samples that a message needs are asked for, each once", () => {
  const draft = { ...EMPTY_DRAFT, account: "t2n70r", ticker: "SBER", type: "STOP_LIMIT" } as const;
  const [alor] = VENUE_MANIFESTS;
  if (!alor) throw new Error("no venue is listed");
  expect(samplesNeeded(readTemplate(messageOf(draft, alor)))).toEqual(["direction", "contracts", "price"]);
  const fixed = { ...draft, side: "BUY", size: "1", price: "300", triggerPrice: "301" } as const;
  expect(samplesNeeded(readTemplate(messageOf(fixed, alor)))).toEqual([]);
});
