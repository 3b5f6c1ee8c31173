import { expect, test } from "vitest";
import type { HttpAnswer } from "../http/client.ts";
import { NotSent } from "../not-sent.ts";
import { executionsOf } from "./executions.fixture.ts";
import { RequestBudgets } from "./request-budgets.ts";
import { atTheSandbox, keyOf, orderOf, patient, TRADER, type AtTheSandbox } from "./sandbox.fixture.ts";

/** Lets TRADER place this many orders a minute. */
function allow({ sandbox }: AtTheSandbox, ordersPerMinute: number): void {
  const { apiKey: account, secretKey: secret } = TRADER;
  sandbox.register({ venue: "TINKOFF", environment: "live", account, secret, ordersPerMinute });
}

test("once the minute's orders are used up, none is sent until the reset, and the order waits until then", async () => {
  const at = await atTheSandbox();
  const { sandbox, tinkoff, clock } = at;
  allow(at, 3);
  clock.nowMs += 20_000;
  for (let count = 0; count < 3; count += 1)
    expect((await tinkoff.place(orderOf(), TRADER, patient())).kind).toBe("accepted");
  const order = orderOf();
  const wait = { kind: "throttled", reason: "VENUE_THROTTLED", retryAfterMs: 40_000, response: null, isUnsent: true };
  expect(await tinkoff.place(order, TRADER, patient())).toEqual(wait);
  expect(sandbox.calls.count({ operation: "order" })).toBe(3);
  clock.nowMs += 40_000;
  expect((await tinkoff.place(order, TRADER, patient())).kind).toBe("accepted");
});

test("a token whose orders are used up can still look them up, and other tokens' orders go on", async () => {
  const at = await atTheSandbox();
  const { tinkoff } = at;
  allow(at, 1);
  const order = orderOf();
  await tinkoff.place(order, TRADER, patient());
  expect((await tinkoff.place(orderOf(), TRADER, patient())).kind).toBe("throttled");
  expect(await tinkoff.find(order, TRADER, patient())).toMatchObject({ kind: "found" });
  expect((await tinkoff.place(orderOf(), keyOf("admin"), patient())).kind).toBe("accepted");
});

test("simultaneous orders don't overspend the minute", async () => {
  const at = await atTheSandbox();
  const { sandbox, tinkoff } = at;
  allow(at, 5);
  await tinkoff.place(orderOf(), TRADER, patient());
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => tinkoff.place(orderOf(), TRADER, patient())));
  expect(outcomes.filter(({ kind }) => kind === "accepted")).toHaveLength(4);
  expect(sandbox.calls.count({ operation: "order" })).toBe(5);
});

test("a 429 caused by another program with the same token is obeyed", async () => {
  const at = await atTheSandbox();
  const { sandbox, tinkoff, clock } = at;
  sandbox.faults.set({ kind: "429", retryAfterS: 7, times: 1 });
  const order = orderOf();
  const throttled = { kind: "throttled", reason: "VENUE_THROTTLED", retryAfterMs: 7_000 };
  expect(await tinkoff.place(order, TRADER, patient())).toMatchObject(throttled);
  expect(await tinkoff.place(order, TRADER, patient())).toMatchObject(throttled);
  expect(sandbox.calls.count({ operation: "order" })).toBe(1);
  clock.nowMs += 7_000;
  expect((await tinkoff.place(order, TRADER, patient())).kind).toBe("accepted");
});

test("a trader whose look-ups are used up doesn't spoil other traders' look-ups", async () => {
  const { sandbox, tinkoff } = await atTheSandbox();
  sandbox.faults.set({ kind: "429", operation: "market-data", account: TRADER.apiKey });
  const outcomes = await Promise.all([TRADER, keyOf("admin")].map((key) => tinkoff.place(orderOf(), key, patient())));
  expect(outcomes).toMatchObject([{ kind: "throttled", reason: "VENUE_THROTTLED" }, { kind: "accepted" }]);
});

test("an order doesn't wait behind readings, which have a pace of their own", async () => {
  const { sandbox, tinkoff } = await atTheSandbox({ readingsPerSecond: 1 });
  const impatience = new AbortController();
  const readings = [1, 2, 3].map(() => executionsOf(tinkoff).working(TRADER, impatience.signal));
  expect((await tinkoff.place(orderOf(), TRADER, patient())).kind).toBe("accepted");
  expect(sandbox.calls.count({ operation: "working" })).toBeLessThan(3);
  impatience.abort();
  expect((await Promise.all(readings)).map(({ kind }) => kind)).toContain("unknown");
});

test("an urgent reading, for which a closing order waits, goes ahead of those that only follow orders", async () => {
  const { tinkoff } = await atTheSandbox({ readingsPerSecond: 1 });
  const executions = executionsOf(tinkoff);
  const impatience = new AbortController();
  const following = [1, 2, 3].map(() => executions.working(TRADER, impatience.signal));
  expect(await executions.working(TRADER, patient(), [], { isUrgent: true })).toMatchObject({ kind: "read" });
  expect(await executions.positions(TRADER, patient(), { isUrgent: true })).toMatchObject({ kind: "read" });
  impatience.abort();
  expect((await Promise.all(following)).map(({ kind }) => kind)).toContain("unknown");
});

