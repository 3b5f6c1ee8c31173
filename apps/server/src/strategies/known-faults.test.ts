/** Faults that other relays' users reported, or that are in their published code: docs/decisions/strategies.md. */
import { negated, parseOrderMessage } from "@chartrelay/contract";
import { describe, expect, test } from "vitest";
import { target } from "./instruction.fixture.ts";
import { simulateAccount } from "./simulated-account.fixture.ts";

describe('"go flat" twice', () => {
  test.each(["5", "-5"])("opens nothing after a position of %s", (position) => {
    const account = simulateAccount();
    account.instruct(target(position, "0"));
    account.settle();
    for (let time = 0; time < 2; time += 1) {
      account.instruct(target("0", position));
      account.settle();
    }
    expect(account.executed()).toEqual([position, negated(position)]);
  });

  test("opens nothing if the second one comes before the first one's fill is known", () => {
    const account = simulateAccount();
    account.instruct(target("5", "0"));
    account.settle();
    account.instruct(target("0", "5"));
    account.meet("work");
    account.meet("work");
    account.instruct(target("0", "5"));
    account.settle();
    expect(account.executed()).toEqual(["5", "-5"]);
  });

  test("opens nothing in an account that never held anything", () => {
    const account = simulateAccount();
    account.instruct(target("0", "5"));
    account.instruct({ ...target("0", "5"), kind: "close", to: null, from: null });
    account.settle();
    expect(account.executed()).toEqual([]);
  });

  test("closes the position although its entry isn't filled yet", () => {
    const account = simulateAccount();
    account.instruct(target("5", "0"));
    account.meet("work");
    account.meet("work");
    account.instruct(target("0", "5"));
    account.meet("work");
    account.settle();
    expect(account.executed()).toEqual(["5", "-5"]);
  });
});

describe("one strategy's zero", () => {
  // @covers P10
  test("promise 10: leaves what another strategy, or the trader by hand, holds in the account", () => {
    const account = simulateAccount("7");
    account.instruct(target("3", "0"));
    account.settle();
    expect(account.position()).toBe("10");
    account.instruct(target("0", "3"));
    account.settle();
    account.instruct(target("0", "3"));
    account.settle();
    expect(account.position()).toBe("7");
  });
});

describe("two targets before the first fill", () => {
  // @covers P10
  test("promise 10: don't overshoot: what works counts as held", () => {
    const account = simulateAccount();
    account.instruct(target("2", "0"));
    account.meet("work");
    account.meet("work");
    account.meet("fill in part");
    account.instruct(target("4", "2"));
    account.meet("work");
    account.meet("work");
    account.settle();
    expect(account.executed()).toEqual(["2", "2"]);
  });

  test("make one order if neither has been sent", () => {
    const account = simulateAccount();
    account.instruct(target("2", "0"));
    account.instruct(target("4", "2"));
    account.settle();
    expect(account.executed()).toEqual(["4"]);
  });

  test("make one order if both are the same", () => {
    const account = simulateAccount();
    for (let time = 0; time < 2; time += 1) {
      account.instruct(target("4", "0"));
      account.meet("work");
      account.meet("work");
    }
    account.settle();
    expect(account.executed()).toEqual(["4"]);
  });
});

describe("signals without minutes between them", () => {
  test("turn a position round, and back, each before the other's fill is known", () => {
    const account = simulateAccount();
    for (const [from, to] of [
      ["0", "5"],
      ["5", "-5"],
      ["-5", "5"],
    ] as const) {
      account.instruct(target(to, from));
      account.meet("work");
      account.meet("work");
    }
    account.settle();
    expect(account.position()).toBe("5");
  });
});

const MESSAGE = { strategy: "s1", ticker: "SBER", direction: "buy", type: "market", contracts: 10 };
const read = (fields: object) => parseOrderMessage(new TextEncoder().encode(JSON.stringify({ ...MESSAGE, ...fields })));

describe("a word in a comment", () => {
  test.each(["close", "exit long", "flat", "closeAll", "sell 100", "stopLoss=5", "cancel(which=all)"])(
    "changes nothing: %s",
    (comment) => {
      const [plain, commented] = [read({}), read({ comment })];
      expect(plain.message).toMatchObject({ direction: "BUY", contracts: "10" });
      expect(commented.problems).toEqual([]);
      expect({ ...commented.message, comment: undefined }).toEqual({ ...plain.message, comment: undefined });
    },
  );
});

describe("a stop-loss that can't be kept yet", () => {
  test.each([
    { stopLossPercent: 1 },
    { stopLossPrice: "290" },
    { trailingPercent: 2 },
    { takeProfits: [{ percent: 1, sharePercent: 100 }] },
    { sl: 290 },
    { exits: { stopLoss: { percent: 1 } } },
  ])("is refused, never dropped in silence: %o", (fields) => {
    const { message, problems } = read(fields);
    expect(message).toBeUndefined();
    expect(problems.map(({ code }) => code)).toEqual(["PROTECTION_NOT_SUPPORTED"]);
  });
});
