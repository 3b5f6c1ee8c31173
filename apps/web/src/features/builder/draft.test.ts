import { parseOrderMessage } from "@chartrelay/contract";
import { describe, expect, test } from "vitest";
import { EMPTY_DRAFT, messageOf, timesInForceAt, typesAt, type Draft } from "./draft.ts";

const ACCOUNT = "t2n70rxhwwm8zhq43gae99ky71";
const draft = (change: Partial<Draft>): Draft => ({ ...EMPTY_DRAFT, account: ACCOUNT, ...change });

/** What TradingView makes of a message when the alert fires. */
const asFired = (message: string) =>
  message
    .replace("{{ticker}}", "SBER")
    .replace("{{strategy.order.action}}", "sell")
    .replace("{{strategy.order.contracts}}", "10")
    .replaceAll("{{close}}", "280.55");

const read = (message: string) => parseOrderMessage(new TextEncoder().encode(asFired(message)));

test("what nothing is chosen in is left to the strategy and the chart", () => {
  expect(messageOf(draft({}), "ALOR_BROKER")).toBe(
    `{
  "account": "${ACCOUNT}",
  "ticker": "{{ticker}}",
  "direction": "{{strategy.order.action}}",
  "type": "market",
  "contracts": {{strategy.order.contracts}}
}`,
  );
});

describe.each(["ALOR_BROKER", "TINKOFF", "BINANCE_SPOT", "BINANCE_FUTURES"] as const)("at %s", (venue) => {
  test.each(typesAt(venue))("%s: the message is taken as it is, once TradingView has filled it in", (type) => {
    for (const timeInForce of ["", ...timesInForceAt(venue, type)] as const) {
      const filled = draft({
        type,
        timeInForce,
        price: "281.1",
        triggerPrice: "280",
        icebergFixed: "2",
        positionSide: venue === "BINANCE_FUTURES" ? "LONG" : "",
      });
      for (const one of [draft({ type, timeInForce }), filled]) {
        const { problems, repairs, message } = read(messageOf(one, venue));
        expect({ problems, repairs }).toEqual({ problems: [], repairs: [] });
        expect(message).toMatchObject({ account: ACCOUNT, ticker: "SBER", direction: "SELL", type, contracts: "10" });
      }
    }
  });
});

test("a field that its venue doesn't take isn't written, though it was chosen before", () => {
  const chosen = draft({ type: "LIMIT", timeInForce: "oneday", icebergFixed: "2", positionSide: "LONG" });
  expect(messageOf(chosen, "BINANCE_SPOT")).not.toMatch(/timeInForce|iceberg|positionSide/);
  expect(messageOf(chosen, "TINKOFF")).toMatch(/"timeInForce": "oneday"/);
});

test("a stop of Alor names its condition, its trigger, its end and whether it is active", () => {
  const stop = draft({
    type: "STOP",
    condition: "LessOrEqual",
    triggerPrice: "270",
    stopEndUnixTime: "1893456000",
    isActive: false,
  });
  expect(read(messageOf(stop, "ALOR_BROKER")).message).toMatchObject({
    condition: "LessOrEqual",
    triggerPrice: "270",
    stopEndUnixTime: "1893456000",
    activate: false,
  });
});