test("reading orders leaves look-ups of unknown outcomes their part of the budget", async () => {
  const { sandbox, tinkoff } = await atTheSandbox();
  const order = { ...orderOf(), venueOrderId: null };
  await tinkoff.place(order, TRADER, patient());
  const read = () => executionsOf(tinkoff).fills(order, TRADER, patient());
  // A minute's limit is a hundred, and readings leave thirty.
  for (let count = 0; count < 70; count += 1) expect((await read()).kind).toBe("read");
  expect(await read()).toEqual({ kind: "unknown", cause: "VENUE_THROTTLED", retryAfterMs: 60_000 });
  expect(sandbox.calls.count({ operation: "find" })).toBe(70);
  expect(await tinkoff.find(order, TRADER, patient())).toMatchObject({ kind: "found" });
});

const answerWith = (headers: HttpAnswer["headers"]): HttpAnswer => ({ kind: "answer", status: 200, headers, text: "" });
const budgetOf = (limit: string, remaining: string, reset: string) =>
  answerWith({ "x-ratelimit-limit": limit, "x-ratelimit-remaining": remaining, "x-ratelimit-reset": reset });

test("orders leave a twentieth of the minute to look-ups, in case both share one budget", () => {
  const budgets = new RequestBudgets(() => 0);
  budgets.learn("key", budgetOf("300, 300;w=60", "17", "30"));
  for (let count = 0; count < 2; count += 1) budgets.spend("key", 0.05);
  expect(() => budgets.spend("key", 0.05)).toThrow(NotSent);
  for (let count = 0; count < 15; count += 1) budgets.spend("key", 0);
  expect(() => budgets.spend("key", 0)).toThrow(NotSent);
});

test("if the venue's count falls faster than ours, its count holds; if it lags, ours does", () => {
  const clock = { ms: 0 };
  const budgets = new RequestBudgets(() => clock.ms);
  budgets.learn("key", budgetOf("100", "3", "60"));
  budgets.spend("key", 0);
  budgets.learn("key", budgetOf("100", "90", "60"));
  budgets.spend("key", 0);
  budgets.learn("key", budgetOf("100", "0", "20"));
  expect(() => budgets.spend("key", 0)).toThrow(NotSent);
  clock.ms = 20_000;
  budgets.spend("key", 0);
});

test.each([-3_600_000, 3_600_000])(
  "a budget is reset when the venue said, even if our clock is set by %d ms meanwhile",
  (byMs) => {
    const clock = { ms: 0, setByMs: 0 };
    const budgets = new RequestBudgets(
      () => clock.ms + clock.setByMs,
      () => clock.ms,
    );
    budgets.learn("key", budgetOf("100", "0", "20"));
    clock.setByMs = byMs;
    clock.ms = 19_000;
    expect(() => budgets.spend("key", 0)).toThrow(NotSent);
    clock.ms = 20_000;
    expect(() => budgets.spend("key", 0)).not.toThrow();
  },
);

test("headers that say nothing stop nothing", () => {
  const budgets = new RequestBudgets(() => 0);
  for (const headers of [
    {},
    { "x-ratelimit-remaining": "0" },
    { "x-ratelimit-remaining": "none", "x-ratelimit-reset": "5" },
  ])
    budgets.learn("key", answerWith(headers));
  budgets.learn("key", { ...answerWith({}), status: 429 });
  budgets.spend("key", 0);
  expect(() => budgets.spend("key", 0)).not.toThrow();
});

test.each([{ "x-ratelimit-reset": "0" }, { "retry-after": "0" }, { "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" }])(
  "a 429 that ends at once, %o, stops the token for a second, and for twice as long each time in a row",
  (headers) => {
    const clock = { ms: 0 };
    const budgets = new RequestBudgets(() => clock.ms);
    const waitMs = () => {
      try {
        budgets.spend("key", 0);
        return 0;
      } catch (error) {
        if (!(error instanceof NotSent) || error.outcome.kind !== "throttled") throw error;
        return error.outcome.retryAfterMs ?? 0;
      }
    };
    const stops = [];
    for (let count = 0; count < 8; count += 1) {
      // Requests that were in flight together are refused together.
      for (let twice = 0; twice < 2; twice += 1) budgets.learn("key", { ...answerWith(headers), status: 429 });
      stops.push(waitMs());
      clock.ms += waitMs();
    }
    expect(stops).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1_000));
    budgets.learn("key", budgetOf("300", "299", "60"));
    clock.ms += 60_000;
    budgets.learn("key", { ...answerWith(headers), status: 429 });
    expect(waitMs()).toBe(1_000);
  },
);

test("a reset more than a minute away counts as a minute away", () => {
  const budgets = new RequestBudgets(() => 0);
  budgets.learn("key", budgetOf("300", "0", "999999999"));
  expect(() => budgets.spend("key", 0)).toThrow(
    expect.objectContaining({ outcome: expect.objectContaining({ retryAfterMs: 60_000 }) }),
  );
});
