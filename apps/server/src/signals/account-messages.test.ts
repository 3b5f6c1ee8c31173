import { parseOrderMessage } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { onlyForAccounts } from "./account-messages.ts";

const judge = (message: object) => onlyForAccounts(parseOrderMessage(Buffer.from(JSON.stringify(message))));
const ORDER = { account: "a1", ticker: "SBER", direction: "buy", type: "market" };

test.each([
  [{ ...ORDER, account: undefined, strategy: "s1", contracts: 1 }, "STRATEGY_NOT_SUPPORTED", "strategy"],
  [{ strategy: "s1", action: "cancelAll" }, "STRATEGY_NOT_SUPPORTED", "strategy"],
  [{ ...ORDER, money: 5 }, "SIZING_NOT_SUPPORTED", "money"],
  [{ ...ORDER, equityPercent: 5 }, "SIZING_NOT_SUPPORTED", "equityPercent"],
  [{ account: "a1", ticker: "SBER", type: "market", position: 0 }, "TARGET_NOT_SUPPORTED", "position"],
  [{ account: "a1", action: "close", ticker: "SBER" }, "ACTION_NOT_SUPPORTED", "action"],
  [{ account: "a1", action: "closeAll" }, "ACTION_NOT_SUPPORTED", "action"],
])("%j is refused by name: nothing of it is executed", (posted, code, field) => {
  const { message, cancel, problems, corrected } = judge(posted);
  expect([message, cancel, corrected]).toEqual([undefined, undefined, null]);
  expect(problems).toEqual([expect.objectContaining({ code, field, line: 1 })]);
});

test("an order in contracts and a cancellation pass as they are", () => {
  expect(judge({ ...ORDER, contracts: 1, strategy: "Breakout" }).message).toMatchObject({ contracts: "1" });
  expect(judge({ account: "a1", action: "cancelAll" }).cancel).toEqual({ account: "a1", action: "cancelAll" });
});
