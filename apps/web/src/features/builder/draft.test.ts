import {
  ALOR,
  BINANCE_SPOT,
  isFieldSupported,
  orderTypesOf,
  parseOrderMessage,
  T_INVEST,
  VENUE_MANIFESTS,
} from "@chartrelay/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkDraft } from "./check-draft.ts";
import { EMPTY_DRAFT, messageOf, type Draft } from "./draft.ts";

const ACCOUNT = "t2n70rxhwwm8zhq43gae99ky71";
const draft = (change: Partial<Draft>): Draft => ({ ...EMPTY_DRAFT, account: ACCOUNT, ...change });

/** Returns the message as TradingView fills it in when the alert fires. */
const asFired = (message: string) =>
  message
    .replace("{{ticker}}", "SBER")
    .replace("{{strategy.order.action}}", "sell")
    .replace("{{strategy.order.contracts}}", "10")
    .replaceAll("{{close}}", "280.55");

const read = (message: string) => parseOrderMessage(new TextEncoder().encode(asFired(message)));

test("a field without a choice is left to the strategy and the chart", () => {
  expect(messageOf(draft({}), ALOR)).toBe(
    `{
  "account": "${ACCOUNT}",
  "ticker": "{{ticker}}",
  "direction": "{{strategy.order.action}}",
  "type": "market",
  "contracts": {{strategy.order.contracts}}
}`,
  );
});

describe.each(VENUE_MANIFESTS)("at $name", (venue) => {
  test.each(orderTypesOf(venue))("%s: the message is accepted as it is, once TradingView has filled it in", (type) => {
    for (const timeInForce of ["", ...(venue.timesInForce[type] ?? [])] as const) {
      const filled = draft({
        type,
        timeInForce,
        price: "281.1",
        triggerPrice: "280",
        icebergFixed: "2",
        positionSide: isFieldSupported(venue, type, "positionSide") ? "LONG" : "",
      });
      for (const one of [draft({ type, timeInForce }), filled]) {
        expect(checkDraft(one, venue)).toEqual({ message: messageOf(one, venue), problems: new Map() });
        const { problems, repairs, message } = read(messageOf(one, venue));
        expect({ problems, repairs }).toEqual({ problems: [], repairs: [] });
        expect(message).toMatchObject({ account: ACCOUNT, ticker: "SBER", direction: "SELL", type, contracts: "10" });
      }
    }
  });
});

test("a field that its venue doesn't support isn't written, even if it was chosen before", () => {
  const chosen = draft({ type: "LIMIT", timeInForce: "oneday", icebergFixed: "2", positionSide: "LONG" });
  expect(messageOf(chosen, BINANCE_SPOT)).not.toMatch(/timeInForce|iceberg|positionSide/);
  expect(messageOf(chosen, T_INVEST)).toMatch(/"timeInForce": "oneday"/);
});

test("a stop at Alor names its condition, its trigger, its end and whether it is active", () => {
  const stop = draft({
    type: "STOP",
    condition: "LessOrEqual",
    triggerPrice: "270",
    stopEndUnixTime: "1893456000",
    isActive: false,
  });
  expect(read(messageOf(stop, ALOR)).message).toMatchObject({
    condition: "LessOrEqual",
    triggerPrice: "270",
    stopEndUnixTime: "1893456000",
    activate: false,
  });
});

test.each([
  ["size", "abc", "contracts", "NOT_A_NUMBER"],
  ["size", "0", "contracts", "NOT_POSITIVE"],
  ["size", "1,500", "contracts", "AMBIGUOUS_NUMBER"],
  ["size", '1, "sl": 5', "contracts", "NOT_A_NUMBER"],
  ["size", "{{strategy.order.size}}", "contracts", "UNRESOLVED_PLACEHOLDER"],
  ["ticker", "A".repeat(65), "ticker", "TOO_LONG"],
  ["price", "-1", "price", "NOT_POSITIVE"],
  ["triggerPrice", "null", "triggerPrice", "NO_VALUE"],
  ["stopEndUnixTime", "1893456000000", "stopEndUnixTime", "MILLISECONDS"],
  ["icebergFixed", "1.5", "icebergFixed", "NOT_AN_INTEGER"],
  ["icebergVariance", "0", "icebergVariance", "NOT_POSITIVE"],
] as const)("%s %s makes no message, and the parser's problem is shown at the field", (typed, value, field, code) => {
  const { message, problems } = checkDraft(draft({ type: "STOP_LIMIT", [typed]: value }), ALOR);
  expect(message).toBeNull();
  expect([...problems]).toEqual([[field, code]]);
});

test("what the parser would repair is already repaired in the offered message", () => {
  const { message } = checkDraft(draft({ type: "LIMIT", size: "+5", price: "280,55" }), T_INVEST);
  expect(message).toContain('"contracts": 5,');
  expect(message).toContain('"price": 280.55');
});

test("whatever is typed, the parser accepts the offered message, or a field has a problem and none is offered", () => {
  const typed = fc.oneof(fc.string(), fc.constantFrom("{{close}}", "{{plot_0}}", "1e5", '"', "\\", "{{", "0.10", "٣"));
  fc.assert(
    fc.property(typed, typed, typed, (ticker, size, price) => {
      const { message, problems } = checkDraft(draft({ type: "LIMIT", ticker, size, price }), ALOR);
      expect(message === null).toBe(problems.size > 0);
      for (const field of problems.keys()) expect(["ticker", "contracts", "price"]).toContain(field);
      if (message === null) return;
      const again = parseOrderMessage(new TextEncoder().encode(message), undefined, { isTemplate: true });
      expect([again.problems, again.repairs]).toEqual([[], []]);
    }),
  );
});
