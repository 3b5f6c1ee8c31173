import { describe, expect, test } from "vitest";
import { isCancel } from "./order-message.ts";
import { parseOrderMessage } from "./parse.ts";

const parse = (message: unknown, isTemplate = false) =>
  parseOrderMessage(
    new TextEncoder().encode(typeof message === "string" ? message : JSON.stringify(message)),
    "application/json",
    { isTemplate },
  );

const ORDER = { account: "a1", ticker: "SBER", direction: "buy", type: "market", contracts: 10 };

describe("a message that cancels", () => {
  test.each([
    [{ account: "a1", action: "cancel", ticker: "SBER" }],
    [{ account: "a1", action: "cancelAll" }],
    [{ account: "a1", action: "cancelAll", id: "stop-1" }],
    [{ strategy: "s1", action: "cancel", ticker: "SBER" }],
    [{ strategy: "s1", action: "cancelAll" }],
  ])("%j needs nothing else", (message) => {
    const { cancel, message: order, problems, otherFields } = parse(message);
    expect([cancel, order, problems, otherFields]).toEqual([message, undefined, [], []]);
    expect(cancel && isCancel(cancel)).toBe(true);
  });

  test("its action is read in any case, and repaired like any other text", () => {
    expect(parse({ account: "a1", action: "CANCELALL" }).cancel).toEqual({ account: "a1", action: "cancelAll" });
    expect(parse("{account: a1, action: ' cancel ', ticker: SBER,}").cancel).toEqual({
      account: "a1",
      action: "cancel",
      ticker: "SBER",
    });
  });

  test("an order's fields beside it are kept and shown, whatever they say, and decide nothing", () => {
    const { cancel, otherFields } = parse({ ...ORDER, action: "cancel", contracts: 0, comment: "exit" });
    expect(cancel).toEqual({ account: "a1", action: "cancel", ticker: "SBER" });
    expect(otherFields).toEqual([
      { field: "direction", value: "buy" },
      { field: "type", value: "market" },
      { field: "contracts", value: "0" },
      { field: "comment", value: "exit" },
    ]);
    expect(parse({ ...ORDER, action: "cancelAll" }).cancel).toEqual({ account: "a1", action: "cancelAll" });
  });

  test.each([
    [{ account: "a1", action: "cancel" }, "MISSING_FIELD", "ticker"],
    [{ action: "cancelAll" }, "MISSING_FIELD", "account"],
    [{ account: "a1", Action: "cancelAll" }, "MISNAMED_FIELD", "Action"],
    [{ account: "a1", action: "cancelAll", sl: 3 }, "PROTECTION_NOT_SUPPORTED", "sl"],
    [{ ...ORDER, action: "exit" }, "ACTION_NOT_SUPPORTED", "action"],
    [{ ...ORDER, cancelAll: true }, "ACTION_NOT_SUPPORTED", "cancelAll"],
  ])("%j is refused by name: %s", (message, code, field) => {
    const { cancel, message: order, problems } = parse(message);
    expect([cancel, order]).toEqual([undefined, undefined]);
    expect(problems).toContainEqual(expect.objectContaining({ code, field }));
  });

  test("a refused one still shows what it asked for", () => {
    expect(parse({ account: "a1", action: "cancel" }).legible).toEqual({ action: "cancel" });
  });

  test("in a template, its ticker may be a placeholder", () => {
    const { problems, awaited, cancel, corrected } = parse(
      { account: "a1", action: "cancel", ticker: "{{ticker}}" },
      true,
    );
    expect([problems, awaited, cancel]).toEqual([[], ["ticker"], undefined]);
    expect(corrected).toContain("{{ticker}}");
  });
});

test("the action order places an order", () => {
  expect(parse({ ...ORDER, action: "order" }).message).toMatchObject({ ticker: "SBER", contracts: "10" });
});
